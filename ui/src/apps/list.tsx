// Contains code that the three lists of the page of apps share: loading, changing, and showing a
// secret once.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tOr } from "../app/i18n";
import { tell } from "../app/shell";
import { faultText } from "../play/hooks";
import { Refused } from "../session/desk";
import { rest } from "../wire/rest";

/** The text of an error; some error codes have texts of their own on the page of apps. */
export const whyNot = (e: unknown): string =>
  e instanceof Refused ? tOr(`apps.error.${e.code}`, faultText(e)) : faultText(e);

export interface Listed<T> {
  list: Signal<T[] | null>;
  fault: Signal<string>;
  busy: Signal<boolean>;
  load(): Promise<void>;
  /** Sends a command and reloads the list. The result is false if the command failed. */
  act(send: () => Promise<unknown>): Promise<boolean>;
}

/** Loads a list from the server, and reloads it after each command. */
export function useList<T>(path: string): Listed<T> {
  const list = useSignal<T[] | null>(null);
  const fault = useSignal("");
  const busy = useSignal(false);
  const load = async () => {
    try {
      list.value = await rest<T[]>("GET", path);
      fault.value = "";
    } catch (e) {
      fault.value = e instanceof Refused && e.code === "not-found" ? t("apps.unavailable") : faultText(e);
    }
  };
  useEffect(() => void load(), []);
  const act = async (send: () => Promise<unknown>) => {
    busy.value = true;
    try {
      await send();
      return true;
    } catch (e) {
      tell(whyNot(e));
      return false;
    } finally {
      await load();
      busy.value = false;
    }
  };
  return { list, fault, busy, load, act };
}

/** Shows a secret, which the server reveals only once. */
export function Shown(p: { label: string; about: string; secret: string; onDone(): void }) {
  const copy = () =>
    navigator.clipboard?.writeText(p.secret).then(
      () => tell(t("app.copied")),
      () => undefined,
    );
  return (
    <div class="secret" role="group" aria-label={p.label}>
      <p>{p.about}</p>
      <code>{p.secret}</code>
      <p class="row">
        <button type="button" class="button" onClick={() => void copy()}>
          {t("account.copy")}
        </button>
        <button type="button" class="button main" onClick={p.onDone}>
          {t("apps.kept")}
        </button>
      </p>
    </div>
  );
}

/** A group of checkboxes, one for each of `words`. */
export function Checks(p: { legend: string; name: string; words: readonly string[]; text(word: string): string }) {
  return (
    <fieldset>
      <legend>{p.legend}</legend>
      {p.words.map((w) => (
        <label key={w} class="check">
          <input type="checkbox" name={p.name} value={w} defaultChecked={w === p.words[0]} />
          <span>{p.text(w)}</span>
        </label>
      ))}
    </fieldset>
  );
}
