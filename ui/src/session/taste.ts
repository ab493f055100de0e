// Computes facts about a move that exist in every game, and chooses moves by a taste (preferences
// for these facts). Package engine/character in Go computes the same numbers; both are tested with
// its testdata/golden.json. All functions are pure; random numbers are arguments.
import type { Side } from "../board";
import type { Weakness as Weak } from "./messages";

/** The board before a move. Capital letters are pieces of the first side. */
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

/**
 * The largest losses of winning chance that are accepted: SLACK for a move that the character
 * prefers or in a preferred opening, ASKED in an opening that the user has asked for.
 */
export const SLACK = 0.03;
export const ASKED = 0.15;
/** From this winning chance on, a game counts as won, and the taste no longer chooses moves. */
export const SURE = 0.95;
/**
 * A move with at least this loss of winning chance is a blunder. The search at the opponent's level
 * may choose a blunder; the preferences of the character never choose one.
 */
export const GRAVE = 0.2;

const sideOf = (token: string): Side => (token === token.toUpperCase() ? "first" : "second");

/** The number of pieces that a side has on the board. */
export const pieces = (g: Grid, side: Side): number => g.cells.filter((c) => c && sideOf(c) === side).length;

/** The closeness of a square to the centre: 1 in the centre, 0 at the edge. */
function centre(g: Grid, sq: number): number {
  const off = (at: number, size: number) => Math.abs(2 * at - size + 1) / (size - 1);
  return 1 - Math.max(off(sq % g.width, g.width), off(Math.floor(sq / g.width), g.height));
}

/**
 * Computes the facts about a move from the board before the move. `from` is negative if the move
 * puts a new stone on the board.
 */
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

/** Converts a score to a winning chance. A lead of `scale` points wins three games of four. */
export function chanceOf({ points, mate = 0 }: { points: number; mate?: number }, scale: number): number {
  if (mate) return mate > 0 ? 1 : 0;
  return 1 / (1 + 3 ** (-points / scale));
}

/**
 * Chooses the move with the most preferred facts among the moves whose winning chance differs by at
 * most `slack` from the chance of the move `chosen`. Returns `chosen` itself if the search does not
 * list it, if it is a blunder, or if the game is decided.
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

/**
 * The reasons why an engine at a low level overlooks a move, in the order in which the engine
 * numbers the reasons.
 */
const oversights = "far backward long leap opened discovered pinned quiet covered slanted gapped".split(" ");

/**
 * A weakness of a character. `name` is a reason to overlook a move; `odds` and `others` are factors
 * in percent for the odds to overlook a move for this reason and for any other reason.
 */
export interface Weakness {
  name: string;
  odds: number;
  others: number;
}

/**
 * Converts a weakness to the form that the engine expects; undefined if the engine does not know
 * the reason.
 */
export function weakOf(w?: Weakness): Weak | undefined {
  const of = w ? oversights.indexOf(w.name) : -1;
  return w && of >= 0 ? { of, odds: w.odds, others: w.others } : undefined;
}

/**
 * The moves that follow `codes` in the book lines of an opening, with the sum of their weights. A
 * line is "opening weight code code …".
 */
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

/**
 * Selects a move of the book by a random number u from 0 to 1. The weights of moves differ less for
 * weaker levels.
 */
export function draw(next: ReadonlyMap<string, number>, level: number, levels: number, u: number): string {
  const power = Math.min(1, level / levels);
  const weights = [...next].map(([code, weight]) => [code, weight ** power] as const);
  let at = u * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [code, weight] of weights) if ((at -= weight) < 0) return code;
  return weights.at(-1)?.[0] ?? "";
}

/** The number of plies for which a level uses the opening book. */
export const depthOf = (level: number): number => 2 + 2 * level;

/** The values that determine the time of an answer; times are in milliseconds. */
export interface Turn {
  ply: number;
  /** The number of legal moves. */
  choices: number;
  /** Whether the move recaptures a piece. */
  obvious: boolean;
  /** Time left and time added per move; undefined without a clock. */
  left?: number;
  inc?: number;
}

/** The longest delay of an answer, in milliseconds. */
export const LONGEST = 4000;

/**
 * The time that a person would take for a move in a quick game, in milliseconds from the start of
 * the turn. The result is at most a fortieth of the time left plus half the increment, so that an
 * opponent does not lose on time.
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
