// @vitest-environment node
import { describe, expect, it } from "vitest";
import { travels } from "./diff";
import type { Frame } from "./geometry";
import type { Standing } from "./state";

const f: Frame = { width: 8, height: 8, orientation: "first" };
const board = (text: Record<number, string>) =>
  new Map<number, Standing>(Object.entries(text).map(([sq, token]) => [Number(sq), { token, home: Number(sq) }]));

describe("what moved", () => {
  it("is the piece that left and came", () => {
    expect(travels(board({ 12: "P", 4: "K" }), board({ 28: "P", 4: "K" }), null, f)).toEqual([{ from: 12, to: 28 }]);
  });

  it("is both of two that moved at once", () => {
    const got = travels(board({ 4: "K", 7: "R" }), board({ 6: "K", 5: "R" }), { from: 4, to: 6 }, f);
    expect(got).toEqual([
      { from: 4, to: 6 },
      { from: 7, to: 5 },
    ]);
  });

  it("is told by the last move where the piece looks different now", () => {
    expect(travels(board({ 0: "X" }), board({ 9: "C" }), { from: 0, to: 9 }, f)).toEqual([{ from: 0, to: 9 }]);
    expect(travels(board({ 0: "X" }), board({ 9: "C" }), null, f)).toEqual([]);
  });

  it("slides back what is taken back, and brings the captured piece without a slide", () => {
    const got = travels(board({ 28: "P" }), board({ 12: "P", 28: "q" }), null, f);
    expect(got).toEqual([{ from: 28, to: 12 }]);
  });

  it("takes the nearest of equal pieces", () => {
    const got = travels(board({ 0: "R", 7: "R" }), board({ 0: "R", 6: "R" }), null, f);
    expect(got).toEqual([{ from: 7, to: 6 }]);
    const two = travels(board({ 0: "R", 7: "R" }), board({ 1: "R", 6: "R" }), null, f);
    expect(two.toSorted((a, b) => a.from - b.from)).toEqual([
      { from: 0, to: 1 },
      { from: 7, to: 6 },
    ]);
  });

  it("is nothing where a stone is set", () => {
    expect(travels(board({ 3: "X" }), board({ 3: "X", 9: "o" }), { from: -1, to: 9 }, f)).toEqual([]);
  });
});
