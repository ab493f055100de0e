// One board for every game that is played on squares or points: plain
// TypeScript over the DOM. What it shows is data (BoardState), what a game
// looks like is a GameView, what happened comes out by callbacks.

import "./board.css";

export type * from "./types";
export { createBoard } from "./board";
export { loadSprite, pieceMarkup } from "./sprite";
