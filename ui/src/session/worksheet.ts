// Stores the worksheet: positions that a user collects on this device and prints, six on a page.
import type { Drawn } from "../play/diagram";

const SHELF = "kydai.worksheet";
/** The largest number of positions: four pages. */
export const MOST = 24;

/** The collected positions, in order. */
export function collected(): Drawn[] {
  try {
    const list = JSON.parse(localStorage.getItem(SHELF) ?? "[]") as unknown;
    return Array.isArray(list) ? (list as Drawn[]) : [];
  } catch {
    return [];
  }
}

const keep = (list: Drawn[]): void => localStorage.setItem(SHELF, JSON.stringify(list));

/** Adds a position. Returns the new number of positions, or 0 if the worksheet is full. */
export function collect({ kind, cells, width, height, turn, bottom }: Drawn): number {
  const list = collected();
  if (list.length >= MOST) return 0;
  keep([...list, { kind, cells, width, height, turn, bottom }]);
  return list.length + 1;
}

export function discard(at: number): void {
  keep(collected().filter((_, i) => i !== at));
}

export function discardAll(): void {
  keep([]);
}
