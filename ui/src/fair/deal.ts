// Computes a deal from a seed: the pieces, their salts and the Merkle tree.

import { counted, emptyLeaf, hexOf, leafOf, macOf, matchHash, nodeOf } from "./hash";
import type { Hash, Match, Reveal } from "./types";

/**
 * A source of uniform random numbers: HMAC-SHA256 in counter mode, four bytes per number. Each call
 * returns a number below n.
 */
export async function sourceOf(seed: Hash): Promise<(n: number) => Promise<number>> {
  const mac = await macOf(seed);
  let blocks = 0;
  let block = new DataView(new ArrayBuffer(0));
  let used = 0;
  return async (n) => {
    // Values above the largest multiple of n are rejected, so that all results are equally likely.
    const whole = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      if (used === block.byteLength) {
        block = new DataView((await mac(counted("deal", blocks++))).buffer);
        used = 0;
      }
      const v = block.getUint32(used);
      used += 4;
      if (v < whole) return v % n;
    }
  };
}

export interface Layout {
  match: Hash;
  squares: number[];
  /** The dealt pieces, one letter per square. */
  dealt: string;
  salts: Hash[];
  /** The levels of the Merkle tree: the leaves first, the root last. */
  rows: Hash[][];
  root: Hash;
}

/** Shuffles each pack with the Fisher-Yates algorithm and builds the Merkle tree. */
export async function lay(m: Match, seed: Hash): Promise<Layout> {
  const draw = await sourceOf(seed);
  let dealt = "";
  for (const pack of m.packs) {
    const pieces = [...pack.pieces];
    for (let i = pieces.length - 1; i > 0; i--) {
      const j = await draw(i + 1);
      const swap = pieces[i]!;
      pieces[i] = pieces[j]!;
      pieces[j] = swap;
    }
    dealt += pieces.join("");
  }
  const match = await matchHash(m);
  const squares = m.packs.flatMap((p) => p.squares);
  const mac = await macOf(seed);
  const salts = await Promise.all(squares.map(async (_, i) => hexOf(await mac(counted("salt", i)))));
  const leaves = await Promise.all(squares.map((sq, i) => leafOf(match, sq, dealt[i]!, salts[i]!)));
  const rows = await plant(leaves);
  return { match, squares, dealt, salts, rows, root: rows.at(-1)![0]! };
}

async function plant(leaves: Hash[]): Promise<Hash[][]> {
  const empty = await emptyLeaf();
  let row = [...leaves, ...Array<Hash>(2 ** depthOf(leaves.length) - leaves.length).fill(empty)];
  const rows = [row];
  while (row.length > 1) {
    const below = row;
    row = await Promise.all(
      Array.from({ length: below.length / 2 }, (_, i) => nodeOf(below[2 * i]!, below[2 * i + 1]!)),
    );
    rows.push(row);
  }
  return rows;
}

/**
 * The number of levels between a leaf and the root of a Merkle tree with the given number of
 * leaves.
 */
export function depthOf(leaves: number): number {
  let depth = 0;
  while (2 ** depth < leaves) depth++;
  return depth;
}

/** The sibling hashes on the path from the leaf with index `i` to the root of the Merkle tree. */
export function pathOf(rows: Hash[][], i: number): Hash[] {
  return rows.slice(0, -1).map((row, level) => row[(i >> level) ^ 1]!);
}

/**
 * Whether the path of a reveal (a revealed piece) leads to the root of the Merkle tree. A client
 * checks this for each revealed piece.
 */
export async function leadsTo(root: Hash, match: Hash, squares: number[], r: Reveal): Promise<boolean> {
  const i = squares.indexOf(r.square);
  if (i < 0 || r.piece.length !== 1 || r.path.length !== depthOf(squares.length)) return false;
  let hash = await leafOf(match, r.square, r.piece, r.salt);
  for (const [level, beside] of r.path.entries()) {
    hash = (i >> level) % 2 === 0 ? await nodeOf(hash, beside) : await nodeOf(beside, hash);
  }
  return hash === root;
}
