// The rules as a side of their own: the modules of the build, run in the process
// of the tests. It replays the log of a visit and never sees a page.
import { builtGames, startModule, type Answer } from "../../test/modules";
import type { Reply, Request, State } from "../../src/session/messages";

export type Side = "first" | "second";
export type Eyes = Side | "" | "all";

/** A game as a visit keeps it: how it began and the codes that were played. */
export interface Played {
  kind: string;
  options: Record<string, string>;
  start: string;
  /** Of the deal, in a game on this device. */
  seed: number;
  codes: string[];
}

const answers = new Map<string, Answer>();

/** Starts the rules once per process. */
export async function startRules(): Promise<void> {
  if (answers.size) return;
  for (const kind of builtGames()) answers.set(kind, await startModule(kind));
}

function ask(kind: string, q: Request): Reply {
  const answer = answers.get(kind);
  if (!answer) throw new Error(`the rules of ${kind} have not been started`);
  const r = JSON.parse(answer(JSON.stringify(q), () => undefined)) as Reply;
  if (r.error) throw new Error(`rules: ${q.op}: ${r.error.code}: ${r.error.text}`);
  return r;
}

/** What the viewer of a state wants of it. */
export interface Wish {
  view: Eyes;
  notation: string;
  lang: string;
}

/** The state of a game after some of its moves, opened for as long as f takes. */
function opened<T>(g: Played, wish: Wish, codes: readonly string[], f: (state: State, session: number) => T): T {
  const { kind, options, start, seed } = g;
  const r = ask(kind, { op: "new", game: kind, options, start, seed, moves: [...codes], ...wish });
  if (!r.state || !r.session) throw new Error("rules: no state");
  try {
    return f(r.state, r.session);
  } finally {
    ask(kind, { op: "drop", session: r.session });
  }
}

/** The state after all moves of the log, or after the first of them. */
export const stateAt = (g: Played, wish: Wish, ply = g.codes.length): State =>
  opened(g, wish, g.codes.slice(0, ply), (s) => s);

/** The move that a text in the list means: the one legal move that is written so. */
export function meant(g: Played, wish: Wish, text: string): string {
  const legal = stateAt(g, wish).legal.map((t) => t.code);
  const found = legal.filter((code) => written(g, wish, code) === text);
  if (found.length !== 1)
    throw new Error(`the list says ${JSON.stringify(text)}: ${found.length} legal moves are written so`);
  return found[0] ?? "";
}

/** How a legal move is written. */
export function written(g: Played, wish: Wish, code: string): string {
  return opened(g, wish, [...g.codes, code], (s) => s.texts?.at(-1) ?? "");
}

/** What is known of a game: its size, its sides, its notations. */
export function about(kind: string): NonNullable<Reply["games"]>[number] {
  const found = ask(kind, { op: "games" }).games?.find((g) => g.name === kind);
  if (!found) throw new Error(`no game ${kind}`);
  return found;
}
