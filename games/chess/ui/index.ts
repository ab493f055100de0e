// The look of chess: 8 by 8 cells, coordinates in the corners.

import type { GameView } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";
import { both, count, less, taken, type Counts } from "@ui/games/lots";
import "./chess.css";

const army = both({ Q: 1, R: 2, B: 2, N: 2, P: 8 });

/** The missing pieces. A piece above the normal number was promoted from a pawn. */
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
  sets: ["figures"],
  coordinates: ["letters"],
  voice: "wood",
  setFor: () => "figures",

  geometry(width, height, look) {
    const files = letters(width);
    const ranks = numbers(height);
    return {
      width,
      height,
      points: false,
      margin: { x: 0, y: 0 },
      labels: look.coordinates === "none" ? "none" : "inside",
      bottom: files,
      top: files,
      left: ranks,
      right: ranks,
    };
  },

  piece(token) {
    const side = token === token.toUpperCase() ? "first" : "second";
    return { token, symbol: `chess-${token}`, side, name: `piece.chess.${token}` };
  },

  ground(g) {
    let dark = "";
    for (let y = 0; y < g.height; y++) {
      for (let x = 1 - (y % 2); x < g.width; x += 2) dark += `M${x} ${y}h1v1h-1z`;
    }
    return `<rect width="${g.width}" height="${g.height}" class="chess-light"/><path d="${dark}" class="chess-dark"/>`;
  },

  squareName: (sq, width) => String.fromCharCode(97 + (sq % width)) + (Math.floor(sq / width) + 1),

  taken: (cells) => taken(missing(cells), "seen"),

  becomes(target, side) {
    const letter = target.code[4];
    return letter ? (side === "first" ? letter.toUpperCase() : letter) : null;
  },
};
