// This file draws jieqi: the pieces and the board of xiangqi. The rim of a face-down piece shows
// how the piece moves from its point.

import type { GameView, Place, Side, Taken } from "@ui/board";
import { count, less, lots, readCounts, taken, total, type Counts } from "@ui/games/lots";
import { ahead, army, board, faceUp, sideOf } from "../../xiangqi/ui";
import "./jieqi.css";

const backRank = "RNBAKABNR";
/** Letters of the kinds, the most valuable first. */
const worth = "RCNBAP";

/** Returns the kind that starts on a point. A face-down piece on the point moves like this kind. */
export function homeOf(sq: number, width: number, height: number): string {
  const file = sq % width;
  const rank = Math.floor(sq / width);
  const depth = Math.min(rank, height - 1 - rank);
  if (depth === 0) return backRank[file] ?? "";
  if (depth === 2 && (file === 1 || file === width - 2)) return "C";
  return depth === 3 && file % 2 === 0 ? "P" : "";
}

function faceDown(token: string, side: Side, at: Place) {
  const home = homeOf(at.sq, at.width, at.height) || "P";
  const rim = home === "P" ? `P-${ahead(side, at)}` : home;
  return {
    token,
    symbol: `jieqi-down-${side}-${rim}`,
    side,
    name: `piece.down.${side}`,
    more: `piece.as.${home}`,
  };
}

/**
 * Reads a position text: the kinds that are not revealed, and the captured kinds that only the
 * viewer knows.
 */
function pools(position: string): { unseen: Counts; known: Counts } {
  const [pool = "", own = ""] = (position.split(" ")[2] ?? "").split("/");
  return { unseen: readCounts(pool), known: readCounts(own) };
}

function trays(cells: string[], position: string): Taken[] {
  const { unseen, known } = pools(position);
  const here = count(cells);
  const out: Taken[] = taken(less(army, unseen, here), "seen");
  out.push(...taken(known, "known"));
  for (const token of ["X", "x"]) {
    const upper = token === "X";
    const n = total(unseen, upper) - total(known, upper) - (here[token] ?? 0);
    if (n > 0) out.push({ token, count: n, how: "unknown" });
  }
  return out;
}

export const view: GameView = {
  ...board("jieqi"),
  preview: [
    ["X", 0],
    ["N", 10],
    ["X", 19],
    ["X", 27],
    ["c", 20],
    ["x", 29],
    ["P", 2],
  ],
  taken: trays,
  could(position, side) {
    const { unseen, known } = pools(position);
    const rank = (token: string) => worth.indexOf(token.toUpperCase());
    return lots(less(unseen, known))
      .filter((l) => sideOf(l.token) === side)
      .sort((a, b) => rank(a.token) - rank(b.token));
  },
  piece: (token, at) => (token.toUpperCase() === "X" ? faceDown(token, sideOf(token), at) : faceUp("jieqi", token, at)),
};
