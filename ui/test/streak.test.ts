import { expect, test } from "vitest";
import { streakOf } from "../src/play/streak";

const game = (score: number) => ({ match: "m", score });

test("wins in a row are counted, a draw ends them and a correction does not", () => {
  expect(streakOf([])).toEqual({ now: 0, best: 0 });
  expect(streakOf([1, 1, 1, 0.5, 1].map(game))).toEqual({ now: 1, best: 3 });
  expect(streakOf([game(1), { score: -40 }, game(1)])).toEqual({ now: 2, best: 2 });
  expect(streakOf([1, 1, 0].map(game))).toEqual({ now: 0, best: 2 });
});
