// Checks that the list of exercises from mistakes is updated when the review
// finds other mistakes.
import { expect, it } from "vitest";
import { renewed } from "../src/review/learn";

it("a mistake that the review withdraws is no exercise any more", () => {
  expect(renewed([3, 7, 9], 0, false, [7, 9])).toEqual([7, 9]);
  expect(renewed([3, 7, 9], 1, false, [3, 9, 11])).toEqual([3, 9, 11]);
});

it("an exercise that is begun or done stays", () => {
  expect(renewed([3, 7, 9], 0, true, [9])).toEqual([3, 9]);
  expect(renewed([3, 7, 9], 2, false, [])).toEqual([3, 7]);
  // If the review finds a mistake at an earlier ply than the current exercise, the list of
  // exercises must not change.
  expect(renewed([3, 7], 1, true, [1, 3, 7])).toEqual([3, 7]);
});
