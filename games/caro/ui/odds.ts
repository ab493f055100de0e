// This file defines the odds (handicaps) of caro: one side starts with a stone in the middle and
// also makes the first move. Openings with rules for placing stones have no odds.

import type { OddsOf } from "@ui/games/odds";

const usual = 15;

/**
 * Returns the text of a position with one stone in the middle, in which the next stone has the same
 * colour.
 */
function twice(stone: string, size: number): string {
  const middle = Math.floor(size / 2);
  const rows = Array.from({ length: size }, () => String(size));
  rows[size - 1 - middle] = `${middle}${stone}${size - 1 - middle}`;
  return `${rows.join("/")} ${stone}`;
}

export const odds: OddsOf = (options) => {
  const size = Number(options.size ?? usual);
  if ((options.opening ?? "free") !== "free") return [];
  return [{ name: "moves", kind: "moves", start: { first: twice("o", size), second: twice("x", size) } }];
};
