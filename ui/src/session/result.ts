// Converts results of games between the form of records and a readable form.
import type { Ended, Saved } from "./saved";

const winners: Record<string, Ended["winner"]> = { "1-0": "first", "0-1": "second", "1/2-1/2": "none" };
const written = { first: "1–0", second: "0–1", none: "½–½" };

/**
 * The winner according to the result in the record; null if the rules have ended the game or the
 * record has no result.
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
 * Reasons for the end of a game whose last position is not a final position by the rules. A link
 * may give only these reasons.
 */
const OFF_BOARD = new Set(["resignation", "agreement", "time"]);

/** Validates a result and its reason from a link or a stored game. Unknown values are left out. */
export function told(result: string | null, why: string | null): Pick<Saved, "result" | "why"> {
  if (!result || !(result in winners)) return {};
  return why && OFF_BOARD.has(why) ? { result, why } : { result };
}
