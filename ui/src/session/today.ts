// Finds the engine level that matches the player's strength, as computed after the last game.
import { settings } from "../app/settings";
import type { Seat } from "./saved";

/** The level of the first game. */
export const FIRST = 2;

/** The level for the next game; it may be fractional. */
export const fitOf = (kind: string): number => settings.value.fit[kind] ?? FIRST;

/**
 * Returns a seat at the start of a game. An opponent that matches the player's strength gets its
 * current level.
 */
export function today(kind: string, seat: Seat): Seat {
  if (seat.kind !== "machine" || seat.algorithm || (seat.level && !seat.fit)) return seat;
  const fit = fitOf(kind);
  return { kind: "machine", level: Math.round(fit), fit };
}
