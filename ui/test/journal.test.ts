// @vitest-environment node
// Tests several tabs that edit one study: after all messages have arrived, all tabs and the storage
// have the same state.
import { describe, expect, it } from "vitest";
import { apply, type Edit } from "../src/session/edits";
import { Journal, type Ports } from "../src/session/journal";
import type { RecordTree, Shelf } from "../src/session/saved";
import * as tree from "../src/session/tree";

/** A pseudorandom generator with the same numbers in every run. */
function lots(seed: number): (n: number) => number {
  let at = seed;
  return (n) => (at = (at * 48271) % 2147483647) % n;
}

/** A browser that grants locks and delivers messages in a pseudorandom order. */
class Browser {
  readonly map = new Map<string, string>();
  readonly shelf: Shelf = {
    getItem: (k) => this.map.get(k) ?? null,
    setItem: (k, v) => void this.map.set(k, v),
    removeItem: (k) => void this.map.delete(k),
  };
  readonly waiting: (() => void)[] = [];
  readonly tabs: Tab[] = [];

  /**
   * Performs one waiting action at random: grants a lock, delivers a message or lets a timer
   * expire. Returns false if no action is waiting.
   */
  step(random: (n: number) => number): boolean {
    const [one] = this.waiting.splice(random(Math.max(1, this.waiting.length)), 1);
    one?.();
    return one !== undefined;
  }
}

class Tab {
  readonly journal: Journal;
  shown: tree.Node;
  constructor(
    readonly browser: Browser,
    readonly most = Infinity,
  ) {
    const ports: Ports = {
      shelf: browser.shelf,
      alone: (_, f) => void browser.waiting.push(f),
      channel: (_, hear) => ({
        tell: () => {
          for (const t of browser.tabs) if (t !== this) browser.waiting.push(() => t.journal.hear());
        },
        close: () => void hear,
      }),
      later: (f) => void browser.waiting.push(f),
    };
    const { root, edits } = this.read();
    this.journal = new Journal("s", root, edits, ports, {
      show: (r) => (this.shown = r),
      write: (r, n) => browser.map.set("s", JSON.stringify({ edits: n, tree: tree.write(r) })),
      read: () => this.read(),
    });
    this.shown = this.journal.shown;
    browser.tabs.push(this);
  }

  read(): { root: tree.Node; edits: number } {
    const s = JSON.parse(this.browser.map.get("s") ?? '{"edits":0,"tree":{"moves":[]}}') as {
      edits: number;
      tree: RecordTree;
    };
    return { root: tree.read(s.tree), edits: s.edits };
  }

  edit(e: Edit): void {
    this.shown = this.journal.edit(e);
  }
}

const record = (root: tree.Node) => JSON.stringify(tree.write(root));

/** A random path in a tree. */
function someplace(root: tree.Node, random: (n: number) => number): tree.Path {
  const path: number[] = [];
  for (let n = root; n.next.length > 0 && random(5) > 0; n = n.next[path.at(-1) ?? 0] as tree.Node)
    path.push(random(n.next.length));
  return path;
}

/** A random edit of the tree that a tab shows. */
function someEdit(root: tree.Node, random: (n: number) => number, n: number): Edit {
  const path = someplace(root, random);
  const at = tree.keysOn(root, path);
  const kind = random(12);
  if (kind < 5) return { do: "add", at: [...at, `m${random(6)}`] };
  if (kind < 9) return { do: "say", at, said: { comments: [`c${n}`] } };
  if (kind === 9) return { do: "lead", at };
  if (kind === 10) return { do: "raise", at };
  return { do: "cut", at };
}

