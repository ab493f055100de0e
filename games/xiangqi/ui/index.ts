// How xiangqi looks: discs on the points of the river board.

import type { GameView } from "@ui/board";
import { board, faceUp } from "./river";
import "./xiangqi.css";

export const view: GameView = {
  ...board("xiangqi"),
  piece: (token, at) => faceUp("xiangqi", token, at),
};
