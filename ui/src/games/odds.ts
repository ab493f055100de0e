// Odds in pieces and in moves: starts that favour a side. They are data of a
// game's folder, which may have none, and are loaded when they are asked for.

import type { Side } from "../board";
import { again } from "../wire/again";

export interface Odds {
  /** Its text is the message odds.<game>.<name>. */
  name: string;
  /** A side plays without a piece, or the other one moves twice. */
  kind: "piece" | "moves";
  /** The start by who gives them, as the rules read it. */
  start: Record<Side, string>;
}

/** The odds that go with some options of the rules; none where they do not fit. */
export type OddsOf = (options: Record<string, string>) => Odds[];

const files = import.meta.glob<{ odds: OddsOf }>("../../../games/*/ui/odds.ts");

export async function loadOdds(game: string): Promise<OddsOf> {
  const file = files[`../../../games/${game}/ui/odds.ts`];
  return file ? (await again(file)).odds : () => [];
}
