// @vitest-environment node
import { describe, expect, it } from "vitest";
import { samples } from "../../test/samples";
import { loadGame } from "../games";
import { cellsAt, edges, type Frame, spotOf, squareAt, stepFrom } from "./geometry";
import type { Side } from "./types";

// shapes holds every board size of every game once, taken from the games' sample boards.
const shapes = [
  ...new Map(
    Object.entries(samples).flatMap(([name, list]) =>
      list.map(({ width, height }) => [`${name} ${width} x ${height}`, { name, width, height }] as const),
    ),
  ).values(),
];
const sides: Side[] = ["first", "second"];

describe.each(shapes)("$name $width x $height", ({ name, width, height }) => {
  describe.each(sides)("seen by the %s", (orientation) => {
    const f: Frame = { width, height, orientation };

    it("gives every square a place of its own, and finds it there", () => {
      const seen = new Set<string>();
      for (let sq = 0; sq < width * height; sq++) {
        const { x, y } = spotOf(sq, f);
        expect(squareAt(x, y, f)).toBe(sq);
        expect(squareAt(x + 0.99, y + 0.01, f)).toBe(sq);
        seen.add(`${x},${y}`);
      }
      expect(seen.size).toBe(width * height);
    });

    it("has square 0 at the lower left of the first side", () => {
      expect(spotOf(0, f)).toEqual(orientation === "first" ? { x: 0, y: height - 1 } : { x: width - 1, y: 0 });
    });

    it("knows no square beside the board", () => {
      for (const [x, y] of [
        [-0.01, 0],
        [0, -0.01],
        [width, 0],
        [0, height],
        [NaN, 0],
      ] as const) {
        expect(squareAt(x, y, f)).toBe(-1);
      }
    });

    it("steps as the viewer sees it and stops at the edge", () => {
      const top = squareAt(3, 0, f);
      expect(stepFrom(top, 0, -1, f)).toBe(top);
      expect(stepFrom(top, 0, 1, f)).toBe(squareAt(3, 1, f));
      expect(stepFrom(top, -99, 0, f)).toBe(squareAt(0, 0, f));
      expect(stepFrom(top, 99, 0, f)).toBe(squareAt(width - 1, 0, f));
    });

    it("labels the squares by their names", async () => {
      const game = await loadGame(name);
      const g = game.geometry(width, height, { coordinates: "letters" });
      const e = edges(g, orientation);
      for (let x = 0; x < width; x++) {
        for (let y = 0; y < height; y++) {
          const label = `${e.bottom[x]}${e.left[y]}`;
          expect(game.squareName(squareAt(x, y, f), width)).toBe(label);
          expect(`${e.top[x]}${e.right[y]}`).toBe(label);
        }
      }
    });

    it("takes the margins off", async () => {
      const g = (await loadGame(name)).geometry(width, height, {});
      const at = cellsAt(0, 1, g);
      expect(at.x).toBeCloseTo(-g.margin.x);
      expect(at.y).toBeCloseTo(height + g.margin.y);
      const middle = cellsAt(0.5, 0.5, g);
      expect(middle.x).toBeCloseTo(width / 2);
      expect(middle.y).toBeCloseTo(height / 2);
    });
  });
});

it.each([
  ["chess", 8, 8, "a1", "h8"],
  ["xiangqi", 9, 10, "a0", "i9"],
  ["jieqi", 9, 10, "a0", "i9"],
  ["caro", 15, 15, "a1", "o15"],
  ["caro", 20, 20, "a1", "t20"],
] as const)("names the corners of %s %i x %i as codes do", async (name, width, height, first, last) => {
  const game = await loadGame(name);
  expect(game.squareName(0, width)).toBe(first);
  expect(game.squareName(width * height - 1, width)).toBe(last);
});

describe("files counted from each side's own right", () => {
  it("are 9 to 1 below and 1 to 9 above, whoever looks", async () => {
    const g = (await loadGame("xiangqi")).geometry(9, 10, {});
    for (const orientation of sides) {
      const e = edges(g, orientation);
      expect(e.bottom.join("")).toBe("987654321");
      expect(e.top.join("")).toBe("123456789");
    }
  });

  it("have Chinese numerals on Red's side for readers of Chinese", async () => {
    for (const name of ["xiangqi", "jieqi"]) {
      const g = (await loadGame(name)).geometry(9, 10, { language: "zh-Hant" });
      expect([g.bottom.join(""), g.top.join("")], name).toEqual(["九八七六五四三二一", "123456789"]);
    }
  });
});
