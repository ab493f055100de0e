// What is said of a move in any game, and how a taste chooses by it: the same numbers as package engine/character
// computes, whose testdata/golden.json holds the two together. Pure functions; luck is an argument.
import type { Side } from "../board";

/** The board before a move. Capitals are pieces of the first side. */
export interface Grid {
  width: number;
  height: number;
  cells: readonly string[];
}

export const factNames = ["take", "trade", "check", "forward", "centre", "own", "enemy"] as const;
export type Facts = Partial<Record<(typeof factNames)[number], number>>;

/** A move with its winning chance and its facts. */
export interface Candidate {
  code: string;
  chance: number;
  facts: Facts;
}

/** The largest loss of winning chance that a taste or a liked opening may cost, and that of an opening that was asked for. */
export const SLACK = 0.03;
export const ASKED = 0.15;
/** The winning chance from which a game is won: no taste delays it then. */
export const SURE = 0.95;
/** The loss of winning chance from which a move is a blunder. Only a level blunders, never a taste. */
export const GRAVE = 0.2;

const sideOf = (token: string): Side => (token === token.toUpperCase() ? "first" : "second");

/** The number of pieces of a side. */
export const pieces = (g: Grid, side: Side): number => g.cells.filter((c) => c && sideOf(c) === side).length;

/** How near a square is to the centre: 1 there, 0 at the edge. */
function centre(g: Grid, sq: number): number {
  const off = (at: number, size: number) => Math.abs(2 * at - size + 1) / (size - 1);
  return 1 - Math.max(off(sq % g.width, g.width), off(Math.floor(sq / g.width), g.height));
}

/** The facts that the board before a move tells. `from` is negative for a stone. */
export function factsOf(g: Grid, from: number, to: number, mover: Side): Facts {
  const rank = (sq: number) => Math.floor(sq / g.width);
  const taken = g.cells[to];
  const f = { take: taken && sideOf(taken) !== mover ? 1 : 0, centre: centre(g, to), forward: 0, own: 0, enemy: 0 };
  if (from >= 0) {
    f.centre -= centre(g, from);
    f.forward = ((rank(to) - rank(from)) / (g.height - 1)) * (mover === "first" ? 1 : -1);
  }
  for (let y = rank(to) - 1; y <= rank(to) + 1; y++)
    for (let x = (to % g.width) - 1; x <= (to % g.width) + 1; x++) {
      const at = y * g.width + x;
      const token = x < 0 || y < 0 || x >= g.width || y >= g.height || at === to || at === from ? "" : g.cells[at];
      if (token) f[sideOf(token) === mover ? "own" : "enemy"] += 1 / 8;
    }
  return f;
}

/** The winning chance of a score; scale is the number of points that win three games of four. */
export function chanceOf({ points, mate = 0 }: { points: number; mate?: number }, scale: number): number {
  if (mate) return mate > 0 ? 1 : 0;
  return 1 / (1 + 3 ** (-points / scale));
}

/**
 * The move that the taste likes best among those that are worth as much as the chosen one, give or take the slack. A move
 * that the search does not list, or that is a blunder, is the level's own affair and stays.
 */
export function choose(taste: Facts, all: readonly Candidate[], chosen: string, slack: number): string {
  const best = Math.max(0, ...all.map((c) => c.chance));
  const worth = all.find((c) => c.code === chosen)?.chance;
  if (worth === undefined || best - worth > GRAVE || best > SURE || best < 1 - SURE) return chosen;
  let [code, liked] = ["", 0];
  for (const c of all) {
    if (Math.abs(c.chance - worth) > slack || best - c.chance > GRAVE) continue;
    const like = factNames.reduce((sum, n) => sum + (taste[n] ?? 0) * (c.facts[n] ?? 0), 0) - (best - c.chance);
    if (!code || like > liked) [code, liked] = [c.code, like];
  }
  return code;
}

/** The moves that follow in the lines of an opening, with their weights. A line is "opening weight code code …". */
export function nextIn(lines: readonly string[], opening: string, codes: readonly string[]): Map<string, number> {
  const next = new Map<string, number>();
  for (const line of lines) {
    const [name, weight, ...moves] = line.split(" ");
    const code = moves[codes.length];
    if (name === opening && code && codes.every((c, i) => c === moves[i]))
      next.set(code, (next.get(code) ?? 0) + Number(weight));
  }
  return next;
}

/** A move of the book, drawn by a number from 0 to 1: weaker levels make less of a difference between moves. */
export function draw(next: ReadonlyMap<string, number>, level: number, levels: number, u: number): string {
  const power = Math.min(1, level / levels);
  const weights = [...next].map(([code, weight]) => [code, weight ** power] as const);
  let at = u * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [code, weight] of weights) if ((at -= weight) < 0) return code;
  return weights.at(-1)?.[0] ?? "";
}

/** The number of plies of the book that a level knows by itself. */
export const depthOf = (level: number): number => 2 + 2 * level;

/** What the time of an answer depends on; times are in milliseconds. */
export interface Turn {
  ply: number;
  /** The number of legal moves. */
  choices: number;
  /** The move takes back. */
  obvious: boolean;
  /** Time left and time added per move, if there is a clock. */
  left?: number;
  inc?: number;
}

/** The longest time that an answer is held back, in milliseconds. */
export const LONGEST = 4000;

/**
 * How long a person would take for a move of a quick game, in milliseconds from when the turn began. It never asks for
 * more than a fortieth of the time left, so that no game is lost by it.
 */
export function pace(t: Turn, luck: number): number {
  const middle =
    (t.ply < 8 ? 700 : t.ply < 16 ? 1100 : 1500) *
    (0.5 + Math.min(t.choices, 40) / 60) *
    (t.obvious || t.choices < 2 ? 0.45 : 1);
  const u = Math.min(0.98, Math.max(0.02, luck));
  const ms = Math.min(LONGEST, Math.trunc(middle * Math.exp(0.35 * Math.log(u / (1 - u)))));
  return Math.max(0, t.left === undefined ? ms : Math.min(ms, t.left / 40 + (t.inc ?? 0) / 2));
}
