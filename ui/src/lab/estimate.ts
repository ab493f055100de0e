// Estimates the cost of an algorithm's move on this device, by a short trial search.
import { ask } from "./desk";
import { weightsFor } from "./learnt";
import { readSpec, writeSpec, type Chosen } from "./spec";

export interface Cost {
  seconds: number;
  bytes: number;
}

/**
 * Bytes per simulation: a tree node with an edge for every move. Measurements over 50,000
 * simulations gave 560 to 3,400 bytes, depending on the game.
 */
const SIM_BYTES = 2000;
const TRIAL_SIMS = 200;
/**
 * A trial search reaches at least TRIAL_DEPTH, and goes deeper until it has counted TRIAL_NODES
 * nodes. It stops when it reaches a limit.
 */
const TRIAL_DEPTH = 3;
const TRIAL_NODES = 2000;
const TRIAL_LIMIT = 200_000;

const clock = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  const result = await work;
  return [result, performance.now() - began];
};

/**
 * Estimates the number of nodes at a depth from the counts at smaller depths. The growth is
 * measured over two plies, because a search cuts off more moves at every other ply.
 */
export function grown(counts: readonly number[], depth: number): number {
  const k = counts.length - 1;
  const [last = 1, before = 1, two = 1] = [counts[k], counts[k - 1], counts[k - 2]];
  const growth = k >= 2 ? last / two : (last / before) ** 2;
  return last * Math.max(growth, 1) ** ((depth - k) / 2);
}

export async function estimate(kind: string, { text, depth, sims }: Chosen): Promise<Cost> {
  const weights = weightsFor(localStorage, kind, text);
  const spec = readSpec(text);
  if (spec.name === "mcts") {
    const one = writeSpec({ ...spec, keep: "", threads: "" });
    const [, ms] = await clock(
      ask(kind, [], 1, { op: "think", game: kind, seed: 1, algorithm: one, sims: TRIAL_SIMS, ...weights }),
    );
    const trees = spec.keep ? 2 : 1;
    return {
      seconds: ((ms / 1000 / TRIAL_SIMS) * sims) / (Number(spec.threads) || 1),
      bytes: trees * SIM_BYTES * sims,
    };
  }
  /** The number of nodes by depth; at depth 0 the position itself is one node. */
  const counts = [1];
  let rate = 1;
  while (counts.length <= depth && (counts.length <= TRIAL_DEPTH || (counts.at(-1) ?? 0) < TRIAL_NODES)) {
    const limits = { depth: counts.length, nodes: TRIAL_LIMIT };
    const [{ counted }, ms] = await clock(ask(kind, [], 1, { op: "count", algorithm: text, limits, ...weights }));
    if (!counted) break;
    rate = counted.nodes / Math.max(ms, 0.1);
    if (counted.stopped) break;
    counts.push(counted.nodes);
  }
  return { seconds: grown(counts, depth) / rate / 1000, bytes: 0 };
}
