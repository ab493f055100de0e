// Tests the conversion of algorithms and their settings to text and back, and the stored results.
import { describe, expect, it } from "vitest";
import { grown } from "../src/lab/estimate";
import { csv, nameOf, playerOf, sum } from "../src/lab/kept";
import { hasDepth, isOwn, readSpec, writeSpec } from "../src/lab/spec";

describe("an algorithm as text", () => {
  it("keeps the settings that it takes", () => {
    const spec = { name: "mcts", eval: "pieces", c: "2.5", time: "50ms" };
    expect(writeSpec(spec)).toBe("mcts,eval=pieces,c=2.5");
    expect(readSpec(writeSpec(spec))).toEqual({ ...spec, time: "", keep: "", threads: "" });
    expect(writeSpec({ ...spec, name: "random" })).toBe("random");
    expect(writeSpec({ ...spec, name: "alphabeta" })).toBe("alphabeta,eval=pieces");
    expect(writeSpec({ ...spec, name: "deepening" })).toBe("deepening,eval=pieces,time=50ms");
    expect(writeSpec({ ...spec, name: "deepening", time: "" })).toContain("time=1s");
  });

  it("is a player of the game if the lab has no such algorithm", () => {
    expect(writeSpec({ name: "report-hard", eval: "pieces", c: "1", time: "" })).toBe("report-hard");
    expect([isOwn("report-hard"), isOwn("minimax")]).toEqual([true, false]);
    expect([hasDepth("minimax"), hasDepth("mcts"), hasDepth("report-hard")]).toEqual([true, false, false]);
  });
});

describe("players", () => {
  it("with other settings are other players", () => {
    const [a, b] = [playerOf("mcts,c=2", 3, 50), playerOf("mcts", 3, 50)];
    expect(a).toEqual({ algorithm: "mcts,c=2", sims: 50 });
    expect(playerOf("minimax,eval=pieces", 3, 50)).toEqual({ algorithm: "minimax,eval=pieces", depth: 3 });
    expect(playerOf("report-hard", 3, 50)).toEqual({ algorithm: "report-hard" });
    expect(nameOf(a)).toBe("mcts,c=2,sims=50");
    const lines = sum([{ at: 1, kind: "chess", a, b, first: true, seed: 1, points: 1, plies: 9 }], false);
    expect(lines).toHaveLength(2);
    expect(csv("chess", lines)).toContain('chess,"mcts,c=2,sims=50","mcts,c=2",');
  });
});

it("expects nodes to grow over two plies as they grew", () => {
  expect(grown([1, 20, 100, 2000], 3)).toBe(2000);
  expect(grown([1, 20, 100, 2000], 5)).toBe(2000 * 100);
  expect(grown([1, 20, 100, 2000], 7)).toBe(2000 * 100 * 100);
  expect(grown([1, 30], 3)).toBe(30 ** 3);
  expect(grown([1], 4)).toBe(1);
});
