// Tests the functions for arbiters: the list of entrants for the next round, swapping two players,
// the clocks on the page for a projector, and the addresses of boards.
import { describe, expect, it } from "vitest";
import { boardIn, boardPath } from "../src/events/atboard";
import { lineUp, swapped } from "../src/events/byhand";
import type { Shown } from "../src/events/data";
import { base64 } from "../src/events/files";
import { leftOf } from "../src/events/screens";

const shown = (settings: object, entrants: object[]): Shown =>
  ({
    event: { paired: 1, settings },
    entrants,
    standings: { places: [3, 1, 2, 4, 5].map((entrant, i) => ({ entrant, place: i + 1 })) },
  }) as unknown as Shown;

describe("the line-up of a round", () => {
  it("pairs by places, and leaves the last one over", () => {
    const people = [1, 2, 3, 4, 5].map((entrant) => ({ entrant }));
    const { order, boards, kinds } = lineUp(shown({}, people));
    expect(order).toEqual([3, 1, 2, 4, 5]);
    expect(boards).toBe(2);
    expect([...kinds]).toEqual([[5, "pairing"]]);
  });
  it("leaves out who has a bye, is absent, has left or is not yet in", () => {
    const people = [
      { entrant: 1, checkedIn: true },
      { entrant: 2, bye: "half" },
      { entrant: 3 },
      { entrant: 4, leaves: 2 },
      { entrant: 5, checkedIn: true, enters: 2 },
      { entrant: 6, checkedIn: true, enters: 3 },
    ];
    const { order, boards, kinds } = lineUp(shown({ checkIn: true }, people));
    expect(order).toEqual([1, 5, 3, 2]);
    expect(boards).toBe(1);
    expect(Object.fromEntries(kinds)).toEqual({ 2: "half", 3: "absent" });
  });
  it("swaps two", () => expect(swapped([1, 2, 3, 4], 0, 2)).toEqual([3, 2, 1, 4]));
});

describe("clocks of the hall", () => {
  const clock = { left: [60_000, 50_000] as [number, number], running: "second" as const, since: 1000 };
  it("runs for the side to move only", () => {
    const look = { seq: 1, clock, ahead: 500 };
    expect(leftOf(look, 0, 10_500)).toBe(60_000);
    expect(leftOf(look, 1, 10_500)).toBe(40_000);
    expect(leftOf(look, 1, 99_999)).toBe(0);
  });
});

describe("addresses of boards", () => {
  it("are read back", () => expect(boardIn(boardPath("a-b", 12).split("/").pop())).toBe(12));
  it("are nothing else", () => expect(["b0", "b1x", "hall", "b1000", undefined].map(boardIn)).toEqual([0, 0, 0, 0, 0]));
});

it("writes large files in base64", () => {
  const data = new Uint8Array(100_000).map((_, i) => i % 251);
  expect(base64(data)).toBe(Buffer.from(data).toString("base64"));
});
