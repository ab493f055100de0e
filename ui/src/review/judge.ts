// Judges the moves of a game by winning chances, exactly as the Go package review does: a test compares both on
// review/testdata/golden.json.
import type { Side } from "../board";

export type Judgement = "" | "inaccuracy" | "mistake" | "blunder" | "missed-win";

/** The smallest losses of winning chance of the judgements. */
const INACCURACY = 0.05;
const MISTAKE = 0.1;
const BLUNDER = 0.2;

/** A missed win had at least the first chance, and has one between the other two after the move. */
const WON = 0.9;
const HELD = 0.7;
const LOST = 0.3;

/** How fast the accuracy of a move falls with its loss. */
const STEEPNESS = 4.5;

const TURNING_POINTS = 3;

/** The largest loss of a move that counts as the solution of a mistake. */
export const MARGIN = 0.04;

/** A move with the chances of its player: of the best move, and of the move played. */
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

/** The chance of a side, given that of the first side. */
export const chanceOf = (side: Side, first: number): number => (side === "second" ? 1 - first : first);

/** Pairs chances of the first side, one more than there are moves, with the sides that moved. */
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

/** Reviews a game. A move that is not judged yet is null. */
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

/** The plies whose moves changed the winning chance most, in the order of the game. */
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
