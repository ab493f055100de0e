// A game as a tree of all moves with their comments. Trees are immutable: a change returns a new tree that shares
// the unchanged nodes. A path is a list of numbers: the index of the continuation at each move.
import type { RecordMove, RecordTree } from "./saved";

export interface Node {
  /** Stays the same when a changed copy replaces the node. */
  readonly id: number;
  /** "" at the root. */
  readonly code: string;
  /** The comments before and after the move. */
  readonly before: readonly string[];
  readonly comments: readonly string[];
  /** Numeric annotation glyphs: 1 is "!", 2 is "?". */
  readonly signs: readonly number[];
  /** The main continuation first, then the variations. */
  readonly next: readonly Node[];
}

export type Path = readonly number[];

/** A tree and a place in it. */
export interface Place {
  root: Node;
  path: Path;
}

let last = 0;
const node = (code: string, m: Partial<RecordMove> = {}): Node & { next: Node[] } => ({
  id: ++last,
  code,
  before: m.before ?? [],
  comments: m.comments ?? [],
  signs: m.nags ?? [],
  next: [],
});

/** Converts a record to a tree. */
export function read(r: RecordTree): Node {
  const root = node("", { comments: r.comments });
  grow(root, r.moves);
  return root;
}

function grow(from: Node & { next: Node[] }, line: readonly RecordMove[]): void {
  let at = from;
  for (const m of line) {
    const main = node(m.code, m);
    at.next.push(main);
    for (const v of m.variations ?? []) grow(at, v);
    at = main;
  }
}

/** Converts a tree to a record. */
export function write(root: Node): RecordTree {
  return { ...(root.comments.length > 0 ? { comments: [...root.comments] } : {}), moves: line(root) };
}

/** The continuation of a node as record moves. */
function line(from: Node): RecordMove[] {
  const out: RecordMove[] = [];
  for (let at = from; at.next[0]; at = at.next[0]) {
    const [main, ...others] = at.next as [Node, ...Node[]];
    const variations = others.map((v) => [move(v)].concat(line(v)));
    out.push({ ...move(main), ...(variations.length > 0 ? { variations } : {}) });
  }
  return out;
}

function move(n: Node): RecordMove {
  return {
    code: n.code,
    ...(n.before.length > 0 ? { before: [...n.before] } : {}),
    ...(n.comments.length > 0 ? { comments: [...n.comments] } : {}),
    ...(n.signs.length > 0 ? { nags: [...n.signs] } : {}),
  };
}

/** The nodes on a path, the root first, as far as they exist. */
export function nodesOn(root: Node, path: Path): Node[] {
  const out = [root];
  for (const i of path) {
    const next = out.at(-1)?.next[i];
    if (!next) break;
    out.push(next);
  }
  return out;
}

/** The node at the end of a path, or the last existing one. */
export const nodeAt = (root: Node, path: Path): Node => nodesOn(root, path).at(-1) ?? root;

export const codesOn = (root: Node, path: Path): string[] =>
  nodesOn(root, path)
    .slice(1)
    .map((n) => n.code);

/** A path extended by the main continuations to the end. */
export function toEnd(root: Node, path: Path): Path {
  const out = [...path];
  for (let n = nodeAt(root, path); n.next[0]; n = n.next[0]) out.push(0);
  return out;
}

/** Whether a move of a tree has this code. A record may append the revealed piece to the code. */
const isSame = (known: string, code: string): boolean =>
  known.startsWith(code) && /^[^0-9]*$/.test(known.slice(code.length));

/** The index of the continuation with this code, or -1. */
export function childOf(n: Node, code: string): number {
  const exact = n.next.findIndex((c) => c.code === code);
  return exact >= 0 ? exact : n.next.findIndex((c) => isSame(c.code, code));
}

/** The path of a list of codes, as far as it exists in the tree. */
export function pathOf(root: Node, codes: readonly string[]): Path {
  const path: number[] = [];
  let at: Node | undefined = root;
  for (const code of codes) {
    const i: number = at ? childOf(at, code) : -1;
    if (i < 0) break;
    path.push(i);
    at = at?.next[i];
  }
  return path;
}

