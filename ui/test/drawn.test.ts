// @vitest-environment node
// Tests arrows and circles in the comments of a record.
import { describe, expect, it } from "vitest";
import { drawnIn, MOST_DRAWN, toggled, withDrawn, type Drawn } from "../src/session/drawn";

const circle: Drawn = { from: "d4", to: "d4", brush: "main" };
const arrow: Drawn = { from: "a1", to: "a10", brush: "warn" };

describe("drawings", () => {
  it("are read as other programs write them", () => {
    const comments = ["[%clk 0:01:00] good", "[%csl Gd4,Yc3][%cal Ra1a10, Be2e4] well"];
    expect(drawnIn(comments)).toEqual([
      circle,
      { from: "c3", to: "c3", brush: "hint" },
      arrow,
      { from: "e2", to: "e4", brush: "other" },
    ]);
  });

  it("are read without what makes no sense", () => {
    expect(drawnIn(["[%csl Gd4e5,Xd4,d4,,G4] [%cal Gd4,G] [%cal"])).toEqual([]);
    const many = Array.from({ length: 5000 }, (_, i) => `Ga${i}`).join(",");
    expect(drawnIn([`[%csl ${many}]`, `[%csl ${many}]`])).toHaveLength(MOST_DRAWN);
  });

  it("are written beside clocks and before words, and removed without a trace", () => {
    expect(withDrawn([], [circle])).toEqual(["[%csl Gd4]"]);
    expect(withDrawn(["well"], [arrow, circle])).toEqual(["[%csl Gd4] [%cal Ra1a10]", "well"]);
    const clock = ["[%clk 0:01:00]", "well"];
    const drawn = withDrawn(clock, [circle, arrow]);
    expect(drawn).toEqual(["[%clk 0:01:00] [%csl Gd4] [%cal Ra1a10]", "well"]);
    expect(drawnIn(drawn)).toEqual([circle, arrow]);
    expect(withDrawn(drawn, drawnIn(drawn))).toEqual(drawn);
    expect(withDrawn(drawn, [])).toEqual(clock);
  });

  it("are drawn again in another colour, or removed by the same one", () => {
    expect(toggled([circle], arrow)).toEqual([circle, arrow]);
    expect(toggled([circle, arrow], { ...circle, brush: "warn" })).toEqual([arrow, { ...circle, brush: "warn" }]);
    expect(toggled([circle, arrow], circle)).toEqual([arrow]);
  });
});
