// Formats the odds of a game as text.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { loadOdds, type Odds, type OddsOf } from "../games/odds";
import { known } from "../session/odds";
import { sideName } from "./words";

/** The odds of a game for the given options; empty until they are loaded. */
export function useOdds(kind: string, options: Record<string, string>, wanted = true): Odds[] {
  const of = useSignal<{ kind: string; odds: OddsOf } | null>(null);
  useEffect(() => {
    if (wanted) void loadOdds(kind).then((odds) => (of.value = { kind, odds }));
  }, [kind, wanted]);
  return of.value?.kind === kind ? of.value.odds(options) : [];
}

export interface OddsLineProps {
  kind: string;
  start: string;
  options: Record<string, string>;
  /** Extra minutes in addition to the time control, with the name of the player who gets them. */
  minutes?: readonly (readonly [who: string, n: number])[];
}

/** The odds of a game as text; nothing if the game has no odds. */
export function OddsLine(p: OddsLineProps) {
  const list = useOdds(p.kind, p.options, p.start !== "");
  const found = known(p.start, list);
  const words = (p.minutes ?? []).filter(([, n]) => n > 0).map(([who, n]) => t("odds.line.time", { who, n }));
  if (found) {
    const what = tx(`odds.${p.kind}.${found.odds.name}`);
    words.unshift(t("odds.line", { who: sideName(p.kind, found.giver), what }));
  }
  return words.length > 0 ? <p class="odds">{words.join(" ")}</p> : null;
}

/** The extra minutes of both sides, with the names of the sides. */
export const bySide = (kind: string, first: number, second: number): [string, number][] => [
  [sideName(kind, "first"), first],
  [sideName(kind, "second"), second],
];
