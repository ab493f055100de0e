// Chooses which of the games in progress the large board shows.
import type { components } from "../wire/api";

export type LiveView = components["schemas"]["LiveView"];

/** The sum of the players' ratings; provisional ratings count 0. */
const strength = (m: LiveView): number =>
  (m.ratings ?? []).reduce((sum, r) => sum + (r && !r.provisional ? r.rating : 0), 0);

/**
 * Chooses a game from a list that is sorted from best to worst. The game `shown` stays as long as
 * no game is better. But if one of its players is away and no player of the best game is away, the
 * best game replaces it.
 */
export function bestOf(list: readonly LiveView[], shown?: LiveView): LiveView | undefined {
  const [best] = list;
  const still = list.find((m) => m.id === shown?.id);
  if (!best || !still || (still.away && !best.away)) return best;
  return strength(still) >= strength(best) ? still : best;
}
