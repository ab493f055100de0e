// This file draws chess: 8 by 8 cells in a frame that contains the coordinates.

import type { GameView } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";
import { both, count, less, taken, type Counts } from "@ui/games/lots";
import "./chess.css";

const army = both({ Q: 1, R: 2, B: 2, N: 2, P: 8 });

/**
 * Returns the captured pieces: those missing from the full set. A piece above the normal number was
 * promoted from a pawn.
 */
function missing(cells: string[]): Counts {
  const here = count(cells);
  const out = less(army, here);
  const extra = less(here, army);
  for (const [token, n] of Object.entries(extra)) {
    if (token.toUpperCase() === "K") continue;
    const pawn = token === token.toUpperCase() ? "P" : "p";
    out[pawn] = Math.max(0, (out[pawn] ?? 0) - n);
  }
  return out;
}

export const view: GameView = {
  name: "chess",
  sprite: "/sprites/chess.svg",
  sets: ["turned", "figures", "citadel"],
  boards: ["mit", "leaf", "indigo"],
  preview: [
    ["K", 0],
    ["R", 1],
    ["P", 8],
    ["P", 9],
    ["N", 18],
    ["b", 25],
    ["q", 19],
    ["p", 27],
  ],
  coordinates: ["letters"],
  voice: "wood",
  setFor: () => "turned",

  geometry(width, height, look) {
    const files = letters(width);
    const ranks = numbers(height);
    return {
      width,
      height,
      points: false,
      margin: { x: 0.3, y: 0.3 },
      labels: look.coordinates === "none" ? "none" : "outside",
      bottom: files,
      top: files,
      left: ranks,
      right: ranks,
    };
  },

  piece(token, { look: { set } }) {
    const side = token === token.toUpperCase() ? "first" : "second";
    const id = set && set !== "turned" ? `${set}-${token}` : token;
    return { token, symbol: `chess-${id}`, side, name: `piece.chess.${token}` };
  },

  ground: () => `<use href="#chess-board" x="-.3" y="-.3" width="8.6" height="8.6"/>`,

  squareName: (sq, width) => String.fromCharCode(97 + (sq % width)) + (Math.floor(sq / width) + 1),

  worth: { Q: 9, R: 5, B: 3, N: 3, P: 1 },

  taken: (cells) => taken(missing(cells), "seen"),

  becomes(target, side) {
    const letter = target.code[4];
    return letter ? (side === "first" ? letter.toUpperCase() : letter) : null;
  },
};
