// Converts positions to and from texts that list the pieces one by one. This code is optional: it
// is in a game's folder and is loaded on demand.
import { again } from "../wire/again";

export interface Listing {
  /** The board of a text; null if the text is not of this form. */
  read(text: string): string[] | null;
  write(cells: readonly string[]): string;
}

const files = import.meta.glob<{ listing: Listing }>("../../../games/*/ui/listed.ts");

/** The listing of a game; null if it has none. */
export async function loadListing(game: string): Promise<Listing | null> {
  const file = files[`../../../games/${game}/ui/listed.ts`];
  return file ? (await again(file)).listing : null;
}
