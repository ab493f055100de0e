// Finds the level of the opponent that fits the player, as computed after the
// last game.
import { settings } from "../app/settings";
import type { Seat } from "./saved";

/** The level of the first game. */
export const FIRST = 2;

/** The level for the next game, which may lie between two levels. */
export const fitOf = (kind: string): number => settings.value.fit[kind] ?? FIRST;

/** A seat as a game begins: an opponent that fits gets its level. */
export function today(kind: string, seat: Seat): Seat {
  if (seat.kind !== "machine" || seat.algorithm || (seat.level && !seat.fit)) return seat;
  const fit = fitOf(kind);
  return { kind: "machine", level: Math.round(fit), fit };
}
