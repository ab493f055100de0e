// @vitest-environment node
// Tests a study with the real rules: lines of a tree, and moves that are added to it.
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/session/desk";
import type { Deps } from "../src/session/local";
import { fresh, Library, type RecordTree, type Saved, type Shelf } from "../src/session/saved";
import { Study } from "../src/session/study";
import * as tree from "../src/session/tree";
import { built, realDesk } from "./desk";

class Memory implements Shelf {
  readonly map = new Map<string, string>();
  getItem = (k: string) => this.map.get(k) ?? null;
  setItem(k: string, v: string) {
    this.map.set(k, v);
  }
  removeItem(k: string) {
    this.map.delete(k);
  }
}

const human = { kind: "human" } as const;
const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split(" ");
const annotated: RecordTree = {
  comments: ["Ruy Lopez"],
  moves: [
    { code: "e2e4", comments: ["[%clk 0:04:59]"] },
    {
      code: "e7e5",
      variations: [
        [
          { code: "c7c5", nags: [5] },
          { code: "g1f3", comments: ["open"] },
        ],
      ],
    },
    { code: "g1f3", comments: ["[%clk 0:04:50] to e5"] },
  ],
};

// The modules are large and the machine may be busy, so the time limits are long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!built)("a study", () => {
  let desk: Desk;
  let library = new Library(new Memory());
  const deps = (): Deps => ({
    rules: desk,
    engine: desk,
    lab: desk,
    save: (s) => library.put(s),
    now: () => 0,
    lang: () => "vi",
    notation: () => "san",
  });
  const open = (part: Partial<Parameters<typeof fresh>[0]> = {}) =>
    Study.open(
      fresh({ kind: "chess", seats: { first: human, second: human }, study: true, ...part }, 0, () => 0.5),
      deps(),
    );
  const record = (g: Study) => tree.write(g.tree.value);
  /**
   * All moves, comments and signs of the tree as text, after the rules have formatted the moves.
   */
  const listed = async (g: Study) => {
    await g.refresh();
    return tree
      .linesIn(g.tree.value, tree.partAt(g.tree.value, []))
      .map((l) => l.nodes.map((n) => g.texts.value.get(n.id)).join(" "));
  };

  beforeAll(async () => {
    desk = await realDesk();
  });
  beforeEach(() => {
    library = new Library(new Memory());
  });

  it("keeps what was played where it goes another way in the past, also over a reload", async () => {
    const g = await open({ moves: [...line] });
    await g.look(3);
    expect(g.past.value?.legal.some((m) => m.code === "d7d6")).toBe(true);
    expect(await g.move("d7d6")).toBe(true);
    expect(g.past.value).toBeNull();
    expect(g.saved.value.moves).toEqual([...line.slice(0, 3), "d7d6"]);
    expect(await listed(g)).toEqual(["e4 e5 Nf3 Nc6 Bb5 a6", "d6"]);
    const again = await Study.open(library.get(g.saved.value.id) as Saved, deps());
    expect(again.state.value.codes).toEqual([...line.slice(0, 3), "d7d6"]);
    expect(record(again)).toEqual(record(g));
    expect(library.ids()).toEqual([g.saved.value.id]);
    // Go from the main line to the variation and back.
    expect(await again.goTo([0, 0, 0, 0, 0])).toBe(true);
    expect(again.state.value.codes).toEqual(line);
    expect(again.past.value?.ply).toBe(5);
    expect(await again.goTo([0, 0, 0, 1])).toBe(true);
    expect(again.state.value.codes.at(-1)).toBe("d7d6");
  });

  it("follows a move that the tree has, on the line that is open", async () => {
    const g = await open({ moves: [...line] });
    await g.look(2);
    await g.move("d2d4");
    await g.move("e5d4");
    await g.look(1);
    // A move that the open variation contains keeps the variation open; a move of the main line
    // opens the main line again.
    expect(await g.move("e7e5")).toBe(true);
    expect(g.state.value.codes).toEqual(["e2e4", "e7e5", "d2d4", "e5d4"]);
    expect(g.past.value?.ply).toBe(2);
    expect(await g.move("g1f3")).toBe(true);
    expect(g.state.value.codes).toEqual(line);
    expect(g.past.value?.ply).toBe(3);
    expect(await listed(g)).toEqual(["e4 e5 Nf3 Nc6 Bb5 a6", "d4 exd4"]);
  });

  it("loses nothing that was taken back", async () => {
    const g = await open({ moves: [...line] });
    for (let i = 0; i < 4; i++) await g.undo();
    expect(await g.type("d4")).toBe(true);
    expect(g.saved.value).toMatchObject({ moves: ["e2e4", "e7e5", "d2d4"], undone: [] });
    expect(await listed(g)).toEqual(["e4 e5 Nf3 Nc6 Bb5 a6", "d4"]);
  });

  it("goes forward to what was taken back", async () => {
    const g = await open({ moves: [...line] });
    await g.undo();
    await g.undo();
    expect(g.state.value).toMatchObject({ ply: line.length - 2, undone: 2 });
    await g.look(line.length - 1);
    expect(g.state.value).toMatchObject({ ply: line.length - 1, undone: 1 });
    await g.look(line.length);
    expect(g.state.value.codes).toEqual(line);
    expect(g.saved.value.undone).toEqual([]);
  });

  it("takes moves that come faster than the rules answer", async () => {
    const g = await open();
    await Promise.all(line.map((code) => g.move(code)));
    expect(await listed(g)).toEqual(["e4 e5 Nf3 Nc6 Bb5 a6"]);
  });

  it("refuses a move that is none and stays as it was", async () => {
    const g = await open({ moves: [...line] });
    await g.look(2);
    const before = record(g);
    expect(await g.move("e1e3")).toBe(false);
    expect(g.refusal.value).toBe("illegal-move");
    expect(g.past.value?.ply).toBe(2);
    expect(record(g)).toEqual(before);
  });

  it("reads a typed move in the position that is shown", async () => {
    const g = await open({ moves: [...line.slice(0, 5), "h7h6"] });
    await g.look(3);
    expect(await g.type("h6")).toBe(true);
    expect(g.saved.value.moves).toEqual([...line.slice(0, 3), "h7h6"]);
  });

  it("forgets the end of a line that it leaves, and finds it again", async () => {
    const g = await open();
    for (const m of ["f2f3", "e7e5", "g2g4", "d8h4"]) await g.move(m);
    expect(g.ended.value?.why).toBe("checkmate");
    await g.look(2);
    expect(await g.write(2, [["e2e4", "f8c5"], ["b1c3"]])).toEqual([["e4", "Bc5"], ["Nc3"]]);
    expect(await g.move("e2e4")).toBe(true);
    expect(g.ended.value).toBeNull();
    await g.goTo([0, 0, 0, 0]);
    expect(g.ended.value?.why).toBe("checkmate");
  });

  it("goes another way where taking back would show a secret", async () => {
    const g = await open({ kind: "jieqi", moves: ["b2e2", "a6a5"] });
    await g.look(1);
    expect(await g.move("c6c5")).toBe(true);
    expect(g.saved.value.moves).toEqual(["b2e2", "c6c5"]);
  });

  it("opens what the rules end earlier than the record does as far as that", async () => {
    const back = "g1f3 g8f6 f3g1 f6g8 ".repeat(5).trim().split(" ");
    const moves = [{ code: "g1f3" }, ...back.slice(1).map((code) => ({ code }))];
    const g = await open({ moves: back.slice(0, 16), tree: { moves } });
    expect(g.ended.value).not.toBeNull();
    expect(await g.goTo(Array.from({ length: 3 }, () => 0))).toBe(true);
    expect(g.past.value?.ply).toBe(3);
    expect(await g.goTo(Array.from({ length: 20 }, () => 0))).toBe(false);
    expect(g.refusal.value).toBe("game-over");
    expect(record(g).moves).toHaveLength(20);
  });

  it("knows the clocks and the words of a record", async () => {
    const g = await open({ moves: ["e2e4", "e7e5", "g1f3"], tree: annotated });
    expect(record(g)).toEqual(annotated);
    expect([g.leftAt("first", 0), g.leftAt("first", 1), g.leftAt("second", 2)]).toEqual([null, 299_000, null]);
    expect(g.leftAt("first", 3)).toBe(290_000);
    expect(tree.spoken(g.node.comments)).toBe("to e5");
    await g.goTo([0, 1, 0]);
    expect(tree.spoken(g.node.comments)).toBe("open");
    // An older version of the program stored studies in this form.
    const old = { ...g.saved.value, id: "old", moves: ["e2e4"], undone: [], comments: ["s", "[%clk 0:00:09]"] };
    delete old.tree;
    const kept = await Study.open(old, deps());
    expect(kept.leftAt("first", 1)).toBe(9000);
    expect(record(kept)).toEqual({ comments: ["s"], moves: [{ code: "e2e4", comments: ["[%clk 0:00:09]"] }] });
  });

  it("keeps what is said of its moves", async () => {
    const g = await open({ moves: ["e2e4", "e7e5", "g1f3"], tree: annotated });
    g.annotate({ comments: tree.worded(g.node.comments, "a knight") });
    await g.goTo([0, 1]);
    g.annotate({ signs: tree.judged(g.node.signs, 1) });
    const kept = library.get(g.saved.value.id)?.tree;
    expect(kept?.moves[2]?.comments).toEqual(["[%clk 0:04:50]", "a knight"]);
    expect(kept?.moves[1]?.variations?.[0]?.[0]).toEqual({ code: "c7c5", nags: [1] });
    expect(kept?.comments).toEqual(["Ruy Lopez"]);
  });

  it("makes a variation the main line, takes moves away and puts them back", async () => {
    const g = await open({ moves: ["e2e4", "e7e5", "g1f3"], tree: annotated });
    await g.goTo([0, 1]);
    expect(await g.promote()).toBe(true);
    expect(await listed(g)).toEqual(["e4 c5 Nf3", "e5 Nf3"]);
    expect(g.past.value?.ply).toBe(2);
    expect(g.state.value.codes).toEqual(["e2e4", "c7c5", "g1f3"]);
    const whole = record(g);
    expect(await g.remove()).toBe(true);
    expect(await listed(g)).toEqual(["e4 e5 Nf3"]);
    expect(g.past.value?.ply).toBe(1);
    expect(await g.restore()).toBe(true);
    expect(record(g)).toEqual(whole);
    expect(g.state.value.codes).toEqual(["e2e4", "c7c5", "g1f3"]);
    expect(g.deleted.value).toBeNull();
    await g.goTo([0]);
    await g.remove();
    expect(g.state.value.ply).toBe(0);
    expect(record(g).moves).toEqual([]);
  });

  it("moves variations up, and deletes a whole one", async () => {
    const g = await open({ moves: ["e2e4", "e7e5"] });
    for (const code of ["c7c5", "e7e6"]) {
      await g.goTo([0]);
      await g.move(code);
      await g.move("d2d4");
      await g.move("d7d5");
    }
    expect(await listed(g)).toEqual(["e4 e5", "c5 d4 d5", "e6 d4 d5"]);
    expect(await g.raise()).toBe(true);
    expect(await listed(g)).toEqual(["e4 e5", "e6 d4 d5", "c5 d4 d5"]);
    expect(g.state.value.codes).toEqual(["e2e4", "e7e6", "d2d4", "d7d5"]);
    expect(await g.removeVariation()).toBe(true);
    expect(await listed(g)).toEqual(["e4 e5", "c5 d4 d5"]);
    // Deleted moves can be restored even after other changes.
    await g.move("g7g6");
    g.annotate({ comments: ["modern"] });
    expect(await g.restore()).toBe(true);
    expect(await listed(g)).toEqual(["e4 e5", "e6 d4 d5", "c5 d4 d5", "g6"]);
    expect(g.state.value.codes).toEqual(["e2e4", "e7e6", "d2d4", "d7d5"]);
    expect(record(g).moves[1]?.variations?.at(-1)?.[0]?.comments).toEqual(["modern"]);
  });

  it("keeps a comment that is written while the rules answer", async () => {
    const g = await open({ moves: [...line] });
    const going = g.move("b5c6");
    g.annotate({ comments: ["while it goes"] });
    await going;
    expect(JSON.stringify(record(g))).toContain("while it goes");
  });
});
