// Creates a small picture of a part of a game's board, in full detail, for pages where the user
// chooses a game. A style sheet shows the picture as an image, which cannot read the page's CSS
// variables, so the picture contains the colours of the light theme.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const tokens = new Map(
  // Read only the first rule of the style sheet, which has the default colours. Later rules change
  // them for other settings and boards.
  [
    ...readFileSync(join(import.meta.dirname, "../src/style/tokens.css"), "utf8")
      .split("\n}")[0]
      .matchAll(/^ {2}--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})/gm),
  ].map(([, name, colour]) => [name, colour]),
);

const painted = (svg) =>
  svg.replaceAll(/var\(--([\w-]+)\)/g, (_, name) => {
    const colour = tokens.get(name);
    if (!colour) throw new Error(`no colour ${name}`);
    return colour;
  });

/**
 * The elements of a sprite that some markup uses, directly or through other elements, in the order
 * of the sprite.
 */
function needed(parts, markup) {
  const byId = new Map(parts.map((p) => [/ id="([^"]+)"/.exec(p)?.[1], p]));
  const found = new Set();
  const visit = (text) => {
    for (const [, a, b] of text.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g)) {
      const id = a ?? b;
      if (found.has(id) || !byId.has(id)) continue;
      found.add(id);
      visit(byId.get(id));
    }
  };
  visit(markup);
  return parts.filter((p) => found.has(/ id="([^"]+)"/.exec(p)?.[1])).join("");
}

/**
 * An SVG picture of a part of a board: `view` is the visible rectangle, `ground` is the markup of
 * the empty board, and each of `pieces` is a symbol, a column and a row.
 */
export function picture(parts, { view, ground, pieces }) {
  const body =
    ground +
    pieces.map(([id, x, y]) => `<use href="#${id}" x="${x}" y="${y}" width="1" height="1"/>`).join("");
  return painted(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}"><defs>${needed(parts, body)}</defs>${body}</svg>\n`,
  );
}
