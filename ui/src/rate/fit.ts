// Chooses the opponent that fits the player: from the results of earlier games it chooses the
// strength at which the next game is about even. It is a pure function of the results;
// docs/strength.md has the simulation.
import { FIRST } from "../session/today";
import { strengthOf } from "./device";

/** The result of a game against an engine: its level, which may lie between two levels, and the player's score. */
export interface Past {
  id: string;
  level: number;
  score: number;
}

/** What is known of a player: how likely each strength of the grid is, as a logarithm, and the level of the next game. */
export interface Known {
  readonly belief: readonly number[];
  readonly level: number;
}

/** The strengths that are compared: levels from far below the weakest to above the strongest. */
const grid = Array.from({ length: 49 }, (_, i) => i / 4 - 3);
const strengths = new Map<string, readonly number[]>();
function strengthsOf(kind: string): readonly number[] {
  const known = strengths.get(kind) ?? grid.map((level) => strengthOf(kind, level));
  strengths.set(kind, known);
  return known;
}

/** Before the first game: a newcomer plays about like the first opponent, but may be anything. */
const SPREAD = 3;
/** The weight of what was known before a game. Older games count less, because players learn. */
const MEMORY = 0.94;
/** How far the level moves after one game at most. */
const HOP = 0.8;
/** Results that are kept: the oldest of them counts a tenth of the latest. */
export const KEPT = 40;

/** The strongest level that fits anybody: the one above is all the engine has, whatever the distance. */
export const MEASURED = 8;

/** Elo points per unit of the logistic distribution. */
const UNIT = 400 / Math.LN10;

export const newcomer: Known = {
  belief: grid.map((level) => -(((level - FIRST) / SPREAD) ** 2) / 2),
  level: FIRST,
};

/** What is known after a game against an engine of this level. */
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

/** The level at which a game is even for the player, on average over what is believed. */
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

/** The level for the next game of a player with these results, earliest first. */
export const levelAfter = (kind: string, past: readonly Past[], most?: number): number =>
  past.reduce((known, { level, score }) => learnt(kind, known, level, score, most), newcomer).level;
