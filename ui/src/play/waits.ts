// Holds the ticket (request for a pairing) of a viewer who is waiting for an opponent.
import { signal } from "@preact/signals";
import { summons } from "../app/shell";
import type { Ticket } from "../wire/messages";
import { rest } from "../wire/rest";

/** The viewer's ticket; null while the viewer is not waiting. */
export const ticket = signal<Ticket | null>(null);

/** Clears the ticket without a request to the server, because the match has started. */
export function paired(): void {
  ticket.value = null;
}

/**
 * Withdraws the ticket of a player who is back in a live game, so that the player is not paired for
 * another game.
 */
export async function leave(): Promise<void> {
  if (ticket.value && summons.value?.href === "/online") summons.value = null;
  paired();
  const { game, match } = await rest<Ticket>("GET", "/ticket");
  if (game && !match) await rest("DELETE", "/ticket");
}
