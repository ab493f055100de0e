// Chooses moves for a player without a plan: any legal move, captures preferred.
import { stateAt, type Played, type Wish } from "./rules";

/**
 * Returns a legal move: a move from `wanted`, otherwise a capture, otherwise a move that depends on
 * the ply.
 */
export function choose(g: Played, wish: Wish, wanted: readonly string[] = []): string {
  const s = stateAt(g, wish);
  const codes = s.legal.map((t) => t.code);
  const liked = wanted.find((code) => codes.includes(code));
  if (liked) return liked;
  const plain = s.legal.filter((t) => t.to >= 0 && /\d$/.test(t.code));
  const takes = plain.filter((t) => s.cells[t.to]);
  const pool = takes.length > 0 ? takes : plain;
  return pool[(s.ply * 7) % pool.length]?.code ?? codes[0] ?? "";
}
