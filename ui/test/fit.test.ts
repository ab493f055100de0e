// Tests the choice of an opponent that matches the player: the games stay nearly even, the
// estimated strength follows the player's strength, and only results that count are stored.
import { beforeEach, expect, test } from "vitest";
import { measured } from "../src/play/measured";
import { settings } from "../src/app/settings";
import { levelOf } from "../src/session/opponent";
import { fitOf, today } from "../src/session/today";
import { count, strengthOf } from "../src/rate/device";
import { KEPT, learnt, levelAfter, newcomer, type Past } from "../src/rate/fit";
import { forget, pastOf, remember } from "../src/rate/fitted";
import type { Shelf } from "../src/session/saved";

/**
 * A pseudorandom generator (mulberry32) of numbers from 0 to 1, with the same numbers in every run.
 */
function lots(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PLAYERS = 1000;
const strengths = [2, 3, 4, 5, 6, 7];

// The numbers in docs/strength.md come from this test.
test.each(Object.keys(measured))("players of six strengths score 45 to 55 % in games 7 to 26 of %s", (kind) => {
  const lot = lots(7);
  const tenths = Array.from({ length: 81 }, (_, i) => strengthOf(kind, i / 10));
  const strength = (level: number): number => tenths[Math.round(level * 10)] ?? NaN;
  const shares = strengths.map((player) => {
    let won = 0;
    for (let n = 0; n < PLAYERS; n++) {
      let known = newcomer;
      for (let game = 1; game <= 26; game++) {
        const { level } = known;
        const score = lot() < 1 / (1 + 10 ** ((strength(level) - strength(player)) / 400)) ? 1 : 0;
        known = learnt(kind, known, level, score);
        if (game >= 7) won += score;
      }
    }
    return Math.round((1000 * won) / (20 * PLAYERS)) / 10;
  });
  console.log(`${kind}: ${shares.join(" %, ")} %`);
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(45);
    expect(share).toBeLessThanOrEqual(55);
  }
});

const kind = Object.keys(measured)[0] ?? "";
const results = (level: number, ...scores: number[]): Past[] =>
  scores.map((score, i) => ({ id: String(i), level, score }));

test("who wins meets a stronger opponent, who loses a weaker one, within the levels that exist", () => {
  expect(levelAfter(kind, [])).toBe(2);
  expect(levelAfter(kind, results(2, 1))).toBeGreaterThan(2.5);
  expect(levelAfter(kind, results(2, 0))).toBeLessThan(1.6);
  expect(levelAfter(kind, results(2, 0.5))).toBeCloseTo(2, 0);
  expect(levelAfter(kind, results(8, ...Array<number>(20).fill(1)))).toBe(8);
  expect(levelAfter(kind, results(8, ...Array<number>(20).fill(1)), 5)).toBe(5);
  expect(levelAfter(kind, results(1, ...Array<number>(20).fill(0)))).toBe(1);
});

test("who has learnt is met as strong as now", () => {
  const then = results(2, ...Array<number>(20).fill(0.5));
  const now = results(5, ...Array<number>(20).fill(0.5));
  expect(levelAfter(kind, [...then, ...now])).toBeGreaterThan(4);
});

test("between two levels the moves are those of both, in their shares", () => {
  const seat = { kind: "machine" as const, level: 3, fit: 3.4 };
  for (const seed of [0, 1, 7, 2 ** 52 - 1, 123_456_789_012]) {
    const played = Array.from({ length: 200 }, (_, i) => levelOf(seat, seed, 2 * i + 1));
    expect(played.filter((n) => n === 4).length / 200).toBeCloseTo(0.4, 1);
    expect(played.filter((n) => n !== 3 && n !== 4)).toEqual([]);
  }
  expect(levelOf({ kind: "machine", level: 8, fit: 8 }, 2 ** 52 - 1, 13)).toBe(8);
  expect(levelOf({ kind: "machine", level: 6 }, 5, 5)).toBe(6);
});

let shelf: Shelf;
beforeEach(() => {
  const all = new Map<string, string>();
  shelf = {
    getItem: (k) => all.get(k) ?? null,
    setItem: (k, v) => void all.set(k, v),
    removeItem: (k) => void all.delete(k),
  };
  settings.value = { ...settings.value, fit: {} };
});

const result = (id: string, score: number, level = 2) => ({ id, kind, level, score, at: 1000 });

test("each game is remembered once, and what is taken back is forgotten", () => {
  expect(fitOf(kind)).toBe(2);
  const one = remember(shelf, result("a", 0), 1000);
  expect(one).toBeLessThan(2);
  expect(fitOf(kind)).toBe(one);
  expect(remember(shelf, result("a", 0), 2000)).toBe(one);
  // The game "b" ended more than ten minutes ago, so its result must not count.
  expect(remember(shelf, result("b", 0), 1000 + 11 * 60_000)).toBe(one);
  expect(remember(shelf, result("c", 1), 2000)).toBeGreaterThan(one);
  forget(shelf, kind, "c");
  expect(fitOf(kind)).toBe(one);
  for (let i = 0; i < 60; i++) remember(shelf, result(`n${i}`, i % 2), 2000);
  expect(pastOf(shelf, kind).length).toBe(KEPT);
  expect(pastOf(shelf, "another")).toEqual([]);
});

test("the games of an older version are known, and a broken text is none", () => {
  count(shelf, { ...result("a", 1, 4), at: 1000 }, 1000);
  expect(pastOf(shelf, kind)).toEqual([{ id: "a", level: 4, score: 1 }]);
  shelf.setItem(`kydai.fit.${kind}`, "{");
  expect(pastOf(shelf, kind)).toHaveLength(1);
  shelf.setItem(`kydai.fit.${kind}`, '[null, 5, {"level": "x"}, {"id": "b", "level": 3, "score": 0}]');
  expect(pastOf(shelf, kind)).toEqual([{ id: "b", level: 3, score: 0 }]);
});

test("a game begins at the level of today, chosen levels stay", () => {
  settings.value = { ...settings.value, fit: { [kind]: 3.6 } };
  expect(today(kind, { kind: "machine", level: 0 })).toEqual({ kind: "machine", level: 4, fit: 3.6 });
  // A rematch uses the strength after the latest result (3.6), and not the strength of the game
  // before (2).
  expect(today(kind, { kind: "machine", level: 2, fit: 2 })).toEqual({ kind: "machine", level: 4, fit: 3.6 });
  for (const seat of [
    { kind: "machine" as const, level: 3 },
    { kind: "machine" as const, level: 0, algorithm: { name: "random", depth: 1, sims: 1 } },
    { kind: "human" as const },
  ])
    expect(today(kind, seat)).toBe(seat);
});
