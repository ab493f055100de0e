// Counts pieces: the pieces of a full set, and the pieces that are missing from the board.

import type { Lot, Taken } from "../board";

/** The number of pieces by letter. */
export type Counts = Record<string, number>;

export function count(tokens: string[]): Counts {
  const out: Counts = {};
  for (const t of tokens) if (t) out[t] = (out[t] ?? 0) + 1;
  return out;
}

/** Parses piece letters, each followed by a number: "R2a1". */
export function readCounts(text: string): Counts {
  const out: Counts = {};
  for (const [, token, n] of text.matchAll(/([A-Za-z])(\d)/g)) if (token) out[token] = Number(n);
  return out;
}

/** Subtracts counts from a full set; no result is below zero. */
export function less(full: Counts, ...gone: Counts[]): Counts {
  const out: Counts = {};
  for (const [token, n] of Object.entries(full)) {
    out[token] = Math.max(
      0,
      gone.reduce((left, g) => left - (g[token] ?? 0), n),
    );
  }
  return out;
}

/** Adds the same pieces for the second side to the set of the first side. */
export function both(first: Counts): Counts {
  const out = { ...first };
  for (const [token, n] of Object.entries(first)) out[token.toLowerCase()] = n;
  return out;
}

export const lots = (c: Counts): Lot[] =>
  Object.entries(c)
    .filter(([, n]) => n > 0)
    .map(([token, n]) => ({ token, count: n }));

/** Converts the counts to captured pieces for a tray. */
export const taken = (c: Counts, how: Taken["how"]): Taken[] =>
  lots(c).map((l) => ({ token: l.token, count: l.count, how }));

/** The total number of pieces of a side; `upper` selects the side with upper-case letters. */
export const total = (c: Counts, upper: boolean): number =>
  Object.entries(c).reduce((sum, [token, n]) => sum + ((token === token.toUpperCase()) === upper ? n : 0), 0);
