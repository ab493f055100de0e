// Converts results of games between the form of records and a readable form.
import type { Ended, Saved } from "./saved";

const winners: Record<string, Ended["winner"]> = { "1-0": "first", "0-1": "second", "1/2-1/2": "none" };
const written = { first: "1–0", second: "0–1", none: "½–½" };

/**
 * The winner according to the record, if the rules do not give a winner, for example after a
 * resignation; null if there is no such result.
 */
export function byRecord({ result = "", ended }: Pick<Saved, "result" | "ended">): Ended["winner"] | null {
  return ended ? null : (winners[result] ?? null);
}

/** The result of a game in the form of records. */
export function recorded({ winner }: Ended): string {
  return Object.keys(winners).find((text) => winners[text] === winner) ?? "*";
}

/** The result of a game in a readable form. */
export const resultText = (winner: Ended["winner"]): string => written[winner];

/**
 * Reasons why a game may end without a final position. Reasons in links are accepted only if this
 * list contains them.
 */
const OFF_BOARD = new Set(["resignation", "agreement", "time"]);

/** Validates a result and its reason from a link or a stored game. Unknown values are left out. */
export function told(result: string | null, why: string | null): Pick<Saved, "result" | "why"> {
  if (!result || !(result in winners)) return {};
  return why && OFF_BOARD.has(why) ? { result, why } : { result };
}
