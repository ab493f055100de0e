// Tests earlier clock states, computed from the times of the moves and from the
// comments of records.
import { expect, it } from "vitest";
import { leftAt } from "../src/session/times";

const game = { control: "5+3", opening: 0, ply: 4, spent: [1000, 2000, 3000, 4000] };
// The clocks at the end of the game. The first side had used two seconds for its next move when the
// game ended.
const last = [300_000 + 6000 - 4000 - 2000, 300_000 + 6000 - 6000];

it("sums up what the moves took", () => {
  const at = (ply: number) => [leftAt(game, last, "first", ply), leftAt(game, last, "second", ply)];
  expect(at(0)).toEqual([300_000, 300_000]);
  expect(at(1)).toEqual([302_000, 300_000]);
  expect(at(2)).toEqual([302_000, 301_000]);
  expect(at(4)).toEqual([302_000, 300_000]);
});

it("counts time odds, and no first move that had a time of its own", () => {
  const odds = { ...game, extra: [60_000, 0], firstMove: 30_000 };
  const left = [360_000, 300_000 + 3000 - 4000];
  expect(leftAt(odds, left, "first", 1)).toBe(360_000);
  expect(leftAt(odds, left, "second", 2)).toBe(300_000);
  expect(leftAt(odds, left, "second", 4)).toBe(299_000);
});

it("tells nothing where the times do not add up", () => {
  expect(leftAt({ ...game, control: "10+5x30" }, last, "first", 1)).toBeNull();
  expect(leftAt({ ...game, control: "none" }, last, "first", 1)).toBeNull();
  expect(leftAt({ ...game, spent: [1000] }, last, "first", 1)).toBeNull();
  // After takebacks, the clock shows less time than the times of the remaining moves explain. So
  // earlier clock states cannot be computed.
  expect(leftAt(game, [last[0] ?? 0, 100_000], "first", 1)).toBeNull();
});
