// Checks that every colour is a token, and that every text has enough contrast with its background.
import { describe, expect, it } from "vitest";
import { boards, colours, contrast, over, sheets, strong } from "./colours";

const TEXT = 4.5;
const MARK = 3; // minimum contrast of large text, borders of controls and marks on a board

/** Colours of texts and marks, the backgrounds they appear on, and the contrast they need. */
const pairs: [on: string, grounds: string, least: number][] = [
  ["ink", "do diep sunk slip hoe-wash la-wash", TEXT],
  ["ink-2", "do diep sunk slip hoe-wash la-wash", TEXT],
  ["do", "ink", TEXT],
  ["on-son", "son son-hi", TEXT],
  ["son-ink", "do diep sunk slip son-wash", TEXT],
  ["la", "do diep la-wash", TEXT],
  ["on-la", "la", MARK],
  ["cham", "do diep cham-wash", TEXT],
  ["hoe-ink", "do diep hoe-wash", TEXT],
  ["edge", "do diep", MARK],
  ["frame-ink", "frame-a", TEXT],
  ["board-line", "wood-b", MARK],
  ["disc-red", "disc", TEXT],
  ["disc-black", "disc", TEXT],
  ["gilt", "disc-red disc-black", MARK],
  ["pen-x", "sheet-paper", TEXT],
  ["pen-o", "sheet-paper", TEXT],
  ["ink-2", "sheet-paper", TEXT],
  ["pc-w-line", "pc-w", TEXT],
  ["pc-b-cut", "pc-b", TEXT],
  ["pc-w-line", "sq-light", MARK],
  ["pc-b", "sq-light", MARK],
  ["go", "wood-b sheet-paper", MARK],
  ["go-square", "sq-light sq-dark", MARK],
  ["on-son", "seal-2", TEXT],
];

/** The pairs that occur on a board. */
const onBoards = pairs.filter(([on]) => /^(frame|board|disc|pen|pc|go|ink-2)/.test(on));

/** Colours that no text or mark has to be distinguished from: surfaces, light and shade. */
const plain = new Set(
  (
    "line son-deep hoe last grain frame-hi frame-lo disc-lo disc-side disc-shade disc-light pc-b-line " +
    "sheet-fine sheet-grid stone-b stone-b-hi stone-b-lo stone-w stone-w-hi stone-w-lo stone-edge ahead danger tray"
  ).split(" "),
);

describe.each(["light", "dark"] as const)("by %s", (theme) => {
  const of = colours(theme);
  const value = (name: string) => of.get(name) ?? "";

  it.each(pairs.flatMap(([on, grounds, least]) => grounds.split(" ").map((ground) => ({ on, ground, least }))))(
    "$on on $ground reaches $least",
    ({ on, ground, least }) => {
      expect(of.has(on) && of.has(ground)).toBe(true);
      expect(contrast(value(on), value(ground))).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(boards())("%s can be read and shows its marks", (board) => {
    const here = colours(theme, board);
    const at = (name: string) => here.get(name) ?? "";
    for (const [on, grounds, least] of onBoards)
      for (const ground of grounds.split(" "))
        if (at(ground) !== value(ground))
          expect.soft(contrast(at(on), at(ground)), `${on} on ${ground}`).toBeGreaterThanOrEqual(least);
    for (const ground of ["sq-light", "sq-dark"]) {
      const tint = over(at("last"), at(ground), 0.62);
      for (const piece of ["pc-w-line", "pc-b"]) expect.soft(contrast(at(piece), tint)).toBeGreaterThanOrEqual(MARK);
    }
  });

  it("has text of 7:1 with more contrast", () => {
    const here = colours(theme, strong);
    const at = (name: string) => here.get(name) ?? "";
    let found = 0;
    for (const [on, grounds, least] of pairs)
      for (const ground of grounds.split(" ")) {
        if (at(on) === value(on) && at(ground) === value(ground)) continue;
        found++;
        const want = least === TEXT && !/wash/.test(ground) ? 7 : least;
        expect.soft(contrast(at(on), at(ground)), `${on} on ${ground}`).toBeGreaterThanOrEqual(want);
      }
    expect(found).toBeGreaterThan(20);
    // The dot of a possible move has the light colour pc-w. On a chessboard the outline go-square
    // must make the dot visible.
    expect(contrast(at("go-square"), at("pc-w"))).toBeGreaterThanOrEqual(MARK);
  });

  it("has every colour in a pair or among the plain ones", () => {
    const used = new Set(pairs.flatMap(([on, grounds]) => `${on} ${grounds}`.split(" ")));
    expect([...of.keys()].filter((name) => !used.has(name) && !plain.has(name))).toEqual([]);
  });

  it("shows the last move on every square and point", () => {
    for (const ground of ["sq-light", "sq-dark"]) {
      const tint = over(value("last"), value(ground), 0.62);
      for (const piece of ["pc-w-line", "pc-b"]) expect(contrast(value(piece), tint)).toBeGreaterThanOrEqual(MARK);
    }
  });

  it("keeps text and ground of every rule apart", () => {
    const rules = [...sheets().values()].flatMap((css) => [...css.matchAll(/\{([^{}]*)\}/g)].map((m) => m[1] ?? ""));
    let found = 0;
    for (const rule of rules) {
      const on = /(?:^|\s)color: var\(--([\w-]+)\)/.exec(rule)?.[1];
      const ground = /background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1];
      if (!on || !ground || !of.has(on) || !of.has(ground)) continue;
      found++;
      expect.soft(contrast(value(on), value(ground)), `${on} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
    }
    expect(found).toBeGreaterThan(8);
  });
});

it("has its colours in the tokens and nowhere else", () => {
  for (const [file, css] of sheets()) {
    // The style sheet for printing replaces the tokens. Apart from these, it must not contain
    // colours.
    if (file.endsWith("print.css")) {
      const other = css.match(/^(?!\s*--).*(?:#[0-9a-f]{3,8}\b|rgba?\().*$/gim) ?? [];
      expect
        .soft(
          other.map((line) => line.trim()),
          file,
        )
        .toEqual([]);
      continue;
    }
    if (file.endsWith("tokens.css")) continue;
    expect.soft(css.match(/#[0-9a-f]{3,8}\b|\brgba?\(|light-dark\(/gi) ?? [], file).toEqual([]);
  }
});

it("names only tokens that there are", () => {
  const all = [...sheets().values()].join("\n");
  const set = new Set([...all.matchAll(/(?:^|[\s{;])--([\w-]+):/g)].map((m) => m[1]));
  for (const name of ["at-x", "at-y", "kb-w", "kb-h", "kb-ratio", "half"]) set.add(name); // scripts set these properties
  const asked = new Set([...all.matchAll(/var\(--([\w-]+)/g)].map((m) => m[1]));
  expect([...asked].filter((name) => !set.has(name))).toEqual([]);
});
