// A small picture of a game that stands alone: a part of its board at true
// detail, for the choice of a game. A style sheet shows it as an image, which
// cannot see the tokens: it has their colours by day.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const tokens = new Map(
  // The first rule; those of other boards follow it.
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

/** The parts of a sprite that some markup needs, in their order. */
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

/** A picture of a part of the board: what is seen of it, the ground, and pieces by symbol, column and row. */
export function picture(parts, { view, ground, pieces }) {
  const body =
    ground +
    pieces.map(([id, x, y]) => `<use href="#${id}" x="${x}" y="${y}" width="1" height="1"/>`).join("");
  return painted(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}"><defs>${needed(parts, body)}</defs>${body}</svg>\n`,
  );
}
