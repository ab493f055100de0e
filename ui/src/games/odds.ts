// Loads the odds (handicaps) of a game: start positions that favour a side by pieces or moves. A
// game may have this data in its folder; the data is loaded on demand.

import type { Side } from "../board";
import { again } from "../wire/again";

export interface Odds {
  /** The name of the odds; the message key is odds.<game>.<name>. */
  name: string;
  /**
   * "piece": the side that gives the odds plays without a piece. "moves": its opponent moves twice
   * at the start.
   */
  kind: "piece" | "moves";
  /** The start position, by the side that gives the odds. */
  start: Record<Side, string>;
}

/** Returns the odds for the given rule options; empty if odds do not apply to these options. */
export type OddsOf = (options: Record<string, string>) => Odds[];

const files = import.meta.glob<{ odds: OddsOf }>("../../../games/*/ui/odds.ts");

export async function loadOdds(game: string): Promise<OddsOf> {
  const file = files[`../../../games/${game}/ui/odds.ts`];
  return file ? (await again(file)).odds : () => [];
}
