// Finds the moves that a search tried, and the value of each destination square.
import type { Target } from "../board";
import type { Branch } from "../session/messages";

/** A searched move, in the order of the search. */
export interface Tried {
  code: string;
  to: number;
  /** The value for the side to move, in hundredths of the smallest unit of material. */
  value: number;
}

/**
 * The moves of the root, in the order in which the search tried them. Moves that are not in
 * `legal`, the moves of the board, are left out.
 */
export function tried(root: Branch, legal: readonly Target[]): Tried[] {
  const to = new Map(legal.map((m) => [m.code, m.to]));
  return (root.children ?? []).flatMap(({ move = "", value }) => {
    const at = to.get(move) ?? -1;
    return at < 0 ? [] : [{ code: move, to: at, value }];
  });
}

/** Formats the moves as CSV, in the order of the search. */
export const candidatesCsv = (moves: readonly Tried[]): string =>
  ["order,move,value", ...moves.map((m, i) => `${i + 1},${m.code},${m.value / 100}`), ""].join("\n");

/**
 * Maps each destination square to the value of its best move, scaled from 0 (the worst move) to 1
 * (the best move).
 */
export function heat(moves: readonly Tried[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const m of moves) best.set(m.to, Math.max(best.get(m.to) ?? -Infinity, m.value));
  const least = Math.min(...moves.map((m) => m.value));
  const span = Math.max(...moves.map((m) => m.value)) - least;
  return new Map([...best].map(([sq, v]) => [sq, span > 0 ? (v - least) / span : 1]));
}
