// Computes earlier clock states: the time that each side had left after a move of a finished game.
// The states follow from the times of the moves.
import type { Side } from "../board";
import type { MatchView } from "../wire/messages";

/**
 * Allowed difference in milliseconds between the sum of the times and the clock, because times are
 * rounded.
 */
const ROUNDING_MS = 1000;

type Timed = Pick<MatchView, "control" | "opening" | "ply"> & Partial<Pick<MatchView, "spent" | "extra" | "firstMove">>;

/**
 * Milliseconds that a side had left after `ply` moves; null if the times of the moves do not
 * determine it. This happens with a time control other than minutes and increment, after a
 * takeback, or if the sides did not alternate.
 */
export function leftAt(v: Timed, last: readonly number[], s: Side, ply: number): number | null {
  const [, base, add] = /^([\d.]+)\+([\d.]+)$/.exec(v.control) ?? [];
  const spent = v.spent ?? [];
  if (!base || !add || v.opening > 0 || spent.length !== v.ply) return null;
  const sum = (i: number, until: number): number => {
    let left = Number(base) * 60_000 + (v.extra?.[i] ?? 0);
    // The first move of each side has its own time limit and does not use the
    // clock.
    for (let n = v.firstMove ? i + 2 : i; n < until; n += 2) left += Number(add) * 1000 - (spent[n] ?? 0);
    return left;
  };
  // At the end, the side to move may have used time that no move contains. So only for the other
  // side must the computed time agree with the clock.
  const over = [0, 1].map((i) => sum(i, v.ply) - (last[i] ?? 0));
  const waiting = over[(v.ply + 1) % 2] ?? 0;
  if (Math.abs(waiting) > ROUNDING_MS || Math.min(...over) < -ROUNDING_MS) return null;
  return Math.max(0, sum(s === "first" ? 0 : 1, ply));
}
