// Inserts the sprite of a game (one SVG file with all its symbols) into the page,
// once.

import { again } from "../wire/again";
import type { Piece } from "./types";

const loading = new Map<string, Promise<void>>();

/** Loads the sprite of a game into the page. Later calls return the same promise. */
export function loadSprite(url: string): Promise<void> {
  let p = loading.get(url);
  if (!p) {
    p = again(() => bring(url)).catch((e: unknown) => {
      loading.delete(url);
      throw e;
    });
    loading.set(url, p);
  }
  return p;
}

async function bring(url: string): Promise<void> {
  if (document.querySelector(`svg[data-sprite="${url}"]`)) return;
  const answer = await fetch(url);
  if (!answer.ok) throw answer;
  const svg = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  svg.setAttribute("data-sprite", url);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.setAttribute("class", "kb-sprite");
  document.body.append(document.adoptNode(svg));
}

/** Returns the SVG markup of a piece, for trays, buttons and lists. The sprite must be loaded. */
export function pieceMarkup(piece: Piece): string {
  return `<svg class="kb-art" viewBox="0 0 100 100" aria-hidden="true"><use href="#${piece.symbol}"/></svg>`;
}
