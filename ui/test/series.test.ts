// @vitest-environment happy-dom
// Tests the score of a series of games.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import people from "../i18n/people/en.json";
import { speakThese } from "../src/app/i18n";
import { pointsText, scoreOf, SeriesLine } from "../src/play/series";
import type { OnlineGame } from "../src/session/online";

describe("a series of games", () => {
  it("counts halves as people write them", () => {
    expect([0, 1, 2, 3, 20].map(pointsText)).toEqual(["0", "½", "1", "1½", "10"]);
  });

  it("adds this game once it has a result", () => {
    const s = { points: [3, 1] };
    expect(scoreOf(s, null)).toEqual([3, 1]);
    expect(scoreOf(s, { why: "left", winner: "second" })).toEqual([3, 3]);
    expect(scoreOf(s, { why: "agreement", winner: "none" })).toEqual([4, 2]);
    expect(scoreOf(s, { why: "abort", winner: "none" })).toEqual([3, 1]);
  });

  it("is shown from the player's side, and says when it is over", async () => {
    speakThese("en", people);
    const root = document.createElement("div");
    const ended = signal<object | null>(null);
    const view = signal({ series: { games: 2, number: 2, points: [0, 2] } });
    const game = { mine: "second", view, ended } as unknown as OnlineGame;
    await act(() => render(h(SeriesLine, { game }), root));
    expect(root.textContent).toBe("Game 2 of 2, score 1 : 0");
    await act(() => {
      ended.value = { why: "resignation", winner: "first" };
    });
    expect(root.textContent).toBe("The series of 2 games is over: 1 : 1");
  });
});
