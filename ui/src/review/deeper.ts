// Loads the review of an online match by the server's workers, and the server's data about its
// moves.
import type { components } from "../wire/api";
import type { MatchView } from "../wire/messages";
import { rest } from "../wire/rest";
import type { Review } from "./run";

type Told = components["schemas"]["Review"];

/** How often the server is asked for the progress of the review, in milliseconds. */
const POLL_MS = 2000;

/** The time of each move of a match, in milliseconds. */
export async function timesOf(match: string): Promise<number[]> {
  return (await rest<MatchView>("GET", `/matches/${match}`)).spent ?? [];
}

/**
 * Requests the review of a match and copies the server's results into `review` until the review is
 * done. `changed` receives the number of finished positions and of all positions.
 */
export async function deepen(
  match: string,
  review: Review,
  wanted: () => boolean,
  changed: (done: number, of: number) => void,
): Promise<void> {
  let told = await rest<Told>("POST", `/matches/${match}/review`);
  for (;;) {
    if (!wanted()) return;
    take(review, told);
    changed(told.found.length, told.positions);
    if (told.found.length >= told.positions) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!wanted()) return;
    told = await rest<Told>("GET", `/matches/${match}/review`);
  }
}

/** Copies the server's results (`told`) into the review `review` of the same match. */
export function take(review: Review, told: Told): void {
  const { sides } = review.subject;
  for (const f of told.found) {
    const side = sides[f.ply];
    if (!side) continue;
    const { nodes, points, mate, line, played } = f;
    review.put(
      f.ply,
      { nodes, points, mate, line, best: review.chance(side, f) },
      played && review.chance(side, played),
    );
  }
}
