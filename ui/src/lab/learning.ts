// Learns weights by TD(λ) in a worker, a few games per request, so that the page can draw
// the curve and the user can stop in between.
import type { Desk } from "../session/desk";
import { ask } from "./desk";
import { rate } from "./kept";
import type { Mark } from "./plot";

/** The results of learning after a number of games. */
export interface Point {
  games: number;
  /** Mean squared difference between the values before and after each move. */
  error: number;
  plies: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Settings {
  lambda: number;
  rate: number;
  explore: number;
  depth: number;
  games: number;
}

/**
 * Each point of the learning curve uses the comparison games of the last WINDOW points, which
 * reduces random noise.
 */
const WINDOW = 4;
/**
 * The target duration of a request in milliseconds: short, so that the curve is updated often and
 * stopping loses little work.
 */
const BATCH_MS = 1500;
const MOST_GAMES = 50;
const MOST_PAIRS = 5;

/** Parses the lines of a reply, each with a key and a number: "games 20", "error 0.1" … */
export function readPoint(lines: readonly string[]): Point {
  const value = (key: string) => Number(lines.find((l) => l.startsWith(`${key} `))?.slice(key.length + 1) ?? 0);
  return {
    games: value("games"),
    error: value("error"),
    plies: value("plies"),
    won: value("won"),
    drawn: value("drawn"),
    lost: value("lost"),
  };
}

/**
 * The learning curve: at each of its points, the score against the start weights in percent, with
 * its 95 % interval.
 */
export function curve(points: readonly Point[]): Mark[] {
  return points.map((point, i) => {
    const last = points.slice(Math.max(0, i + 1 - WINDOW), i + 1);
    const sum = (of: (p: Point) => number) => last.reduce((all, p) => all + of(p), 0);
    const line = {
      player: { algorithm: "" },
      wins: sum((p) => p.won),
      draws: sum((p) => p.drawn),
      losses: sum((p) => p.lost),
    };
    const r = rate(line, true) ?? { rate: 0.5, low: 0, high: 1 };
    return { x: point.games, at: 100 * r.rate, low: 100 * r.low, high: 100 * r.high };
  });
}

/**
 * Formats the curve as CSV: for each of its points the results of its own comparison games, and the
 * score with its interval as the curve shows it.
 */
export function curveCsv(points: readonly Point[]): string {
  const marks = curve(points);
  const body = points.map((p, i) => {
    const { at = 0, low = 0, high = 0 } = marks[i] ?? {};
    const shares = [at, low, high].map((percent) => (percent / 100).toFixed(4));
    return [p.games, p.error, p.plies, p.won, p.drawn, p.lost, ...shares].join(",");
  });
  return ["games,error,plies,won,drawn,lost,score,low,high", ...body, ""].join("\n");
}

/**
 * Learns until all games are played or `going` returns false. The function `tell` is called with
 * each point of the learning curve and the current weights file.
 */
export async function learn(
  desk: Desk,
  kind: string,
  s: Settings,
  start: string,
  tell: (p: Point, file: string) => void,
  going: () => boolean,
): Promise<void> {
  const algorithm = `lambda=${s.lambda},rate=${s.rate},explore=${s.explore},depth=${s.depth}`;
  let file = start;
  let count = 2;
  let width = 1;
  let games = start ? ((JSON.parse(start) as { games?: number }).games ?? 0) : 0;
  const end = games + s.games;
  while (games < end && going()) {
    const began = performance.now();
    const left = Math.min(count, end - games);
    const request = { op: "lab", code: "learn", algorithm, count: left, width, seed: 1 } as const;
    const { texts = [] } = await ask(kind, [], 1, { ...request, ...(file ? { text: file } : {}) }, desk);
    const [written = "", ...lines] = texts;
    file = written;
    const point = readPoint(lines);
    games = point.games;
    tell(point, file);
    if (performance.now() - began < BATCH_MS / 2) {
      count = Math.min(2 * count, MOST_GAMES);
      width = Math.min(width + 1, MOST_PAIRS);
    }
  }
}
