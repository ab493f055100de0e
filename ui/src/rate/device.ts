// Computes the rating that a player has on this device, per game, from games against levels. Only
// the player sees this rating: no server reads it, and nothing else depends on it.
import { eloOf, measured, ratingOf } from "../play/measured";
import type { Saved, Shelf } from "../session/saved";
import { newcomer, played, wait, type Strength } from "./glicko";

/** A rating after a game. */
export interface Point {
  /** Of the game. */
  id: string;
  at: number;
  before: number;
  rating: number;
  deviation: number;
  score: number;
  level: number;
}

/** What the device knows of one game. */
export interface Device extends Strength {
  /** Milliseconds of the last game; 0 before the first. */
  at: number;
  games: number;
  /** The latest, earliest first. */
  points: Point[];
  /** What was known before the last game: its end may be taken back. */
  was?: Omit<Device, "points" | "was">;
}

/** Games that are kept for the chart. */
const KEPT = 60;
/** What is not known of a level's strength, in points. */
const DEVIATION = 60;
/** The distance of two levels that were not measured, and the rating of the first. */
const STEP = 150;
const FIRST = 1000;
/** The number of levels with a measured strength. The last level is beyond them. */
const LEVELS = 8;
/** Moves of both sides from which on a game counts: two of each. */
export const LEAST = 4;

/** How long after its end a game is counted, in milliseconds: the page may have been closed. */
export const FRESH = 10 * 60_000;

const keyOf = (kind: string): string => `kydai.rating.${kind}`;

/**
 * The strength of a level: as the site's players have found, as measured between levels, or a guess. Between two levels
 * it lies between theirs; beyond the measured levels the last step goes on.
 */
export function strengthOf(kind: string, level: number, here?: ReadonlyMap<number, number>): number {
  // A step that was not measured is a guess on top of the level below.
  const known = (n: number): number =>
    here?.get(n) ?? ratingOf(kind, n) ?? (n > 1 ? known(n - 1) + (eloOf(measured[kind]?.[n - 2]) ?? STEP) : FIRST);
  if (Number.isInteger(level) && level >= 1 && level <= LEVELS) return known(level);
  const below = Math.max(1, Math.min(LEVELS - 1, Math.floor(level)));
  return known(below) + (level - below) * (known(below + 1) - known(below));
}

export function deviceRating(shelf: Shelf, kind: string): Device {
  const none = { ...newcomer(), at: 0, games: 0, points: [] };
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(kind)) ?? "null") as Device | null;
    return kept && Number.isFinite(kept.mean) && Array.isArray(kept.points) ? kept : none;
  } catch {
    return none;
  }
}

/** A game as far as it counts. */
export interface Result {
  id: string;
  kind: string;
  level: number;
  score: number;
  /** When it ended. */
  at: number;
}

/** What a game on this device says; null if it does not count. With "helped", games with hints and takebacks do. */
export function resultOf(s: Saved, why: string, winner: "first" | "second" | "none", helped = false): Result | null {
  const mine = s.seats.first.kind === "human" ? "first" : "second";
  const [me, it] = mine === "first" ? [s.seats.first, s.seats.second] : [s.seats.second, s.seats.first];
  const plain = !s.start && !s.extra && !s.study && (helped || !s.helped) && s.moves.length >= LEAST && why !== "abort";
  if (!plain || me.kind !== "human" || it.kind !== "machine" || it.algorithm) return null;
  const score = winner === "none" ? 0.5 : winner === mine ? 1 : 0;
  return { id: s.id, kind: s.kind, level: it.fit ?? it.level, score, at: s.updated };
}

/** Counts a game once, and returns the rating after it. */
export function count(shelf: Shelf, r: Result, now: number, here?: ReadonlyMap<number, number>): Device {
  const old = deviceRating(shelf, r.kind);
  // A game that was already counted does not count again when it is opened later.
  if (old.points.some((p) => p.id === r.id) || now - r.at > FRESH) return old;
  const before = old.at ? wait(old, (now - old.at) / 1000) : old;
  const next = played(before, { mean: strengthOf(r.kind, r.level, here), deviation: DEVIATION }, r.score);
  const { mean: rating, deviation } = next;
  const point = { id: r.id, at: now, before: before.mean, rating, deviation, score: r.score, level: r.level };
  const { mean, deviation: unsure, volatility, at, games } = old;
  const device = {
    ...next,
    at: now,
    games: games + 1,
    points: [...old.points, point].slice(-KEPT),
    was: { mean, deviation: unsure, volatility, at, games },
  };
  keep(shelf, r.kind, device);
  return device;
}

/** Restores the rating before a game whose end was taken back. Only the last counted game can be taken out exactly. */
export function uncount(shelf: Shelf, kind: string, id: string): void {
  const { was, points } = deviceRating(shelf, kind);
  if (was && points.at(-1)?.id === id) keep(shelf, kind, { ...was, points: points.slice(0, -1) });
}

function keep(shelf: Shelf, kind: string, device: Device): void {
  try {
    shelf.setItem(keyOf(kind), JSON.stringify(device));
  } catch {
    // If the storage is full, the games in it are worth more than the rating: the new rating is
    // shown but not stored.
  }
}