describe("tabs with one study", () => {
  it.each([1, 2, 3, 4])("end alike, with every edit that was shown (%i)", (seed) => {
    const random = lots(seed * 7919);
    const browser = new Browser();
    const tabs = [new Tab(browser), new Tab(browser)];
    // Seeds with an odd number never delete. After them, the tree must contain every added move,
    // with the last comment that one of the two tabs has written on it.
    const cuts = seed % 2 === 0;
    const added = new Set<string>();
    const said = new Map<string, string[]>();
    for (let n = 0; n < 1000; n++) {
      const which = random(2);
      const tab = tabs[which] as Tab;
      const e = someEdit(tab.shown, random, n);
      if (e.do === "cut" && !cuts) continue;
      tab.edit(e);
      if (e.do === "add" || e.do === "say") added.add(e.at.join(" "));
      if (e.do === "say") {
        // A tab shows its own edits at once.
        expect(tree.nodeAt(tab.shown, tree.pathTo(tab.shown, e.at)).comments).toEqual([`c${n}`]);
        const key = e.at.join(" ");
        said.set(key, (said.get(key) ?? ["", ""]).with(which, `c${n}`));
      }
      for (let i = random(4); i > 0; i--) browser.step(random);
    }
    while (browser.step(random));
    const [a, b] = tabs as [Tab, Tab];
    expect(record(a.shown)).toBe(record(b.shown));
    expect(record(a.journal.shown)).toBe(record(a.shown));
    expect(record(a.read().root)).toBe(record(a.shown));
    // A tab that is opened now must show the same tree.
    expect(record(new Tab(browser).shown)).toBe(record(a.shown));
    expect(tree.sizeOf(a.shown)).toBeGreaterThan(cuts ? 5 : 150);
    if (cuts) return;
    for (const key of added) {
      const keys = key.split(" ").filter(Boolean);
      const path = tree.pathTo(a.shown, keys);
      expect(path).toHaveLength(keys.length);
      const words = said.get(key);
      if (words) expect(words).toContain(tree.nodeAt(a.shown, path).comments[0]);
    }
  });

  it("of two comments on one move keep the one that was written last", () => {
    const browser = new Browser();
    const [a, b] = [new Tab(browser), new Tab(browser)];
    a.edit({ do: "say", at: ["e2e4"], said: { comments: ["a"] } });
    b.edit({ do: "say", at: ["e2e4"], said: { comments: ["b"] } });
    const [first, second] = browser.waiting.splice(0);
    second?.();
    first?.();
    while (browser.step(() => 0));
    for (const t of [a, b]) expect(t.shown.next.map((n) => n.comments)).toEqual([["a"]]);
  });

  it("do not delete what they have not shown", () => {
    const browser = new Browser();
    const [a, b] = [new Tab(browser), new Tab(browser)];
    a.edit({ do: "add", at: ["e2e4", "e7e5", "g1f3"] });
    while (browser.step(() => 0));
    b.edit({ do: "say", at: ["e2e4", "e7e5"], said: { comments: ["new"] } });
    browser.waiting.shift()?.(); // b has written the edit, but a has not received b's message yet
    a.edit({ do: "cut", at: ["e2e4"] });
    while (browser.step(() => 0));
    for (const t of [a, b]) {
      expect(tree.write(t.shown)).toEqual({ moves: [{ code: "e2e4" }, { code: "e7e5", comments: ["new"] }] });
    }
    // Now tab a shows the edit of tab b, so the second deletion by tab a must delete this edit too.
    a.edit({ do: "cut", at: ["e2e4"] });
    while (browser.step(() => 0));
    expect(tree.write(b.shown)).toEqual({ moves: [] });
  });

  it("read the study again after a long sleep, or an edit that is too long for the log", () => {
    const browser = new Browser();
    const [a, b] = [new Tab(browser), new Tab(browser)];
    browser.tabs.length = 1; // b does not receive messages from a
    for (let i = 0; i < 250; i++) {
      a.edit({ do: "say", at: [`m${i}`], said: { comments: ["x"] } });
      while (browser.step(() => 0));
    }
    b.edit({ do: "say", at: ["mine"], said: { comments: ["late".repeat(3000)] } });
    while (browser.step(() => 0));
    a.journal.hear();
    expect(a.shown.next).toHaveLength(251);
    expect(record(a.shown)).toBe(record(b.shown));
    expect(record(a.read().root)).toBe(record(b.shown));
  });

  it("store a large study later, and at once when the page is left", () => {
    const browser = new Browser();
    const moves = Array.from({ length: 3000 }, (_, i) => ({ code: `m${i}` }));
    browser.map.set("s", JSON.stringify({ edits: 0, tree: { moves } }));
    const a = new Tab(browser);
    const before = browser.map.get("s");
    a.edit({ do: "say", at: [], said: { comments: ["start"] } });
    browser.waiting.shift()?.();
    expect(browser.map.get("s")).toBe(before);
    // If the browser crashes at this point, a new tab must still show the edit, because the edit is
    // in the log.
    expect(new Tab(browser).shown.comments).toEqual(["start"]);
    a.journal.close();
    expect(a.read().root.comments).toEqual(["start"]);
  });

  it("apply nothing twice", () => {
    const browser = new Browser();
    const a = new Tab(browser);
    a.edit({ do: "add", at: ["a"] });
    a.edit({ do: "add", at: ["b"] });
    a.edit({ do: "raise", at: ["b"] });
    while (browser.step(() => 0));
    const log = browser.map.get("kydai.edits.s") ?? "";
    expect(JSON.parse(log)).toHaveLength(3);
    for (let i = 0; i < 3; i++) a.journal.hear();
    expect(a.shown.next.map((n) => n.code)).toEqual(["b", "a"]);
    expect(apply(a.shown, { do: "add", at: ["a"] })).toBe(a.shown);
  });
});
