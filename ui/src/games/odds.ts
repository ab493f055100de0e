// Loads the odds of a game (odds of pieces and moves: start positions that favour a side). This
// data is optional: it is in a game's folder and is loaded on demand.

import type { Side } from "../board";
import { again } from "../wire/again";

export interface Odds {
  /** The message key is odds.<game>.<name>. */
  name: string;
  /** One side plays without a piece, or the other one moves twice. */
  kind: "piece" | "moves";
  /** The start position by the side that gives the odds. */
  start: Record<Side, string>;
}

/** The odds for given rule options; empty if they do not apply. */
export type OddsOf = (options: Record<string, string>) => Odds[];

const files = import.meta.glob<{ odds: OddsOf }>("../../../games/*/ui/odds.ts");

export async function loadOdds(game: string): Promise<OddsOf> {
  const file = files[`../../../games/${game}/ui/odds.ts`];
  return file ? (await again(file)).odds : () => [];
}
