// Tests which moves a search of the lab has tried, and the heat map of their
// destination squares.
import { describe, expect, it } from "vitest";
import { candidatesCsv, heat, tried } from "../src/lab/heat";

const leaf = (move: string, value: number) => ({ move, value, kind: "leaf" });

describe("candidates", () => {
  it("are the root's moves in the order of trying, without choices off the board", () => {
    const legal = [
      { code: "a1", from: -1, to: 0 },
      { code: "b1", from: -1, to: 1 },
      { code: "black", from: -1, to: -1 },
    ];
    const root = { kind: "max", value: 7, children: [leaf("b1", 7), leaf("black", 1), leaf("a1", -3), leaf("z9", 5)] };
    expect(tried(root, legal)).toEqual([
      { code: "b1", to: 1, value: 7 },
      { code: "a1", to: 0, value: -3 },
    ]);
    expect(tried({ kind: "leaf", value: 0 }, legal)).toEqual([]);
  });

  it("are written as CSV in the order of trying, in units", () => {
    const moves = [
      { code: "b1", to: 1, value: 7 },
      { code: "a1", to: 0, value: -3 },
    ];
    expect(candidatesCsv(moves)).toBe("order,move,value\n1,b1,0.07\n2,a1,-0.03\n");
  });

  it("heat their squares by the best move to each", () => {
    const moves = [
      { code: "x", to: 4, value: -100 },
      { code: "y", to: 4, value: 100 },
      { code: "z", to: 5, value: 0 },
    ];
    expect([...heat(moves)]).toEqual([
      [4, 1],
      [5, 0.5],
    ]);
    expect([...heat([{ code: "x", to: 4, value: 3 }])]).toEqual([[4, 1]]);
    expect(heat([]).size).toBe(0);
  });
});
