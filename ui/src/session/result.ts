// Converts results of games between the form of records and the form that people
// read.
import type { Ended, Saved } from "./saved";

const winners: Record<string, Ended["winner"]> = { "1-0": "first", "0-1": "second", "1/2-1/2": "none" };
const written = { first: "1–0", second: "0–1", none: "½–½" };

/** The winner that a record names where the rules name none, as after a resignation; null if there is none. */
export function byRecord({ result = "", ended }: Pick<Saved, "result" | "ended">): Ended["winner"] | null {
  return ended ? null : (winners[result] ?? null);
}

/** How records write the result of a game. */
export function recorded({ winner }: Ended): string {
  return Object.keys(winners).find((text) => winners[text] === winner) ?? "*";
}

/** How people write a result. */
export const resultText = (winner: Ended["winner"]): string => written[winner];

/** Why a game may end other than on the board. Links say it, so it is one of a list. */
const OFF_BOARD = new Set(["resignation", "agreement", "time"]);

/** The result of a game and why, from words that a link or a stored game has; empty where they say nothing known. */
export function told(result: string | null, why: string | null): Pick<Saved, "result" | "why"> {
  if (!result || !(result in winners)) return {};
  return why && OFF_BOARD.has(why) ? { result, why } : { result };
}
