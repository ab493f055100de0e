// One board of 480 pixels and nothing else, for the comparison of the browser's boards with the server's pictures
// (e2e/pictures.mjs). Only servers with the gallery have it.

import { createBoard, type BoardState } from "../src/board";
import { loadGame } from "../src/games";

export async function bare(el: HTMLElement, name: string): Promise<void> {
  const holder = document.createElement("div");
  holder.id = "bare";
  // It lies on whole pixels, as a picture does.
  Object.assign(holder.style, { position: "fixed", inset: "0 auto auto 0", zIndex: "99", inlineSize: "480px" });
  el.replaceChildren(holder);
  const board = createBoard(holder, await loadGame(name), { t: (key) => key, onMove: () => undefined });
  Object.assign(window, { showBare: (state: Partial<BoardState>) => board.set(state, false) });
}
