// Finds the premoves that are possible after earlier premoves. Only the rules module knows how
// pieces move, so it is asked about the position after the earlier premoves.
import type { GameView, Side, Target } from "../board";
import type { Desk } from "./desk";
import type { State } from "./messages";
import { shorter, write } from "./position";

/** Returns the cells of the board after a side's premoves. */
export function after(
  cells: readonly string[],
  queue: readonly Target[],
  side: Side,
  look?: Pick<GameView, "becomes">,
): string[] {
  const out = [...cells];
  for (const t of queue) {
    if (t.from < 0 || t.to < 0) continue;
    const piece = out[t.from] ?? "";
    out[t.from] = "";
    out[t.to] = look?.becomes?.(t, side) ?? piece;
  }
  return out;
}

export interface Ahead {
  kind: string;
  options: Record<string, string>;
  state: State;
  /** The side that makes premoves; it is the other side's turn. */
  side: Side;
  look?: Pick<GameView, "becomes">;
}

/**
 * Returns the premoves after a queue, or null if the rules cannot compute them: in games with
 * stones, on an impossible board, or for a piece that is revealed when it moves.
 */
export async function onward(rules: Desk, a: Ahead, queue: readonly Target[]): Promise<Target[] | null> {
  if (queue.length === 0 || queue.some((t) => t.from < 0)) return null;
  const { state: s, side: view } = a;
  const board = after(s.cells, queue, view, a.look);
  for (const start of shorter(write(s.position, board, s.width, s.height))) {
    try {
      const r = await rules.ask({ op: "new", game: a.kind, options: a.options, start, view });
      void rules.ask({ op: "drop", session: r.session });
      return r.state?.premoves ?? null;
    } catch {
      // The position text has further fields after the board. They may not fit the changed board,
      // so try again with fewer fields.
    }
  }
  return null;
}
