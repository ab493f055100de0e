// Clocks of the past: what each side had left after a move of a game that is
// over, from what its moves took.
import type { Side } from "../board";
import type { MatchView } from "../wire/messages";

/** Milliseconds by which the sum may differ from the clock: times are rounded. */
const ROUNDING_MS = 1000;

type Timed = Pick<MatchView, "control" | "opening" | "ply"> & Partial<Pick<MatchView, "spent" | "extra" | "firstMove">>;

/**
 * Milliseconds that a side had left after ply moves; null where the times of the moves do not tell it: with other clocks
 * than minutes and an increment, after moves were taken back, or if the sides did not move in turn.
 */
export function leftAt(v: Timed, last: readonly number[], s: Side, ply: number): number | null {
  const [, base, add] = /^([\d.]+)\+([\d.]+)$/.exec(v.control) ?? [];
  const spent = v.spent ?? [];
  if (!base || !add || v.opening > 0 || spent.length !== v.ply) return null;
  const sum = (i: number, until: number): number => {
    let left = Number(base) * 60_000 + (v.extra?.[i] ?? 0);
    // A first move with a time of its own is not charged.
    for (let n = v.firstMove ? i + 2 : i; n < until; n += 2) left += Number(add) * 1000 - (spent[n] ?? 0);
    return left;
  };
  // The side to move at the end has used more than its moves tell, the other one nothing.
  const over = [0, 1].map((i) => sum(i, v.ply) - (last[i] ?? 0));
  const waiting = over[(v.ply + 1) % 2] ?? 0;
  if (Math.abs(waiting) > ROUNDING_MS || Math.min(...over) < -ROUNDING_MS) return null;
  return Math.max(0, sum(s === "first" ? 0 : 1, ply));
}
