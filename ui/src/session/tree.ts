// Represents a game as a tree of all moves with their comments. Trees are immutable: a change
// returns a new tree that shares the unchanged nodes. A path is a list of numbers: the index of the
// continuation at each move.
import type { RecordMove, RecordTree } from "./saved";

export interface Node {
  /** The id stays the same when a changed copy replaces the node. */
  readonly id: number;
  /** The code of the move; "" at the root. */
  readonly code: string;
  /** The comments before the move (`before`) and after the move (`comments`). */
  readonly before: readonly string[];
  readonly comments: readonly string[];
  /** Numeric annotation glyphs: 1 is "!", 2 is "?". */
  readonly signs: readonly number[];
  /** The continuations: the main continuation first, then the variations. */
  readonly next: readonly Node[];
}

export type Path = readonly number[];

/** A tree and the path of a place in it. */
export interface Place {
  root: Node;
  path: Path;
}

let last = 0;
/** Creates a node without continuations. */
export const node = (code: string, m: Partial<RecordMove> = {}): Node & { next: Node[] } => ({
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

/** Adds a line with its variations to a new node that no other tree shares. */
export function grow(from: Node & { next: Node[] }, line: readonly RecordMove[]): void {
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

/**
 * A cache of branches that were converted to record moves, by node. Its entries stay valid because
 * nodes never change.
 */
const written = new WeakMap<Node, RecordMove[]>();

/** A move and all moves after it as record moves. The caller must not change the result. */
export function branchOf(n: Node): RecordMove[] {
  const known = written.get(n) ?? [move(n)].concat(line(n));
  written.set(n, known);
  return known;
}

/** The continuation of a node as record moves. */
function line(from: Node): RecordMove[] {
  const out: RecordMove[] = [];
  for (let at = from; at.next[0]; at = at.next[0]) {
    const [main, ...others] = at.next as [Node, ...Node[]];
    const variations = others.map(branchOf);
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

/** The nodes on a path, the root first. The list ends where the path leaves the tree. */
export function nodesOn(root: Node, path: Path): Node[] {
  const out = [root];
  for (const i of path) {
    const next = out.at(-1)?.next[i];
    if (!next) break;
    out.push(next);
  }
  return out;
}

/**
 * The node at the end of a path. If the path leaves the tree, the last node that the path and the
 * tree share.
 */
export const nodeAt = (root: Node, path: Path): Node => nodesOn(root, path).at(-1) ?? root;

export const codesOn = (root: Node, path: Path): string[] =>
  nodesOn(root, path)
    .slice(1)
    .map((n) => n.code);

/** Extends a path by main continuations to the end of the line. */
export function toEnd(root: Node, path: Path): Path {
  const out = [...path];
  for (let n = nodeAt(root, path); n.next[0]; n = n.next[0]) out.push(0);
  return out;
}

/**
 * Whether two codes mean the same move: `known`, from a tree, may end with the letters of a
 * revealed piece that `code` does not have.
 */
const isSame = (known: string, code: string): boolean =>
  known.startsWith(code) && /^[^0-9]*$/.test(known.slice(code.length));

/** The index of the continuation with this code, or -1. */
export function childOf(n: Node, code: string): number {
  const exact = n.next.findIndex((c) => c.code === code);
  return exact >= 0 ? exact : n.next.findIndex((c) => isSame(c.code, code));
}

/** The path of a list of codes; it ends at the first code that the tree does not contain. */
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

/**
 * A place in a tree: the keys (mostly codes) of the moves that lead to it. Unlike a path, it stays
 * valid while other moves are added or deleted.
 */
export type Keys = readonly string[];

/**
 * In a key, this character separates the move's code from a number. The number tells continuations
 * with the same code apart, which a record may contain.
 */
const AGAIN = "#";

/** The key of a continuation among its siblings. */
function keyOf(siblings: readonly Node[], i: number): string {
  const code = siblings[i]?.code ?? "";
  let n = 0;
  for (let j = 0; j < i; j++) if (siblings[j]?.code === code) n++;
  return n > 0 ? `${code}${AGAIN}${n}` : code;
}

/** The index of the continuation with this key, or -1. */
export function indexOf(siblings: readonly Node[], key: string): number {
  const [code = "", again = "0"] = key.split(AGAIN);
  let n = Number(again);
  return siblings.findIndex((s) => s.code === code && n-- === 0);
}

/** The code of the move in a key. */
export const codeOf = (key: string): string => key.split(AGAIN)[0] ?? "";

/** The keys of a path. */
export function keysOn(root: Node, path: Path): Keys {
  const out: string[] = [];
  let at: Node | undefined = root;
  for (const i of path) {
    if (!at?.next[i]) break;
    out.push(keyOf(at.next, i));
    at = at.next[i];
  }
  return out;
}

/** The path of a list of keys; it ends at the first key that the tree does not contain. */
export function pathTo(root: Node, keys: Keys): Path {
  const path: number[] = [];
  let at: Node | undefined = root;
  for (const key of keys) {
    const i: number = at ? indexOf(at.next, key) : -1;
    if (i < 0) break;
    path.push(i);
    at = at?.next[i];
  }
  return path;
}

/** Returns the tree with a changed node at the end of a path. */
export function changed(root: Node, path: Path, change: (n: Node) => Node): Node {
  const nodes = nodesOn(root, path);
  let made = change(nodes.at(-1) ?? root);
  for (let i = nodes.length - 2; i >= 0; i--) {
    const parent = nodes[i] ?? root;
    made = { ...parent, next: parent.next.with(path[i] ?? 0, made) };
  }
  return made;
}

/** Whether a path contains a variation. */
export const isBranch = (path: Path): boolean => path.some((i) => i > 0);

/**
 * The length of a path up to and including the first move of its innermost variation; 0 on the main
 * line.
 */
export const branchAt = (path: Path): number => path.findLastIndex((i) => i > 0) + 1;

const sizes = new WeakMap<Node, number>();

/** The number of moves after a node, including all variations. */
export function sizeOf(n: Node): number {
  const todo = [n];
  for (let at = todo.at(-1); at; at = todo.at(-1)) {
    if (sizes.has(at)) {
      todo.pop();
      continue;
    }
    const open = at.next.filter((c) => !sizes.has(c));
    if (open.length > 0) todo.push(...open);
    else {
      sizes.set(
        at,
        at.next.reduce((sum, c) => sum + 1 + (sizes.get(c) ?? 0), 0),
      );
      todo.pop();
    }
  }
  return sizes.get(n) ?? 0;
}

/** The annotation signs that judge a move. A move has at most one of these signs. */
export const JUDGEMENTS = [1, 2, 3, 4, 5, 6];

/**
 * Sets a sign that judges a move, in place of the sign that judged the move before. If the sign is
 * already set, it is removed.
 */
export function judged(signs: readonly number[], sign: number): number[] {
  const others = signs.filter((s) => !JUDGEMENTS.includes(s));
  return signs.includes(sign) ? others : [sign, ...others];
}

/**
 * Matches the commands that programs write into comments: clocks, times, values, drawings. Unknown
 * commands are treated as text.
 */
const COMMAND = /\[%(?:clk|egt|emt|mct|eval|csl|cal)(?:\s[^\]]*)?\]/g;

/** The comments without the commands that programs write, such as clocks and values. */
export const spoken = (texts: readonly string[]): string =>
  texts
    .map((t) => t.replace(COMMAND, "").trim())
    .filter(Boolean)
    .join(" ");

/** Replaces the text of the comments and keeps the commands that programs wrote. */
export function worded(texts: readonly string[], words: string): string[] {
  const commands = texts.flatMap((t) => t.match(COMMAND) ?? []).join(" ");
  return [commands, words.trim().replace(/\s+/g, " ")].filter(Boolean);
}

/** Milliseconds that a side had left after its move; null if unknown. */
export function clockOf(n: Node): number | null {
  const [, h, m, s] = /\[%clk (\d+):(\d+):([\d.]+)\]/.exec(n.comments.join(" ")) ?? [];
  return s ? (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000 : null;
}

/** If a tree has more moves than MANY, only the moves near the shown move are displayed. */
export const MANY = 600;
/** The number of displayed moves before the shown move. */
const BEFORE = 40;
const NEAR = 150;

/** A part of a tree, as far as it is displayed. */
export interface Part {
  /** The path of the move after which the part begins. */
  from: Path;
  /** Whether a move is in the part. */
  has(n: Node): boolean;
}

/**
 * The displayed part of a tree: the whole tree or, if the tree is large, the moves that are nearest
 * to the move at the path `at`.
 */
export function partAt(root: Node, at: Path): Part {
  if (sizeOf(root) <= MANY) return { from: [], has: () => true };
  const way = nodesOn(root, at);
  const from = at.slice(0, Math.max(0, at.length - BEFORE));
  const ids = new Set(way.slice(from.length).map((n) => n.id));
  // Collects the nodes in the order of their distance from the shown move: first its continuations,
  // and step by step also the continuations of the earlier moves on the path.
  let edge: (Node | undefined)[] = [way.at(-1)];
  for (let up = way.length - 2; ids.size < NEAR && (edge.length > 0 || up >= from.length); up--) {
    const next: Node[] = [];
    for (const n of edge)
      for (const c of n?.next ?? []) {
        if (ids.size >= NEAR) break;
        if (!ids.has(c.id)) next.push(c);
        ids.add(c.id);
      }
    edge = up >= from.length ? [...next, way[up]] : next;
  }
  return { from, has: (n) => ids.has(n.id) };
}

/**
 * The lines of the displayed part of a tree. Each line begins with the first move of a variation or
 * of the part, and ends where the part ends.
 */
export function linesIn(root: Node, part: Part): { path: Path; nodes: Node[] }[] {
  const out: { path: Path; nodes: Node[] }[] = [];
  const todo: { path: Path; first: Node }[] = [];
  /**
   * The continuations of the node `n` that are in the displayed part, beginning with index `from`.
   */
  const others = (n: Node, path: Path, from: number) =>
    n.next.flatMap((first, i) => (i >= from && part.has(first) ? [{ path: [...path, i], first }] : []));
  todo.push(...others(nodeAt(root, part.from), part.from, 0).toReversed());
  for (let one = todo.pop(); one; one = todo.pop()) {
    const nodes = [one.first];
    const path = [...one.path];
    const found: typeof todo = [];
    for (let n: Node = one.first; ;) {
      found.push(...others(n, path, 1));
      const [main] = n.next;
      if (!main || !part.has(main)) break;
      nodes.push(main);
      path.push(0);
      n = main;
    }
    out.push({ path: one.path, nodes });
    todo.push(...found.toReversed());
  }
  return out;
}
