// Finds the premoves that are possible after earlier premoves. Only the rules know how pieces move,
// so the rules are asked about the position after the earlier premoves.
import type { GameView, Side, Target } from "../board";
import type { Desk } from "./desk";
import type { State } from "./messages";
import { shorter, write } from "./position";

/** The cells after the premoves of a side. */
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
  /** The side that premoves; the other side is to move. */
  side: Side;
  look?: Pick<GameView, "becomes">;
}

/**
 * The premoves after a queue, or null if the rules cannot tell: in games with stones, on an impossible board, or
 * for a piece that is revealed when it moves.
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
      // The fields of the position text after the board may not fit this board
      // any more, so try again without them.
    }
  }
  return null;
}
