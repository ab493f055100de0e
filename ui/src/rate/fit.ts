// Chooses an opponent that matches the player: from the results of earlier games it computes the
// strength at which the next game is about even. The choice depends only on the results;
// docs/strength.md has the simulation.
import { FIRST } from "../session/today";
import { strengthOf } from "./device";

/**
 * The result of a game against an engine: the engine's level, which may be fractional, and the
 * player's score.
 */
export interface Past {
  id: string;
  level: number;
  score: number;
}

/**
 * The estimate of a player's strength: `belief` is the log-probability of each strength in `grid`,
 * and `level` is the engine level for the next game.
 */
export interface Known {
  readonly belief: readonly number[];
  readonly level: number;
}

/**
 * The compared strengths as levels, in steps of a quarter: from far below the weakest level to
 * above the strongest.
 */
const grid = Array.from({ length: 49 }, (_, i) => i / 4 - 3);
const strengths = new Map<string, readonly number[]>();
function strengthsOf(kind: string): readonly number[] {
  const known = strengths.get(kind) ?? grid.map((level) => strengthOf(kind, level));
  strengths.set(kind, known);
  return known;
}

/**
 * The standard deviation of a newcomer's strength, in levels: a newcomer is about as strong as the
 * first opponent, but may be much weaker or stronger.
 */
const SPREAD = 3.5;
/**
 * The weight of the previous estimate after each game. Older games count less, because players
 * learn.
 */
const MEMORY = 0.94;
/** The most levels by which the level changes after one game. */
const HOP = 0.8;
/**
 * The number of results that are kept: the oldest result has about a tenth of the weight of the
 * latest.
 */
export const KEPT = 40;

/**
 * The strongest level that is chosen automatically. The level above this one is the engine's full
 * strength, which has no fixed distance to the other levels.
 */
export const MEASURED = 8;

/**
 * A rating difference in Elo points divided by UNIT is the natural logarithm of the odds of
 * winning.
 */
const UNIT = 400 / Math.LN10;

export const newcomer: Known = {
  belief: grid.map((level) => -(((level - FIRST) / SPREAD) ** 2) / 2),
  level: FIRST,
};

/**
 * Updates the estimate of a player after a game against an engine of level `met`. `score` is 1, 0.5
 * or 0; `most` is the strongest level to choose.
 */
export function learnt(kind: string, before: Known, met: number, score: number, most = MEASURED): Known {
  const strength = strengthOf(kind, met);
  const all = strengthsOf(kind);
  const belief = before.belief.map((log, i) => {
    const lead = ((all[i] ?? 0) - strength) / UNIT;
    const win = -Math.log1p(Math.exp(-lead));
    const loss = -Math.log1p(Math.exp(lead));
    return MEMORY * log + score * win + (1 - score) * loss;
  });
  const level = within(mean(belief), before.level - HOP, before.level + HOP);
  return { belief, level: Math.round(10 * within(level, 1, most)) / 10 };
}

const within = (x: number, least: number, most: number): number => Math.min(most, Math.max(least, x));

/** The mean of the estimated strength, as a level: at this level the next game is about even. */
function mean(belief: readonly number[]): number {
  const top = Math.max(...belief);
  let sum = 0;
  let weights = 0;
  belief.forEach((log, i) => {
    const weight = Math.exp(log - top);
    sum += weight * (grid[i] ?? 0);
    weights += weight;
  });
  return sum / weights;
}

/** The level for the next game of a player with these results, oldest first. */
export const levelAfter = (kind: string, past: readonly Past[], most?: number): number =>
  past.reduce((known, { level, score }) => learnt(kind, known, level, score, most), newcomer).level;
