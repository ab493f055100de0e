// Runs the compiled rules modules in the process of the tests, independently of the pages. It
// replays the moves that the test has recorded, and never reads a page.
import { builtGames, startModule, type Answer } from "../../test/modules";
import type { Reply, Request, State } from "../../src/session/messages";

export type Side = "first" | "second";
export type Eyes = Side | "" | "all";

/** A game as the test has recorded it: how it started, and the codes of the played moves. */
export interface Played {
  kind: string;
  options: Record<string, string>;
  start: string;
  /** The seed of the deal, in a game on this device. */
  seed: number;
  codes: string[];
}

const answers = new Map<string, Answer>();

/** Loads the rules modules, once per process. */
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

/** How to show a state: for which viewer, in which move notation and in which language. */
export interface Wish {
  view: Eyes;
  notation: string;
  lang: string;
}

/**
 * Runs the function `f` with a temporary session of the rules module, in which the given moves have
 * been played.
 */
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

/**
 * A cache of states, because a page is compared with the same state repeatedly until both are
 * equal.
 */
const known = new Map<string, State>();
const KNOWN = 200;

/** The state after all recorded moves, or after the first `ply` moves. */
export function stateAt(g: Played, wish: Wish, ply = g.codes.length): State {
  const codes = g.codes.slice(0, ply);
  const key = JSON.stringify([g.kind, g.options, g.start, g.seed, codes, wish.view, wish.notation, wish.lang]);
  const found = known.get(key) ?? opened(g, wish, codes, (s) => s);
  if (known.size === KNOWN) known.clear();
  known.set(key, found);
  return found;
}

/**
 * The code of the legal move whose text is `text`. It throws if there is not exactly one such move.
 */
export function meant(g: Played, wish: Wish, text: string): string {
  const legal = stateAt(g, wish).legal.map((t) => t.code);
  // Writing a move as text is cheap; `written`, which plays the move in a new session, is
  // expensive. So only the moves with a matching text are checked by `written`. If no text matches,
  // all legal moves are, because some views may write a move differently.
  const alike = opened(g, wish, g.codes, (_, session) =>
    legal.filter((code) => ask(g.kind, { op: "write", session, ...wish, moves: [code] }).texts?.[0] === text),
  );
  const found = (alike.length ? alike : legal).filter((code) => written(g, wish, code) === text);
  if (found.length !== 1)
    throw new Error(`the list says ${JSON.stringify(text)}: ${found.length} legal moves are written so`);
  return found[0] ?? "";
}

/** The text of a legal move. */
export function written(g: Played, wish: Wish, code: string): string {
  return opened(g, wish, [...g.codes, code], (s) => s.texts?.at(-1) ?? "");
}

type About = NonNullable<Reply["games"]>[number];
const described = new Map<string, About>();

/** The description of a game: its size, sides and notations. */
export function about(kind: string): About {
  const found = described.get(kind) ?? ask(kind, { op: "games" }).games?.find((g) => g.name === kind);
  if (!found) throw new Error(`no game ${kind}`);
  described.set(kind, found);
  return found;
}
