// Remembers the tournament that the viewer plays in, so that the other pages can call the player to
// the board.
import { change, settings } from "../app/settings";
import type { EventView } from "../wire/messages";

export const ENTERED = "kydai.event";

/** The id of the tournament that the viewer plays in; "" if there is none. */
export const entered = (): string => localStorage.getItem(ENTERED) ?? "";

/**
 * Stores whether the viewer plays in a tournament. `left` is whether the viewer has withdrawn.
 */
export function remember(event: EventView, left: boolean): void {
  const plays = Boolean(event.entrant) && !left && event.phase !== "over";
  try {
    if (plays) localStorage.setItem(ENTERED, event.id);
    else if (entered() === event.id) localStorage.removeItem(ENTERED);
  } catch {
    // If the storage is full or forbidden, only the page of the tournament calls the player.
  }
  // The other pages load the code that calls a player to the board only for visitors with this
  // setting.
  if (plays && !settings.value.played) change({ played: true });
}
