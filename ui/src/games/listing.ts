// Converts positions to and from texts that list the pieces one by one. A game may have such a
// converter in its folder; the converter is loaded on demand.
import { again } from "../wire/again";

export interface Listing {
  /** Returns the board that a text describes; null if the text has another form. */
  read(text: string): string[] | null;
  write(cells: readonly string[]): string;
}

const files = import.meta.glob<{ listing: Listing }>("../../../games/*/ui/listed.ts");

/** Loads the listing (converter for lists of pieces) of a game; null if the game has none. */
export async function loadListing(game: string): Promise<Listing | null> {
  const file = files[`../../../games/${game}/ui/listed.ts`];
  return file ? (await again(file)).listing : null;
}