/** The tree with a replaced node at the end of a path. */
function changed(root: Node, path: Path, change: (n: Node) => Node): Node {
  const nodes = nodesOn(root, path);
  let made = change(nodes.at(-1) ?? root);
  for (let i = nodes.length - 2; i >= 0; i--) {
    const parent = nodes[i] ?? root;
    made = { ...parent, next: parent.next.with(path[i] ?? 0, made) };
  }
  return made;
}

/** Plays a move at a place: an existing continuation, or a new one at the end of the list. */
export function play({ root, path }: Place, code: string): Place {
  const at = nodeAt(root, path);
  const known = childOf(at, code);
  if (known >= 0) return { root, path: [...path, known] };
  const grown = changed(root, path, (n) => ({ ...n, next: [...n.next, node(code)] }));
  return { root: grown, path: [...path, at.next.length] };
}

/** Whether a path leaves the main line. */
export const isBranch = (path: Path): boolean => path.some((i) => i > 0);

/** Makes the innermost variation on a path the main continuation at its branching point. */
export function promote({ root, path }: Place): Place {
  const i = path.findLastIndex((n) => n > 0);
  const from = path[i];
  if (from === undefined) return { root, path };
  const made = changed(root, path.slice(0, i), (n) => {
    const one = n.next[from];
    return one ? { ...n, next: [one, ...n.next.toSpliced(from, 1)] } : n;
  });
  return { root: made, path: path.with(i, 0) };
}

/** Deletes the move at the end of a path with its continuation. */
export function remove({ root, path }: Place): Place {
  const from = path.at(-1);
  if (from === undefined) return { root, path };
  const rest = path.slice(0, -1);
  return { root: changed(root, rest, (n) => ({ ...n, next: n.next.toSpliced(from, 1) })), path: rest };
}

/** Changes the comments or signs of a move, or of the start. */
export const annotate = ({ root, path }: Place, part: Partial<Pick<Node, "before" | "comments" | "signs">>): Node =>
  changed(root, path, (n) => ({ ...n, ...part }));

/** The signs that judge a move. A move has at most one of them. */
export const JUDGEMENTS = [1, 2, 3, 4, 5, 6];

/** The signs with another judgement, or without it if it is already set. */
export function judged(signs: readonly number[], sign: number): number[] {
  const others = signs.filter((s) => !JUDGEMENTS.includes(s));
  return signs.includes(sign) ? others : [sign, ...others];
}

const COMMAND = /\[%[^\]]*\]/g;

/** The comments for people, without the clocks and values that programs wrote. */
export const spoken = (texts: readonly string[]): string =>
  texts
    .map((t) => t.replace(COMMAND, "").trim())
    .filter(Boolean)
    .join(" ");

/** The comments with new words; what programs wrote is kept. */
export function worded(texts: readonly string[], words: string): string[] {
  const commands = texts.flatMap((t) => t.match(COMMAND) ?? []).join(" ");
  return [commands, words.trim().replace(/\s+/g, " ")].filter(Boolean);
}

/** Milliseconds that the mover had left after its move; null if unknown. */
export function clockOf(n: Node): number | null {
  const [, h, m, s] = /\[%clk (\d+):(\d+):([\d.]+)\]/.exec(n.comments.join(" ")) ?? [];
  return s ? (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000 : null;
}

/** Every line of the tree: the main line, then each variation from its branching point. */
export function lines(root: Node): { path: Path; nodes: Node[] }[] {
  const out: { path: Path; nodes: Node[] }[] = [];
  const todo: Path[] = [[]];
  for (let begin = todo.pop(); begin; begin = todo.pop()) {
    const path = toEnd(root, begin);
    const nodes = nodesOn(root, path);
    out.push({ path: begin, nodes: nodes.slice(Math.max(1, begin.length)) });
    for (let i = nodes.length - 2; i >= begin.length; i--)
      for (let v = (nodes[i]?.next.length ?? 0) - 1; v > 0; v--) todo.push([...path.slice(0, i), v]);
  }
  return out;
}
