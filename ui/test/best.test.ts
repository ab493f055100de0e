import { expect, test } from "vitest";
import { bestOf, type LiveView } from "../src/people/best";

const game = (id: string, first?: number, second?: number, provisional = false): LiveView => ({
  id,
  game: "chess",
  seats: [],
  ratings: [first, second].map((rating) => (rating ? { rating, provisional } : null)) as LiveView["ratings"],
  speed: "rapid",
  clock: "10+5",
  created: 1,
});

test("the board shows the best game, and stays where no other is better", () => {
  const [good, same, better, unsure] = [
    game("good", 1800, 1700),
    game("same", 1700, 1800),
    game("better", 1900, 1700),
    game("unsure", 2900, 2900, true),
  ];
  expect(bestOf([])).toBeUndefined();
  expect(bestOf([good, same])?.id).toBe("good");
  expect(bestOf([same, good], good)?.id).toBe("good");
  expect(bestOf([better, same, good], good)?.id).toBe("better");
  expect(bestOf([same], good)?.id).toBe("same");
  expect(bestOf([good, unsure], unsure)?.id).toBe("good");
  expect(bestOf([], good)).toBeUndefined();
  // If a player has left the shown game, a game in which both players are present replaces it.
  const left = { ...better, away: true };
  expect(bestOf([same, left], left)?.id).toBe("same");
  expect(bestOf([left, { ...same, away: true }], left)?.id).toBe("better");
});
