// @vitest-environment node
// Tests premoves that follow earlier premoves, with the real rules.
import { beforeAll, describe, expect, it } from "vitest";
import type { Side, Target } from "../src/board";
import type { Desk } from "../src/session/desk";
import type { State } from "../src/session/messages";
import { after, onward } from "../src/session/onward";
import { built, realDesk } from "./desk";

const queueOf = (s: State, code: string): Target[] => {
  const t = s.premoves?.find((p) => p.code === code);
  if (!t) throw new Error(`no premove ${code}`);
  return [t];
};

describe.skipIf(!built)("after a premove", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await realDesk();
  });
  const open = async (game: string, moves: string[], view: Side, start?: string) => {
    const { state, session } = await desk.ask({ op: "new", game, moves, view, start, seed: 1 });
    await desk.ask({ op: "drop", session });
    if (!state) throw new Error("no state");
    return state;
  };
  const codes = async (kind: string, state: State, side: Side, queue: Target[], options = {}) =>
    (await onward(desk, { kind, options, state, side }, queue))?.map((t) => t.code);

  it("a piece goes on from where it will stand", async () => {
    const chess = await open("chess", ["e2e4"], "first");
    const on = await codes("chess", chess, "first", queueOf(chess, "g1f3"));
    expect(on).toContain("f3g5");
    expect(on).toContain("b1c3");
    expect(on?.some((c) => c.startsWith("g1"))).toBe(false);
    const red = await open("xiangqi", ["h2e2"], "first");
    expect(await codes("xiangqi", red, "first", queueOf(red, "h0g2"))).toContain("g2f4");
  });

  it("a king that has moved does not castle, and what stood behind the board follows", async () => {
    const s = await open("chess", ["e2e4"], "first");
    const on = await codes("chess", s, "first", queueOf(s, "e1e2"));
    expect(on).toContain("e2d3");
    expect(on).not.toContain("e2g1");
  });

  it("what turns up is not foreseen, what has turned up goes on", async () => {
    const view = { view: "first" };
    const s = await open("jieqi", ["h2e2", "b9c7"], "second");
    expect(s.turn).toBe("first");
    expect(await codes("jieqi", s, "second", queueOf(s, "h9g7"), { view: "second" })).toBeUndefined();
    const king = await open("jieqi", ["e3e4"], "first");
    const on = await codes("jieqi", king, "first", queueOf(king, "e0e1"), view);
    expect(on?.some((c) => c.startsWith("e1"))).toBe(true);
  });

  it("nothing is known of stones and of boards that cannot be", async () => {
    const caro = await open("caro", ["h8"], "first");
    expect(await codes("caro", caro, "first", queueOf(caro, "i8"))).toBeUndefined();
    const mated = await open("chess", [], "first", "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    expect(await codes("chess", mated, "first", [{ code: "h1e8", from: 7, to: 60 }])).toBeUndefined();
  });
});

describe("the board after premoves", () => {
  it("has every piece where the last of them leads", () => {
    const queue = [
      { code: "ab", from: 0, to: 1 },
      { code: "bc", from: 1, to: 2 },
    ];
    expect(after(["P", "", "r"], queue, "first")).toEqual(["", "", "P"]);
    expect(after(["P", "", ""], queue.slice(0, 1), "first", { becomes: () => "Q" })).toEqual(["", "Q", ""]);
  });
});
