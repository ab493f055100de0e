import { describe, expect, it } from "vitest";
import { view as chess } from "../../games/chess/ui/index";
import { view as jieqi } from "../../games/jieqi/ui/index";
import { view as xiangqi } from "../../games/xiangqi/ui/index";
import { ahead, capturedBy } from "../src/play/material";

const tokens = (text: string) => [...text].map((token) => ({ token }));

describe("captured pieces", () => {
  it("stand by their worth, equal ones side by side", () => {
    const state = { taken: tokens("pNqpbrPn"), cells: [] };
    expect(capturedBy(chess, state, "first").map((x) => x.token)).toEqual(["q", "r", "b", "n", "p", "p"]);
    expect(capturedBy(chess, state, "second").map((x) => x.token)).toEqual(["N", "P"]);
    const discs = { taken: tokens("pcrna"), cells: [] };
    expect(capturedBy(xiangqi, discs, "first").map((x) => x.token)).toEqual(["r", "c", "n", "a", "p"]);
  });

  it("are counted by the board, so that a promoted pawn counts as a queen", () => {
    const state = { taken: tokens("P"), cells: [..."KQkp", ""] };
    expect(ahead(chess, state, "first")).toBe(8);
    expect(ahead(chess, state, "second")).toBe(-8);
    expect(ahead(xiangqi, { cells: [..."KRkc"] }, "first")).toBe(4.5);
  });

  it("that the viewer does not know count nothing and come last", () => {
    const state = {
      taken: [{ token: "x" }, { token: "x", face: "p" }, { token: "x", face: "r" }, { token: "X" }],
      cells: [],
    };
    expect(capturedBy(jieqi, state, "first").map((x) => x.face ?? x.token)).toEqual(["r", "p", "x"]);
    expect(ahead(jieqi, state, "first")).toBe(10);
    expect(ahead(jieqi, state, "second")).toBe(-10);
  });
});
