// Remembers for which matches a fair-deal exchange is in progress.

/** Matches whose deal is in progress, as far as the viewer was told. */
const dealing = new Set<string>();

/** Notes that a match is being dealt, so that its page does not ask for it before it is there, or that it was. */
export const expectDeal = (id: string, on = true): unknown => (on ? dealing.add(id) : dealing.delete(id));
export const isDealt = (id: string): boolean => dealing.has(id);
