// Holds the ticket of a viewer who is waiting to be paired.
import { signal } from "@preact/signals";
import { summons } from "../app/shell";
import type { Ticket } from "../wire/messages";
import { rest } from "../wire/rest";

/** The viewer's ticket; null while they do not wait. */
export const ticket = signal<Ticket | null>(null);

/** Ends the wait without asking the server, for a match that has started. */
export function paired(): void {
  ticket.value = null;
}

/** Ends the wait of a player who is back in a live game. Nobody is paired while they play it. */
export async function leave(): Promise<void> {
  if (ticket.value && summons.value?.href === "/online") summons.value = null;
  paired();
  const { game, match } = await rest<Ticket>("GET", "/ticket");
  if (game && !match) await rest("DELETE", "/ticket");
}
