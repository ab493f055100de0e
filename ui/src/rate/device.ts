// Computes the ratings that a player has on this device, one for each kind of game, from the matches
// against engine levels.
// Only the player sees this rating: no server reads it, and nothing else depends on it.
import { eloOf, measured, ratingOf } from "../play/measured";
import type { Saved, Shelf } from "../session/saved";
import { newcomer, played, wait, type Strength } from "./glicko";

/** The rating after a game. */
export interface Point {
  /** The id of the game. */
  id: string;
  at: number;
  before: number;
  rating: number;
  deviation: number;
  score: number;
  level: number;
}

/** A player's rating in one game, as stored on this device. */
export interface Device extends Strength {
  /** The time of the last match in unix milliseconds; 0 before the first match. */
  at: number;
  games: number;
  /** The ratings after the last KEPT matches, oldest first. */
  points: Point[];
  /** The rating before the last match, because the end of that match may be taken back. */
  was?: Omit<Device, "points" | "was">;
}

/** The number of matches that are kept for the chart. */
const KEPT = 60;
/** The uncertainty of a level's strength (rating deviation), in rating points. */
const DEVIATION = 60;
/**
 * The assumed rating difference between two levels without a measurement, and the rating of the
 * first level, in points.
 */
const STEP = 150;
const FIRST = 1000;
/**
 * The number of levels with a measured strength. The highest level is above these levels and has no
 * measurement.
 */
const LEVELS = 8;
/** A game counts from this number of moves of both sides: two moves each. */
export const LEAST = 4;

/**
 * A game counts if it ended at most this many milliseconds ago: the page may have been closed at
 * the end of the game.
 */
export const FRESH = 10 * 60_000;

const keyOf = (kind: string): string => `kydai.rating.${kind}`;

/**
 * The strength of a level in rating points: estimated from the games of the site's players
 * (`here`), otherwise measured in matches between levels, otherwise guessed. Fractional levels are
 * interpolated; outside the measured levels the nearest difference between two levels is
 * extrapolated.
 */
export function strengthOf(kind: string, level: number, here?: ReadonlyMap<number, number>): number {
  // If the step from the level below was not measured, a guess (STEP) is added to the strength of
  // that level.
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

/** The data of a finished game that the rating needs. */
export interface Result {
  id: string;
  kind: string;
  level: number;
  score: number;
  /** When the game ended, in unix milliseconds. */
  at: number;
}

/**
 * Returns the result of a game on this device; null if the game does not count. If `helped` is
 * true, a lost game with hints or takebacks counts too.
 */
export function resultOf(s: Saved, why: string, winner: "first" | "second" | "none", helped = false): Result | null {
  const mine = s.seats.first.kind === "human" ? "first" : "second";
  const [me, it] = mine === "first" ? [s.seats.first, s.seats.second] : [s.seats.second, s.seats.first];
  const plain = !s.start && !s.extra && !s.study && s.moves.length >= LEAST && why !== "abort";
  if (!plain || me.kind !== "human" || it.kind !== "machine" || it.algorithm) return null;
  const score = winner === "none" ? 0.5 : winner === mine ? 1 : 0;
  if (s.helped && (!helped || score > 0)) return null;
  return { id: s.id, kind: s.kind, level: it.fit ?? it.level, score, at: s.updated };
}

/** Adds a game to the rating, at most once, and returns the rating after the game. */
export function count(shelf: Shelf, r: Result, now: number, here?: ReadonlyMap<number, number>): Device {
  const old = deviceRating(shelf, r.kind);
  // A game that was already counted does not count again when the player opens it later.
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

/**
 * Restores the rating before a game whose end was taken back. Only the last counted game can be
 * removed exactly.
 */
export function uncount(shelf: Shelf, kind: string, id: string): void {
  const { was, points } = deviceRating(shelf, kind);
  if (was && points.at(-1)?.id === id) keep(shelf, kind, { ...was, points: points.slice(0, -1) });
}

function keep(shelf: Shelf, kind: string, device: Device): void {
  try {
    shelf.setItem(keyOf(kind), JSON.stringify(device));
  } catch {
    // If the storage is full, the new rating is shown but not stored, because the stored games are
    // worth more than the rating.
  }
}
