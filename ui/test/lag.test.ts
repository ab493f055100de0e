// @vitest-environment happy-dom
// Tests the display of the network lag at each of the player's moves of an online
// game.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import people from "../i18n/people/en.json";
import { speakThese } from "../src/app/i18n";
import { Lag, receiptsOf } from "../src/play/lag";
import type { OnlineGame } from "../src/session/online";

const texts = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
const view = { opening: 0, lag: [40, 50, 60, 70, 80], lost: [40, 50, 0, 5, 30], firstMove: 60_000 };

describe("receipts of lag", () => {
  it("are of one's own moves only, and say what was given back", () => {
    expect(receiptsOf(view, texts, "first", "second")).toEqual([
      { n: 1, text: "e4", lag: 40, gave: null },
      { n: 2, text: "Nf3", lag: 60, gave: 60 },
      { n: 3, text: "Bb5", lag: 80, gave: 50 },
    ]);
    expect(receiptsOf(view, texts, "second", "second")).toEqual([
      { n: 1, text: "e5", lag: 50, gave: null },
      { n: 2, text: "Nc6", lag: 70, gave: 65 },
    ]);
  });

  it("give back everything where nothing is said to be lost, and begin after the opening", () => {
    const v = { opening: 2, lag: [1, 2] };
    expect(receiptsOf(v, texts, "first", "first")).toEqual([{ n: 2, text: "Nf3", lag: 1, gave: 1 }]);
    expect(receiptsOf({ opening: 0, lag: [] }, [], "first", "first")).toEqual([]);
  });

  it("are shown with their sum, without the moves for which no clock ran", async () => {
    speakThese("en", people);
    const root = document.createElement("div");
    const game = { mine: "first", view: signal(view), state: signal({ codes: texts, texts, turn: "second" }) };
    await act(() => render(h(Lag, { game: game as unknown as OnlineGame }), root));
    expect(root.querySelector("p")?.textContent).toBe(
      "The network took 140 ms of your time; the server gave back 110 ms.",
    );
    expect(root.querySelectorAll("tbody tr")).toHaveLength(3);
    expect(root.querySelectorAll('[data-lost="true"]')).toHaveLength(1);
  });
});
