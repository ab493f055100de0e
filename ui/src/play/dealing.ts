// Stores for which matches a fair-deal exchange is in progress.

/** The ids of matches with a fair-deal exchange in progress, as far as this viewer knows. */
const dealing = new Set<string>();

/**
 * Stores whether a match's fair-deal exchange is in progress. Meanwhile the match does not exist
 * yet, so its page does not request it.
 */
export const expectDeal = (id: string, on = true): unknown => (on ? dealing.add(id) : dealing.delete(id));
export const isDealt = (id: string): boolean => dealing.has(id);
