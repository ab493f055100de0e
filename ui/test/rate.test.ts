// Tests ratings on the device: they agree with the server's calculation, and count each game once.
// Some games do not count.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { count, deviceRating, resultOf, strengthOf, uncount, type Result } from "../src/rate/device";
import { newcomer, played, wait, type Strength } from "../src/rate/glicko";
import { fresh, type Saved, type Shelf } from "../src/session/saved";

interface Player {
  Mean: number;
  Deviation: number;
  Volatility: number;
}
interface Vector {
  player: Player;
  seconds: number;
  opponent: Player;
  score: number;
  after: Player;
}
const of = (p: Player): Strength => ({ mean: p.Mean, deviation: p.Deviation, volatility: p.Volatility });

test("agrees with rating/glicko within 1e-9", () => {
  const file = path.resolve(process.cwd(), "../rating/glicko/testdata/vectors.json");
  const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
  expect(vectors.length).toBe(200);
  for (const v of vectors) {
    const got = played(wait(of(v.player), v.seconds), of(v.opponent), v.score);
    const want = of(v.after);
    for (const k of ["mean", "deviation", "volatility"] as const)
      expect(Math.abs(got[k] - want[k]), k).toBeLessThan(1e-9);
  }
});

function shelfOf(): Shelf {
  const all = new Map<string, string>();
  return {
    getItem: (k) => all.get(k) ?? null,
    setItem: (k, v) => void all.set(k, v),
    removeItem: (k) => void all.delete(k),
  };
}
const game = (id: string, score: number, at = 1000): Result => ({ id, kind: "chess", level: 3, score, at });

test("counts each game once, and an old game never", () => {
  const shelf = shelfOf();
  expect(deviceRating(shelf, "chess")).toMatchObject({ ...newcomer(), games: 0 });
  const one = count(shelf, game("a", 1), 1000);
  expect(one.games).toBe(1);
  expect(one.mean).toBeGreaterThan(1500);
  expect(count(shelf, game("a", 1), 2000)).toEqual(one);
  expect(count(shelf, game("b", 0), 1000 + 11 * 60_000)).toEqual(one);
  const two = count(shelf, game("c", 0), 2000);
  expect(two.points.map((p) => p.id)).toEqual(["a", "c"]);
  expect(two.mean).toBeLessThan(one.mean);
  expect(deviceRating(shelf, "chess")).toEqual(two);
  expect(deviceRating(shelf, "caro").games).toBe(0);
});

test("a game whose end is taken back is not counted, if it was the last", () => {
  const shelf = shelfOf();
  const one = count(shelf, game("a", 1), 1000);
  const two = count(shelf, game("b", 0), 2000);
  uncount(shelf, "chess", "a");
  expect(deviceRating(shelf, "chess")).toEqual(two);
  uncount(shelf, "chess", "b");
  const { was: _, ...before } = one;
  expect(deviceRating(shelf, "chess")).toEqual(before);
  // The result of "b" has already been removed, so removing it again must change nothing.
  uncount(shelf, "chess", "b");
  expect(deviceRating(shelf, "chess")).toEqual(before);
  expect(count(shelf, game("b", 0), 2000)).toEqual(two);
});

test("a stored text that is no rating is none", () => {
  for (const text of ["", "{", "5", '{"mean":"x"}', '{"mean":1600}'])
    expect(deviceRating({ ...shelfOf(), getItem: () => text }, "chess").games).toBe(0);
});

test("what the site knows of a level comes first", () => {
  expect(strengthOf("chess", 3, new Map([[3, 1234]]))).toBe(1234);
  expect(strengthOf("none", 3)).toBe(1300);
  expect(strengthOf("chess", 3, new Map())).toBeGreaterThan(1000);
});

const plain: Saved = {
  ...fresh({ kind: "chess", seats: { first: { kind: "human" }, second: { kind: "machine", level: 2 } } }, 5, () => 0.5),
  moves: ["e2e4", "e7e5", "g1f3", "b8c6"],
};

test("games with help, odds, an own start, an algorithm or few moves do not count", () => {
  expect(resultOf(plain, "checkmate", "first")).toMatchObject({ kind: "chess", level: 2, score: 1 });
  expect(resultOf(plain, "agreement", "none")?.score).toBe(0.5);
  expect(
    resultOf({ ...plain, seats: { first: plain.seats.second, second: plain.seats.first } }, "x", "first")?.score,
  ).toBe(0);
  const changes: Partial<Saved>[] = [
    { helped: true },
    { start: "8/8/8/8/8/8/8/8 w" },
    { extra: { first: 60, second: 0 } },
    { study: true },
    { moves: ["e2e4", "e7e5", "g1f3"] },
    { seats: { first: { kind: "human" }, second: { kind: "human" } } },
    {
      seats: {
        first: { kind: "human" },
        second: { kind: "machine", level: 2, algorithm: { name: "random", depth: 1, sims: 1 } },
      },
    },
  ];
  for (const change of changes)
    expect(resultOf({ ...plain, ...change }, "x", "first"), JSON.stringify(change)).toBeNull();
});

test("a game with help lowers the level of the next opponent, but does not raise it", () => {
  const helped = { ...plain, helped: true as const };
  expect(resultOf(helped, "checkmate", "second", true)?.score).toBe(0);
  expect(resultOf(helped, "checkmate", "first", true)).toBeNull();
  expect(resultOf(helped, "agreement", "none", true)).toBeNull();
  expect(resultOf(helped, "checkmate", "second")).toBeNull();
});
