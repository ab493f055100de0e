// Holds the data of a club as the page shows it, and sends changes to the server.
import { signal } from "@preact/signals";
import { lang, tOr } from "../app/i18n";
import { tell } from "../app/shell";
import { eventFault } from "../events/data";
import { Refused } from "../session/desk";
import type { ClubView, Me } from "../wire/messages";
import { rest } from "../wire/rest";

/** The text of an error on a club's page. */
export const clubFault = (e: unknown): string =>
  e instanceof Refused ? tOr(`club.error.${e.code}`, eventFault(e)) : eventFault(e);

/** Formats a date in the current language. */
export const day = (ms: number): string => new Intl.DateTimeFormat(lang.value, { dateStyle: "medium" }).format(ms);

/** Formats a date with the time of day in the current language. */
export const hour = (ms: number): string =>
  new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);

export class ClubDesk {
  readonly shown = signal<ClubView | null>(null);
  readonly me = signal<Me | null>(null);
  readonly missing = signal(false);
  readonly fault = signal("");
  readonly busy = signal(false);
  readonly path: string;

  constructor(readonly id: string) {
    this.path = `/clubs/${encodeURIComponent(id)}`;
  }

  get runs(): boolean {
    return this.shown.value?.role === "owner" || this.shown.value?.role === "organiser";
  }

  async load(): Promise<void> {
    try {
      this.me.value ??= await rest<Me>("GET", "/me");
      this.shown.value = await rest<ClubView>("GET", this.path);
      this.fault.value = "";
    } catch (e) {
      this.missing.value = e instanceof Refused && e.code === "not-found";
      this.fault.value = clubFault(e);
    }
  }

  /** Sends a command. The result is false if the command failed. */
  async send(send: () => Promise<unknown>): Promise<boolean> {
    this.busy.value = true;
    try {
      await send();
      return true;
    } catch (e) {
      tell(clubFault(e));
      return false;
    } finally {
      this.busy.value = false;
      await this.load();
    }
  }

  /** Sends a command to which the server answers with the changed club. */
  act(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<boolean> {
    return this.send(() => rest(method, this.path + path, body));
  }
}
