// Loads an event with its entrants, rounds and standings, and keeps them up to date while the page
// is visible.
import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { tOr } from "../app/i18n";
import { useNetwork } from "../app/network";
import { tell } from "../app/shell";
import { faultText } from "../play/hooks";
import { Refused } from "../session/desk";
import type { EventEntrant, EventRound, EventStandings, EventView, Me } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { entered, remember } from "./entered";

/** How often a page without a socket checks whether the event has changed, in milliseconds. */
export const EVERY = 6000;
/** The same interval for a page with a socket: a message about a change may be lost. */
const RARELY = 60_000;
/**
 * After a change, each page waits a random time up to this number of milliseconds before it
 * reloads, so that not all pages of a hall reload at once.
 */
const SPREAD = 300;

/** All data of one version of an event. */
export interface Shown {
  event: EventView;
  entrants: EventEntrant[];
  /** The round that the page shows; null before the first round. */
  round: EventRound | null;
  /** The round that was paired last. */
  last: EventRound | null;
  standings: EventStandings;
}

/** The text of an error on an event's page. */
export const eventFault = (e: unknown): string =>
  e instanceof Refused ? tOr(`event.error.${e.code}`, faultText(e)) : faultText(e);

export class EventDesk {
  readonly shown: Signal<Shown | null> = signal(null);
  readonly me: Signal<Me | null> = signal(null);
  /** Whether the event does not exist. */
  readonly missing = signal(false);
  /** Whether the last attempt to refresh failed. */
  readonly stale = signal(false);
  /** Whether a command is being sent. */
  readonly busy = signal(false);
  /** The code of the error of the last command; "" if the command succeeded. */
  readonly refused = signal("");
  /** The round to show; 0: the last round. */
  readonly wanted = signal(0);
  #asking: Promise<void> | null = null;

  constructor(readonly id: string) {}

  get path(): string {
    return `/events/${encodeURIComponent(this.id)}`;
  }

  /**
   * Loads the event, and its parts if the event has changed. Simultaneous calls share one request.
   */
  load(): Promise<void> {
    this.#asking ??= this.#load().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #load(): Promise<void> {
    try {
      this.me.value ??= await rest<Me>("GET", "/me");
      await this.#read(await rest<EventView>("GET", this.path));
      this.stale.value = false;
    } catch (e) {
      if (e instanceof Refused && e.code === "not-found") this.missing.value = true;
      else this.stale.value = true;
    }
  }

  /** Loads the parts of a version of the event, unless the page already shows this version. */
  async #read(event: EventView): Promise<void> {
    const number = Math.min(this.wanted.value, event.paired) || event.paired;
    const old = this.shown.value;
    const sees = old && old.event.version === event.version && old.event.entrant === event.entrant;
    if (sees && (old.round?.round ?? 0) === number) return;
    const newest = event.settings.format === "arena" || event.settings.format === "ladder" ? "?last=40" : ""; // an arena or ladder has a single round with all boards
    const round = (n: number) => (n ? rest<EventRound>("GET", `${this.path}/rounds/${n}${newest}`) : null);
    const [entrants, standings, last, chosen] = await Promise.all([
      rest<EventEntrant[]>("GET", `${this.path}/entrants`),
      rest<EventStandings>("GET", `${this.path}/standings`),
      round(event.paired),
      number === event.paired ? null : round(number),
    ]);
    remember(
      event,
      entrants.some((x) => x.entrant === event.entrant && x.leaves !== undefined),
    );
    this.shown.value = { event, entrants, standings, last, round: chosen ?? last };
  }

  /**
   * Sends a command and then shows the changed event. The result is false if the command failed. The
   * caller itself shows an error with the code `own`.
   */
  async send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, own?: string): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    this.refused.value = "";
    try {
      const event = await rest<EventView>(method, `${this.path}${path}`, body);
      await this.#asking;
      await this.#read(event);
      return true;
    } catch (e) {
      this.refused.value = e instanceof Refused ? e.code : "failed";
      if (this.refused.value !== own) tell(eventFault(e));
      await this.load();
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  async show(round: number): Promise<void> {
    this.wanted.value = round;
    await this.#asking;
    await this.load();
  }
}

/** The data of an event (EventDesk), refreshed while the page is visible. */
export function useDesk(id: string): EventDesk {
  const desk = useSignal<EventDesk | null>(null);
  desk.value ??= new EventDesk(id);
  const d = desk.value;
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (document.visibilityState === "visible") void d.load();
    };
    let asked = 0;
    let due: ReturnType<typeof setTimeout> | undefined;
    let leave = () => {};
    // Load the event first: the response gives a new visitor a guest account. Without the account,
    // the socket would create a second guest.
    void d.load().then(() => {
      if (d.missing.value || gone) return;
      const s = socket();
      const stop = s.listen((m) => {
        if (m.t !== "event" || m.id !== id || m.version <= (d.shown.value?.event.version ?? 0)) return;
        clearTimeout(due);
        due = setTimeout(look, Math.random() * SPREAD);
      });
      const end = s.stand("event", () => ({ t: "event", id, on: true }));
      leave = () => {
        stop();
        end();
        // Do not end the subscription to the viewer's own tournament, because the other pages need
        // it to call the player to the board.
        if (entered() !== id) s.send({ t: "event", id, on: false });
      };
    });
    const timer = setInterval(() => {
      asked += EVERY;
      if (!d.shown.value || asked >= RARELY || socket().line.value !== "open") {
        asked = 0;
        look();
      }
    }, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      leave();
      clearTimeout(due);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  useNetwork(() => void d.load());
  return d;
}
