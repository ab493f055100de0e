// Describes changes of a tree as values. An edit identifies its place by the codes of the moves
// that lead to the place, so it means the same after other edits: the edits of one tab are applied
// in the other tabs (docs/adr/0029).
import type { RecordMove } from "./saved";
import * as tree from "./tree";
import type { Keys, Node } from "./tree";

/** The changed comments and annotation signs of a move or of the start position. */
export type Said = Partial<Pick<Node, "before" | "comments" | "signs">>;

export type Edit =
  /** Adds a move if it is missing. */
  | { do: "add"; at: Keys }
  /** Replaces comments or signs. If the move was deleted, it is added again. */
  | { do: "say"; at: Keys; said: Said }
  /** Makes a variation the main line: every move of the path becomes the first continuation. */
  | { do: "lead"; at: Keys }
  /** Moves a variation one place up among its siblings. */
  | { do: "raise"; at: Keys }
  /**
   * Deletes a move and all moves after it. `keep` lists the places of moves that other tabs have
   * changed in the meantime; these moves are not deleted.
   */
  | { do: "cut"; at: Keys; keep?: Keys[] }
  /** Restores a deleted branch as the continuation number `index` of the move at `at`. */
  | { do: "graft"; at: Keys; index: number; branch: RecordMove[] };

/** Applies an edit. Returns the same object if nothing has changed. */
export function apply(root: Node, e: Edit): Node {
  switch (e.do) {
    case "add":
      return within(root, e.at, (n) => n);
    case "say":
      return within(root, e.at, (n) => ({ ...n, ...e.said }));
    case "lead":
      return lead(root, e.at);
    case "raise":
      return raise(root, e.at);
    case "cut":
      return cut(root, e.at, e.keep ?? []);
    case "graft":
      return within(root, e.at, (n) => graft(n, e.index, e.branch));
  }
}

/** Changes the node at a place. Missing moves of the path are added as last continuations. */
function within(root: Node, at: Keys, change: (n: Node) => Node): Node {
  const path = tree.pathTo(root, at);
  const missing = at.slice(path.length);
  if (missing.length === 0) {
    const old = tree.nodeAt(root, path);
    const made = change(old);
    return made === old ? root : tree.changed(root, path, () => made);
  }
  let made = change(tree.node(tree.codeOf(missing.at(-1) ?? "")));
  for (let i = missing.length - 2; i >= 0; i--) made = { ...tree.node(tree.codeOf(missing[i] ?? "")), next: [made] };
  return tree.changed(root, path, (n) => ({ ...n, next: [...n.next, made] }));
}

/** Moves the child at `from` to `index`. */
function moved(n: Node, from: number, index: number): Node {
  const one = n.next[from];
  return one ? { ...n, next: n.next.toSpliced(from, 1).toSpliced(index, 0, one) } : n;
}

function lead(root: Node, at: Keys): Node {
  const path = tree.pathTo(root, at);
  let made = root;
  // Begin at the end of the path: a change deeper in the tree does not change the indexes above it.
  for (let i = path.length - 1; i >= 0; i--) {
    const from = path[i] ?? 0;
    if (from > 0) made = tree.changed(made, path.slice(0, i), (n) => moved(n, from, 0));
  }
  return made;
}

function raise(root: Node, at: Keys): Node {
  const path = tree.pathTo(root, at);
  const from = path.at(-1) ?? 0;
  if (path.length < at.length || from === 0) return root;
  return tree.changed(root, path.slice(0, -1), (n) => moved(n, from, from - 1));
}

function cut(root: Node, at: Keys, keep: readonly Keys[]): Node {
  const path = tree.pathTo(root, at);
  const from = path.at(-1);
  if (from === undefined || path.length < at.length) return root;
  const kept = keep.map((k) => k.slice(at.length));
  return tree.changed(root, path.slice(0, -1), (n) => {
    const left = pruned(n.next[from], kept);
    return { ...n, next: left ? n.next.with(from, left) : n.next.toSpliced(from, 1) };
  });
}

/** Reduces a node to the branches that lead to the kept places; undefined if no branch does. */
function pruned(n: Node | undefined, keep: readonly Keys[]): Node | undefined {
  if (!n || keep.length === 0) return undefined;
  const wanted = new Map<number, Keys[]>();
  for (const [key, ...rest] of keep) {
    const i = key === undefined ? -1 : tree.indexOf(n.next, key);
    if (i >= 0) wanted.set(i, [...(wanted.get(i) ?? []), rest]);
  }
  const next = n.next.flatMap((c, i) => pruned(c, wanted.get(i) ?? []) ?? []);
  return { ...n, next };
}

function graft(n: Node, index: number, branch: RecordMove[]): Node {
  const [first] = branch;
  if (!first) return n;
  const whole = { next: [] as Node[] } as Node & { next: Node[] };
  tree.grow(whole, branch);
  const [put] = whole.next as [Node];
  const there = tree.indexOf(n.next, first.code);
  const old = n.next[there];
  return {
    ...n,
    next: old ? n.next.with(there, merged(old, put)) : n.next.toSpliced(Math.min(index, n.next.length), 0, put),
  };
}

/**
 * Combines a move that was added again with the contents that the move had before it was deleted.
 */
function merged(now: Node, old: Node): Node {
  const next = [...now.next];
  for (const c of old.next) {
    const i = next.findIndex((x) => x.code === c.code);
    const same = next[i];
    if (same) next[i] = merged(same, c);
    else next.push(c);
  }
  const said = (a: readonly string[], b: readonly string[]) => (a.length > 0 ? a : b);
  return {
    ...now,
    before: said(now.before, old.before),
    comments: said(now.comments, old.comments),
    signs: now.signs.length > 0 ? now.signs : old.signs,
    next,
  };
}

/** Whether the place of an edit is the place `at` or a place after it in the tree. */
export const touches = (e: Edit, at: Keys): boolean => at.every((key, i) => e.at[i] === key);
