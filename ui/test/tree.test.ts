// @vitest-environment node
// Tests the tree of a game: moves, variations and comments.
import { describe, expect, it } from "vitest";
import { treeOf, type RecordTree, type Saved } from "../src/session/saved";
import { apply } from "../src/session/edits";
import * as tree from "../src/session/tree";

const record: RecordTree = {
  comments: ["from Paris"],
  moves: [
    { code: "e2e4", comments: ["[%clk 0:04:59]", "best by test"] },
    { code: "e7e5", nags: [1] },
    {
      code: "g1f3",
      variations: [
        [
          { code: "f2f4", before: ["or"] },
          { code: "e5f4", variations: [[{ code: "d7d5", comments: ["Falkbeer"] }, { code: "e4d5" }]] },
          { code: "g1f3" },
        ],
        [{ code: "b1c3" }],
      ],
    },
    { code: "b8c6" },
  ],
};
const root = tree.read(record);
const at = (...codes: string[]) => tree.pathOf(root, codes);
const moves = (...codes: string[]) => codes;

describe("a tree", () => {
  it("is written as it was read", () => {
    expect(tree.write(root)).toEqual(record);
    expect(tree.write(tree.read({ moves: [] }))).toEqual({ moves: [] });
    // A line with the largest allowed number of moves must be read and written without errors.
    const long = { moves: Array.from({ length: 5000 }, (_, i) => ({ code: `m${i}` })) };
    expect(tree.write(tree.read(long))).toEqual(long);
  });

  it("has lines: the main one, and each variation from where it branches off", () => {
    const part = tree.partAt(root, []);
    const all = tree.linesIn(root, part).map(({ path, nodes }) => [path.length, nodes.map((n) => n.code).join(" ")]);
    expect(all).toEqual([
      [1, "e2e4 e7e5 g1f3 b8c6"],
      [3, "f2f4 e5f4 g1f3"],
      [4, "d7d5 e4d5"],
      [3, "b1c3"],
    ]);
  });

  it("is shown in part if it is large, with all that leads to the shown move", () => {
    // A tree of 2,000 moves, each with nine variations of nine moves.
    const others = (i: number) =>
      Array.from({ length: 9 }, (_, k) => Array.from({ length: 9 }, (__, j) => ({ code: `v${i}.${k}.${j}` })));
    const big = tree.read({
      moves: Array.from({ length: 2000 }, (_, i) => ({ code: `m${i}`, variations: others(i) })),
    });
    expect(tree.sizeOf(big)).toBe(2000 * 82);
    for (const at of [[], Array.from({ length: 1000 }, () => 0), [...Array.from({ length: 1500 }, () => 0), 3, 0, 0]]) {
      const part = tree.partAt(big, at);
      const shown = tree.linesIn(big, part).flatMap((l) => l.nodes);
      expect(shown.length).toBeGreaterThan(120);
      expect(shown.length).toBeLessThan(200);
      const way = tree.nodesOn(big, at).slice(part.from.length + 1);
      for (const n of way) expect(shown).toContain(n);
      // The displayed part must also contain the moves that follow the shown move.
      for (const n of tree.nodeAt(big, at).next) expect(shown).toContain(n);
    }
  });

  it("is walked by paths", () => {
    expect(at("e2e4", "e7e5", "f2f4", "d7d5")).toEqual([0, 0, 1, 1]);
    expect(at("e2e4", "c7c5")).toEqual([0]);
    expect(tree.codesOn(root, tree.toEnd(root, at("e2e4", "e7e5", "f2f4")))).toEqual(
      "e2e4 e7e5 f2f4 e5f4 g1f3".split(" "),
    );
    expect(tree.nodeAt(root, at("e2e4", "e7e5", "f2f4", "d7d5")).comments).toEqual(["Falkbeer"]);
    expect(tree.nodeAt(root, [9, 9])).toBe(root);
  });

  it("takes a move as the one it has, or as another variation, and changes no other tree", () => {
    expect(apply(root, { do: "add", at: moves("e2e4", "e7e5", "f2f4") })).toBe(root);
    const tried = apply(root, { do: "add", at: moves("e2e4", "c7c5") });
    expect(tree.pathTo(tried, moves("e2e4", "c7c5"))).toEqual([0, 1]);
    expect(tree.write(root)).toEqual(record);
    expect(tree.write(apply(tried, { do: "cut", at: moves("e2e4", "c7c5") }))).toEqual(record);
    // Unchanged nodes are shared between versions, and a changed node keeps its id.
    expect(tried.next[0]?.next[0]).toBe(root.next[0]?.next[0]);
    expect(tried.next[0]?.id).toBe(root.next[0]?.id);
  });

  it("tells moves apart that a record has twice", () => {
    const twice = tree.read({ moves: [{ code: "a", variations: [[{ code: "a" }, { code: "b" }], [{ code: "c" }]] }] });
    expect(tree.keysOn(twice, [1, 0])).toEqual(["a#1", "b"]);
    expect(tree.pathTo(twice, ["a#1", "b"])).toEqual([1, 0]);
    expect(tree.keysOn(twice, [0])).toEqual(["a"]);
    const said = apply(twice, { do: "say", at: ["a#1"], said: { comments: ["second"] } });
    expect(said.next.map((n) => n.comments)).toEqual([[], ["second"], []]);
  });

  it("knows how many moves it has", () => {
    expect(tree.sizeOf(root)).toBe(10);
    expect(tree.sizeOf(tree.nodeAt(root, at("e2e4", "e7e5", "f2f4")))).toBe(4);
    expect(tree.sizeOf(apply(root, { do: "add", at: moves("e2e4", "c7c5") }))).toBe(11);
  });

  it("knows a move that the record tells more of", () => {
    const dealt = tree.read({ moves: [{ code: "b2b9r", variations: [[{ code: "b2b10" }]] }] });
    expect(tree.pathOf(dealt, ["b2b9"])).toEqual([0]);
    expect(tree.pathOf(dealt, ["b2b1"])).toEqual([]);
  });

  it("makes a variation the main line, or puts it one place up", () => {
    const keys = moves("e2e4", "e7e5", "f2f4", "d7d5", "e4d5");
    const led = apply(root, { do: "lead", at: keys });
    expect(tree.pathTo(led, keys)).toEqual([0, 0, 0, 0, 0]);
    expect(tree.write(led).moves.map((m) => m.code)).toEqual(keys);
    expect(apply(led, { do: "lead", at: keys })).toBe(led);
    const third = apply(root, { do: "raise", at: moves("e2e4", "e7e5", "b1c3") });
    expect(tree.nodeAt(third, [0, 0]).next.map((n) => n.code)).toEqual(["g1f3", "b1c3", "f2f4"]);
    const first = apply(third, { do: "raise", at: moves("e2e4", "e7e5", "b1c3") });
    expect(tree.nodeAt(first, [0, 0]).next.map((n) => n.code)).toEqual(["b1c3", "g1f3", "f2f4"]);
    expect(apply(first, { do: "raise", at: moves("e2e4", "e7e5", "b1c3") })).toBe(first);
    expect(apply(root, { do: "raise", at: moves("e2e4", "c7c5") })).toBe(root);
  });

  it("loses a move with all that follows it, and gets it back", () => {
    const keys = moves("e2e4", "e7e5", "f2f4");
    const less = apply(root, { do: "cut", at: keys });
    expect(tree.write(less).moves[2]?.variations).toEqual([[{ code: "b1c3" }]]);
    expect(apply(less, { do: "cut", at: keys })).toBe(less);
    expect(apply(root, { do: "cut", at: [] })).toBe(root);
    const branch = tree.branchOf(tree.nodeAt(root, tree.pathTo(root, keys)));
    const graft = { do: "graft", at: keys.slice(0, 2), index: 1, branch } as const;
    expect(tree.write(apply(less, graft))).toEqual(record);
    // If the deleted move was added again in the meantime, restoring it must combine the contents
    // of both.
    const again = apply(less, { do: "say", at: [...keys, "b8c6"], said: { comments: ["new"] } });
    const both = tree.nodeAt(apply(again, graft), [0, 0, 2]);
    expect(both.next.map((n) => n.code)).toEqual(["b8c6", "e5f4", "d7d5"]);
    expect(both.before).toEqual(["or"]);
    // If a main move is deleted, its first variation becomes the main line.
    expect(tree.write(apply(root, { do: "cut", at: moves("e2e4", "e7e5", "g1f3") })).moves.map((m) => m.code)).toEqual(
      "e2e4 e7e5 f2f4 e5f4 g1f3".split(" "),
    );
  });

  it("keeps what others have changed in a deleted variation, and brings back what is said of a deleted move", () => {
    const keys = moves("e2e4", "e7e5", "f2f4");
    const kept = apply(root, { do: "cut", at: keys, keep: [[...keys, "d7d5"]] });
    expect(tree.write(kept).moves[2]?.variations?.[0]).toEqual([
      { code: "f2f4", before: ["or"] },
      { code: "d7d5", comments: ["Falkbeer"] },
    ]);
    const less = apply(root, { do: "cut", at: keys });
    const back = apply(less, { do: "say", at: [...keys, "d7d5"], said: { signs: [1] } });
    expect(tree.write(back).moves[2]?.variations?.at(-1)).toEqual([{ code: "f2f4" }, { code: "d7d5", nags: [1] }]);
  });

  it("has one judgement of a move beside other signs", () => {
    expect(tree.judged([14], 1)).toEqual([1, 14]);
    expect(tree.judged([1, 14], 4)).toEqual([4, 14]);
    expect(tree.judged([4, 14], 4)).toEqual([14]);
    expect(tree.write(apply(root, { do: "say", at: ["e2e4"], said: { signs: [3] } })).moves[0]).toMatchObject({
      code: "e2e4",
      nags: [3],
    });
  });

  it("tells words from what programs wrote, and keeps both", () => {
    const { comments } = tree.nodeAt(root, [0]);
    expect(tree.spoken(comments)).toBe("best by test");
    expect(tree.worded(comments, " most \n popular ")).toEqual(["[%clk 0:04:59]", "most popular"]);
    expect(tree.worded(comments, "")).toEqual(["[%clk 0:04:59]"]);
    expect(tree.worded([], "")).toEqual([]);
    expect(tree.clockOf(tree.nodeAt(root, [0]))).toBe(299_000);
    expect(tree.clockOf(root)).toBeNull();
  });
});

describe("a saved game", () => {
  const saved = { moves: ["e2e4"], undone: ["e7e5"], study: true, comments: ["start", "", "open"] } as unknown as Saved;

  it("of an older version has its moves and comments in the tree", () => {
    const read = tree.read(treeOf(saved));
    expect(tree.write(read)).toEqual({
      comments: ["start"],
      moves: [{ code: "e2e4" }, { code: "e7e5", comments: ["open"] }],
    });
  });

  it("that is played has no moves that were taken back", () => {
    expect(treeOf({ ...saved, study: undefined, comments: undefined }).moves.map((m) => m.code)).toEqual(["e2e4"]);
    expect(treeOf({ ...saved, tree: record })).toBe(record);
  });

  it("keeps unknown commands among the words", () => {
    expect(tree.spoken(["[%clk 0:01:00] [%evil] a word"])).toBe("[%evil] a word");
    expect(tree.worded(["[%clk 0:01:00] [%evil] a word"], "another [%evil]")).toEqual([
      "[%clk 0:01:00]",
      "another [%evil]",
    ]);
  });
});
