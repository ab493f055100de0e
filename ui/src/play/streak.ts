// Finds series of wins in the history of a rating.
import type { RatingPoint } from "../wire/messages";

export interface Streak {
  /** The current number of wins in a row. */
  now: number;
  /** The largest number of wins in a row. */
  best: number;
}

/** Counts wins in a row. Corrections of a rating are not counted as games. */
export function streakOf(points: readonly Pick<RatingPoint, "match" | "score">[]): Streak {
  let now = 0;
  let best = 0;
  for (const p of points) {
    if (!p.match) continue;
    now = p.score === 1 ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}
