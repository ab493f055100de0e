// This page shows one board of 480 pixels and nothing else, so that e2e/pictures.mjs can compare
// the browser's boards with the server's pictures. Only servers with the gallery serve it.

import { createBoard, type BoardState } from "../src/board";
import { loadGame } from "../src/games";

export async function bare(el: HTMLElement, name: string): Promise<void> {
  const holder = document.createElement("div");
  holder.id = "bare";
  // Place the board at whole pixels, as in the server's picture.
  Object.assign(holder.style, { position: "fixed", inset: "0 auto auto 0", zIndex: "99", inlineSize: "480px" });
  el.replaceChildren(holder);
  const board = createBoard(holder, await loadGame(name), { t: (key) => key, onMove: () => undefined });
  Object.assign(window, { showBare: (state: Partial<BoardState>) => board.set(state, false) });
}
