// @vitest-environment happy-dom
// Tests the display beside an online game after a player has left.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import people from "../i18n/people/en.json";
import { speakThese } from "../src/app/i18n";
import { Left, leftPageAt, untilText } from "../src/play/left";
import type { OnlineGame } from "../src/session/online";
import type { Socket } from "../src/wire/socket";

const root = document.createElement("div");

function world(mine: "first" | "second" | "none" = "first") {
  const acts: unknown[][] = [];
  const game = {
    id: "m1",
    mine,
    ended: signal(null),
    here: signal<object>({ here: [true, true], left: { after: [60_000, 20_000] } }),
    act: (...a: unknown[]) => acts.push(a),
  };
  const socket = { line: signal("open"), offset: 1000 };
  const show = () =>
    act(() => render(h(Left, { game: game as unknown as OnlineGame, socket: socket as unknown as Socket }), root));
  const away = (side: string, claim: number) =>
    act(() => {
      game.here.value = { here: [true, false], left: { after: [60_000, 20_000], away: side, claim } };
    });
  return { acts, game, socket, show, away };
}

describe("a player who has left", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(1_000_000);
    speakThese("en", people);
  });
  afterEach(() => {
    render(null, root);
    localStorage.clear();
    vi.useRealTimers();
  });

  it("is waited for, then the game can be claimed as a win or a draw", async () => {
    const { acts, show, away } = world();
    await show();
    expect(root.textContent).toBe("");
    await away("second", 1_000_000 + 1000 + 41_500);
    expect(root.textContent).toContain("You can claim the win in 0:42");
    expect(root.querySelector("button")).toBeNull();
    await act(() => void vi.advanceTimersByTime(42_000));
    for (const b of root.querySelectorAll("button")) b.click();
    expect(acts).toEqual([["left"], ["left", "draw"]]);
  });

  it("is forgotten when they are back or the game is over", async () => {
    const { game, show, away } = world();
    await show();
    await away("second", 0);
    expect(root.querySelectorAll("button")).toHaveLength(2);
    await act(() => {
      game.here.value = { here: [true, true], left: { after: [60_000, 20_000] } };
    });
    expect(root.textContent).toBe("");
    await away("second", 0);
    await act(() => {
      game.ended.value = { why: "left", winner: "first" } as never;
    });
    expect(root.textContent).toBe("");
  });

  it("is nothing that a spectator or the player who left can claim", async () => {
    for (const mine of ["none", "second"] as const) {
      const { show, away } = world(mine);
      await show();
      await away("second", 0);
      expect(root.textContent).toBe("");
      render(null, root);
    }
  });

  it("sees how long the opponent waits while the connection is lost", async () => {
    const { socket, show } = world("second");
    await show();
    await act(() => {
      socket.line.value = "lost";
    });
    await act(() => void vi.advanceTimersByTime(5000));
    expect(root.textContent).toContain("Your opponent can claim the win in 0:15");
    await act(() => void vi.advanceTimersByTime(16_000));
    expect(root.textContent).toContain("Your opponent can claim the win.");
    await act(() => {
      socket.line.value = "open";
    });
    expect(root.textContent).toBe("");
  });
});

describe("times", () => {
  it("are minutes and seconds, rounded up", () => {
    expect([0, 1, 999, 1000, 59_001, 61_000].map(untilText)).toEqual(["0:00", "0:01", "0:01", "0:01", "1:00", "1:01"]);
  });
  it("of a page that was left are those of this game, and not of long ago", () => {
    const store = { getItem: () => "m1 1000" };
    expect(leftPageAt("m1", 2000, store)).toBe(1000);
    expect(leftPageAt("m2", 2000, store)).toBe(0);
    expect(leftPageAt("m1", 2_000_000, store)).toBe(0);
    expect(leftPageAt("m1", 2000, { getItem: () => null })).toBe(0);
  });
});
