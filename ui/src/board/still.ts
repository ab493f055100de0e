// Draws a small static board: a corner of the background and some pieces, for choices in the
// settings.

import { pieceAt } from "./speech";
import { emptyState } from "./state";
import type { GameView, Look } from "./types";

/** The number of visible columns and rows. */
const SEEN = 4;

/**
 * Draws the lower left corner of a board with some pieces, as SVG markup of `SEEN` by `SEEN` cells.
 * The sprite must be loaded.
 */
export function corner(game: GameView, width: number, height: number, look: Look): { view: string; body: string } {
  const g = game.geometry(width, height, { ...look, coordinates: "none" });
  const at = { ...emptyState, width, height, look };
  const pieces = (game.preview ?? []).map(([token, sq]) => {
    const piece = pieceAt(game, at, token, sq);
    const [x, y] = [sq % width, height - 1 - Math.floor(sq / width)];
    return piece ? `<use href="#${piece.symbol}" x="${x}" y="${y}" width="1" height="1"/>` : "";
  });
  return {
    view: `${-g.margin.x} ${height + g.margin.y - SEEN} ${SEEN} ${SEEN}`,
    body: game.ground(g, look) + pieces.join(""),
  };
}
