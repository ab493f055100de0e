// Judges the moves of a game by winning chances, exactly as the Go package review does: a test compares both on
// review/testdata/golden.json.
import type { Side } from "../board";

export type Judgement = "" | "inaccuracy" | "mistake" | "blunder" | "missed-win";

/** The smallest loss of winning chance (0 to 1) of an inaccuracy, a mistake and a blunder. */
const INACCURACY = 0.05;
const MISTAKE = 0.1;
const BLUNDER = 0.2;

/**
 * A move that loses as much as a blunder is judged a missed win if the player's winning chance was
 * at least WON before the move and is between LOST and HELD after the move.
 */
const WON = 0.9;
const HELD = 0.7;
const LOST = 0.3;

/** How steeply the accuracy of a move falls with its loss of winning chance. */
const STEEPNESS = 4.5;

const TURNING_POINTS = 3;

/**
 * While learning from mistakes, a move is accepted if it loses at most this much winning chance.
 */
export const MARGIN = 0.04;

/** The winning chances of the player of a move: after the best move, and after the played move. */
export interface Judged {
  side: Side;
  best: number;
  played: number;
}

export const lossOf = (m: Judged): number => Math.max(m.best - m.played, 0);

export function judge(m: Judged): Judgement {
  const loss = lossOf(m);
  if (loss >= BLUNDER) return m.best >= WON && m.played >= LOST && m.played <= HELD ? "missed-win" : "blunder";
  if (loss >= MISTAKE) return "mistake";
  return loss >= INACCURACY ? "inaccuracy" : "";
}

const accuracyOf = (m: Judged): number => 100 * Math.exp(-STEEPNESS * lossOf(m));

/** The winning chance of a side, given the winning chance of the first side. */
export const chanceOf = (side: Side, first: number): number => (side === "second" ? 1 - first : first);

/**
 * Builds the judged moves from the first side's winning chances before and after each move, and the
 * side of each move. `chances` has one value more than there are moves.
 */
export const movesOf = (chances: readonly number[], sides: readonly Side[]): Judged[] =>
  sides.map((side, i) => ({
    side,
    best: chanceOf(side, chances[i] ?? 0),
    played: chanceOf(side, chances[i + 1] ?? 0),
  }));

export interface Player {
  moves: number;
  accuracy: number;
  loss: number;
  counts: Partial<Record<Judgement, number>>;
  spent: number;
}

export interface Report {
  judgements: Judgement[];
  losses: number[];
  players: [Player, Player];
  turning: number[];
}

/** Reviews a game. In `moves`, null is a move without a judgement yet. */
export function report(
  moves: readonly (Judged | null)[],
  chances: readonly (number | null)[],
  spent: readonly number[],
): Report {
  const fresh = (): Player => ({ moves: 0, accuracy: 0, loss: 0, counts: {}, spent: 0 });
  const players: [Player, Player] = [fresh(), fresh()];
  const judgements: Judgement[] = [];
  const losses: number[] = [];
  for (const [i, m] of moves.entries()) {
    const how = m ? judge(m) : "";
    judgements.push(how);
    losses.push(m ? lossOf(m) : 0);
    if (!m) continue;
    const p = players[m.side === "first" ? 0 : 1];
    p.moves++;
    p.loss += lossOf(m);
    p.accuracy += accuracyOf(m);
    if (how) p.counts[how] = (p.counts[how] ?? 0) + 1;
    if (spent.length === moves.length) p.spent += spent[i] ?? 0;
  }
  for (const p of players) p.accuracy = p.moves > 0 ? p.accuracy / p.moves : 100;
  return { judgements, losses, players, turning: turning(chances) };
}

/** The plies whose moves changed the winning chance most, in game order. */
export function turning(chances: readonly (number | null)[]): number[] {
  const swing = (ply: number): number => {
    const [a, b] = [chances[ply], chances[ply + 1]];
    return typeof a === "number" && typeof b === "number" ? Math.abs(b - a) : 0;
  };
  return chances
    .slice(1)
    .map((_, ply) => ply)
    .filter((ply) => swing(ply) >= MISTAKE)
    .toSorted((a, b) => swing(b) - swing(a))
    .slice(0, TURNING_POINTS)
    .toSorted((a, b) => a - b);
}
