// Starts the worker that knows the names of the lab's algorithms and estimates costs, when the page
// first needs it. Experiments run in workers of their own; see job.ts.
import { WorkerDesk, type Desk } from "../session/desk";
import type { Reply, Request } from "../session/messages";

export const lab = new WorkerDesk("lab");

/** The algorithms, the simplest first. */
export const algorithms = ["random", "greedy", "minimax", "alphabeta", "ordered", "deepening", "mcts"] as const;
export type Algorithm = (typeof algorithms)[number];
export const searches: readonly Algorithm[] = ["minimax", "alphabeta", "ordered"];

/** Sends a request about a position in a temporary session of a desk. */
export async function ask(
  kind: string,
  moves: string[],
  seed: number,
  q: Omit<Request, "session">,
  desk: Desk = lab,
): Promise<Reply> {
  const opened = await desk.ask({ op: "new", game: kind, moves, seed });
  const session = opened.session ?? 0;
  try {
    return await desk.ask({ ...q, session });
  } finally {
    desk.ask({ op: "drop", session }).catch(() => undefined);
  }
}

/**
 * The names that the lab has for a game: its evaluators, the default first, and its own players.
 */
export interface Names {
  evals: string[];
  players: string[];
}

const known = new Map<string, Promise<Names>>();

export function names(kind: string): Promise<Names> {
  const list =
    known.get(kind) ??
    ask(kind, [], 1, { op: "lab" }).then(({ texts = [] }) => {
      const of = (what: string) =>
        texts.map((s) => s.split(" ")).flatMap(([w, name]) => (w === what && name ? [name] : []));
      return { evals: of("eval"), players: of("player") };
    });
  known.set(kind, list);
  list.catch(() => known.delete(kind));
  return list;
}
