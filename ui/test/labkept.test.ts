// Tests the results of lab games: they are stored across visits, summed up, and written as CSV.
import { beforeEach, describe, expect, it } from "vitest";
import { csv, forget, keep, kept, MOST, nameOf, playerOf, rate, sum, type Row } from "../src/lab/kept";

class Shelf implements Storage {
  readonly #items = new Map<string, string>();
  full = false;
  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  key(): string | null {
    return null;
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error("full");
    this.#items.set(key, value);
  }
}

const game = (kind: string, a: Row["a"], b: Row["b"], points: number): Row => ({
  at: 1,
  kind,
  a,
  b,
  first: true,
  seed: 1,
  points,
  plies: 9,
});
const deep = (n: number) => playerOf("ordered", n, 500);
const random = playerOf("random", 3, 500);

describe("kept lab games", () => {
  let shelf: Shelf;
  beforeEach(() => (shelf = new Shelf()));

  it("names players by the settings that count", () => {
    expect(nameOf(random)).toBe("random");
    expect(nameOf(deep(2))).toBe("ordered,depth=2");
    expect(nameOf(playerOf("mcts", 2, 500))).toBe("mcts,sims=500");
  });

  it("keeps games, the newest at most, and forgets by kind", () => {
    expect(keep(shelf, game("x", deep(1), random, 1))).toBe(true);
    expect(keep(shelf, game("y", deep(1), random, 0))).toBe(true);
    expect(kept(shelf).map((r) => r.kind)).toEqual(["x", "y"]);
    forget(shelf, "x");
    expect(kept(shelf).map((r) => r.kind)).toEqual(["y"]);
    shelf.setItem("kydai.lab", JSON.stringify(Array.from({ length: MOST }, () => game("x", deep(1), random, 1))));
    keep(shelf, game("y", deep(1), random, 0.5));
    expect(kept(shelf)).toHaveLength(MOST);
    expect(kept(shelf).at(-1)?.kind).toBe("y");
  });

  it("survives a full or spoilt storage", () => {
    shelf.setItem("kydai.lab", "{");
    expect(kept(shelf)).toEqual([]);
    shelf.setItem("kydai.lab", '[1, null, {"kind": "x"}]');
    expect(kept(shelf)).toEqual([]);
    shelf.full = true;
    expect(keep(shelf, game("x", deep(1), random, 1))).toBe(false);
  });

  it("counts every game for both players", () => {
    const rows = [
      game("x", deep(1), random, 1),
      game("x", random, deep(1), 0),
      game("x", random, deep(1), 0.5),
      game("x", deep(2), deep(1), 1),
    ];
    const one = sum(rows, false).find((l) => nameOf(l.player) === "ordered,depth=1");
    expect(one).toMatchObject({ wins: 2, draws: 1, losses: 1 });
    const apart = sum(rows, true);
    expect(apart).toHaveLength(4);
    for (const l of apart) {
      const back = apart.find(
        (m) =>
          m.opponent &&
          nameOf(m.opponent) === nameOf(l.player) &&
          l.opponent &&
          nameOf(m.player) === nameOf(l.opponent),
      );
      expect(back).toMatchObject({ wins: l.losses, draws: l.draws, losses: l.wins });
    }
  });

  it("rates with and without draws", () => {
    const l = { player: random, wins: 3, draws: 2, losses: 1 };
    expect(rate(l, true)?.rate).toBeCloseTo(4 / 6);
    expect(rate(l, false)?.rate).toBe(0.75);
    expect(rate({ player: random, wins: 0, draws: 4, losses: 0 }, false)).toBeNull();
    // Known values of Wilson's confidence interval; the tests of the Go package lab/results use the
    // same values.
    const ten = rate({ player: random, wins: 10, draws: 0, losses: 0 }, true);
    expect(ten?.low).toBeCloseTo(0.7225, 4);
    expect(ten?.high).toBeCloseTo(1, 9);
  });

  it("writes a CSV of as many cells as its head has", () => {
    const text = csv("x", sum([game("x", deep(1), random, 0.5)], true));
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe('x,"ordered,depth=1",ordered,1,random,random,,1,0,1,0,0.5000,0.0546,0.9454,,,');
    expect(lines[1]?.replaceAll(/"[^"]*"/gu, "p").split(",")).toHaveLength(lines[0]?.split(",").length ?? 0);
  });
});
