// Stores on this device the data for choosing an opponent that matches the player: for each game,
// the results of the latest games against engines. Of games with hints or takebacks only
// the lost ones count: help may lower the level of the next game, but does not raise it.
import { infoOf } from "../app/boot";
import { change, settings } from "../app/settings";
import type { Shelf } from "../session/saved";
import { deviceRating, FRESH, type Result } from "./device";
import { KEPT, levelAfter, MEASURED, type Past } from "./fit";

const keyOf = (kind: string): string => `kydai.fit.${kind}`;

/**
 * The stored results in one game on this device, oldest first. If no results are stored, the
 * function returns the results that the rating on this device was computed from.
 */
export function pastOf(shelf: Shelf, kind: string): readonly Past[] {
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(kind)) ?? "null") as Past[] | null;
    if (Array.isArray(kept)) return kept.filter((p) => Number.isFinite(p?.level) && Number.isFinite(p.score));
  } catch {
    // A stored text that is not a list of results is ignored.
  }
  return deviceRating(shelf, kind).points.map(({ id, level, score }) => ({ id, level, score }));
}

/**
 * Stores a result at most once, and only soon after the end of its game. Returns the level for the
 * next game.
 */
export function remember(shelf: Shelf, { id, kind, level, score, at }: Result, now: number): number {
  const past = pastOf(shelf, kind);
  const old = past.some((p) => p.id === id) || now - at > FRESH;
  return keep(shelf, kind, old ? past : [...past, { id, level, score }]);
}

/** Removes the result of a game whose end was taken back. */
export function forget(shelf: Shelf, kind: string, id: string): void {
  const past = pastOf(shelf, kind);
  if (past.some((p) => p.id === id))
    keep(
      shelf,
      kind,
      past.filter((p) => p.id !== id),
    );
}

function keep(shelf: Shelf, kind: string, past: readonly Past[]): number {
  try {
    shelf.setItem(keyOf(kind), JSON.stringify(past.slice(-KEPT)));
  } catch {
    // If the storage is full, the stored games are kept and the new result is lost. The level
    // computed below is then kept for this visit only.
  }
  const level = levelAfter(kind, past, Math.min(infoOf(kind)?.levels || MEASURED, MEASURED));
  change({ fit: { ...settings.value.fit, [kind]: level } });
  return level;
}
