// Exports the board component. One component serves every game on squares or points, in plain
// TypeScript on the DOM. Its input is data (BoardState), the look of a game is a GameView, and its
// output is callbacks.

import "./board.css";

export type * from "./types";
export { createBoard } from "./board";
export { loadSprite, pieceMarkup } from "./sprite";
