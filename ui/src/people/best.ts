// Chooses which of the games in progress the large board shows.
import type { components } from "../wire/api";

export type LiveView = components["schemas"]["LiveView"];

/** The sum of the ratings that are certain. */
const strength = (m: LiveView): number =>
  (m.ratings ?? []).reduce((sum, r) => sum + (r && !r.provisional ? r.rating : 0), 0);

/**
 * The best game of a list that has the best first. The one that is shown stays while no other is better, and while its
 * players are there.
 */
export function bestOf(list: readonly LiveView[], shown?: LiveView): LiveView | undefined {
  const [best] = list;
  const still = list.find((m) => m.id === shown?.id);
  if (!best || !still || (still.away && !best.away)) return best;
  return strength(still) >= strength(best) ? still : best;
}
