// Lets the organiser choose tie-breaks and their order.
import { t, tx } from "../app/i18n";
import { say } from "../app/shell";
import type { EventSettings } from "../wire/messages";

type TieBreak = NonNullable<EventSettings["tieBreaks"]>[number];

const all: readonly TieBreak[] = [
  "buchholz-cut1",
  "buchholz",
  "buchholz-median",
  "sonneborn-berger",
  "direct",
  "wins",
  "games-won",
  "progressive",
  "black-games",
];

/** Moves the entry at an index of a list one place up. */
export const raised = <T,>(list: readonly T[], at: number): T[] =>
  list.map((x, i) => (i === at - 1 ? (list[at] ?? x) : i === at ? (list[at - 1] ?? x) : x));

export function TieBreaks({ list, onChange }: { list: readonly TieBreak[]; onChange(list: TieBreak[]): void }) {
  const name = (b: TieBreak) => tx(`event.break.${b}`);
  const change = (next: TieBreak[]) => {
    onChange(next);
    say(next.map(name).join(", ") || t("event.breaks.none"));
  };
  return (
    <fieldset class="pick breaks">
      <legend>{t("event.breaks")}</legend>
      {list.length === 0 && <p>{t("event.breaks.none")}</p>}
      <ol>
        {list.map((b, i) => (
          <li key={b}>
            <span>{name(b)}</span>
            <button
              type="button"
              class="icon"
              aria-label={t("event.breaks.up", { name: name(b) })}
              disabled={i === 0}
              onClick={() => change(raised(list, i))}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 19V6M6 12l6-6 6 6" />
              </svg>
            </button>
            <button
              type="button"
              class="icon"
              aria-label={t("event.breaks.drop", { name: name(b) })}
              onClick={() => change(list.filter((x) => x !== b))}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 6l12 12M18 6L6 18" />
              </svg>
            </button>
          </li>
        ))}
      </ol>
      {list.length < all.length && (
        <label class="field">
          <span>{t("event.breaks.add")}</span>
          <select
            value=""
            onChange={(e) => {
              const chosen = all.find((b) => b === e.currentTarget.value);
              e.currentTarget.value = "";
              if (chosen) change([...list, chosen]);
            }}
          >
            <option value="">{t("event.breaks.choose")}</option>
            {all
              .filter((b) => !list.includes(b))
              .map((b) => (
                <option key={b} value={b}>
                  {name(b)}
                </option>
              ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
