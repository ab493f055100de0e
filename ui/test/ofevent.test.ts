// @vitest-environment happy-dom
// Tests what the page of a match says about its tournament, the buttons after such a match, and the
// question before an arbiter stops a game on screen.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import events from "../i18n/events/en.json";
import table from "../i18n/table/en.json";
import { speakThese } from "../src/app/i18n";
import type { EventDesk, Shown } from "../src/events/data";
import { Decide } from "../src/events/decide";
import { EventLine, Tourney } from "../src/play/ofevent";
import { Actions } from "../src/play/offers";
import type { OnlineGame } from "../src/session/online";
import type { EventBoard } from "../src/wire/messages";
import type { Socket } from "../src/wire/socket";

const root = document.createElement("div");
let board: Partial<EventBoard>;
let asked: string[];
beforeEach(() => {
  speakThese("en", { ...table, ...events });
  board = { board: 2, first: 1, second: 2, match: "m", version: 0 };
  asked = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    const round = url.includes("/rounds/") ? Number(url.split("/").pop()) : 0;
    const event = { paired: 3, version: 1, settings: { name: "Spring", format: "swiss" } };
    return Promise.resolve(Response.json(round ? { round, boards: round === 2 ? [board] : [] } : event));
  });
});
afterEach(() => {
  render(null, root);
  vi.unstubAllGlobals();
});

const socket = { listen: () => () => {}, stand: () => () => {}, send: () => true } as unknown as Socket;
type Ended = { why: string; winner: string } | null;
const gameOf = (mine: string, end: Ended = null) =>
  ({
    id: "m",
    kind: "chess",
    mine,
    moved: 0,
    ended: signal(end),
    offers: signal([]),
    view: signal({}),
    state: signal({}),
  }) as unknown as OnlineGame & { ended: { value: Ended } };
const names = (s: string) => (s === "first" ? "An" : "Dao");

it("finds the board of a match, and says what the arbiter has entered for a stopped game", async () => {
  const game = gameOf("second");
  const of = new Tourney("e", game, names, socket);
  await vi.waitFor(() => expect(of.seated.value?.board?.board).toBe(2));
  await act(() => render(h(EventLine, { of }), root));
  expect(root.textContent).toBe("Spring · round 2 · board 2");
  expect(root.querySelector("a")?.getAttribute("href")).toBe("/event/e");
  expect(game.verdict?.()).toBeUndefined();
  Object.assign(board, { result: "draw", source: "arbiter" });
  game.ended.value = { why: "abort", winner: "none" };
  // Until the result of the board has been requested again, the page must show no text; it must not
  // say that the game does not count.
  expect(game.verdict?.()).toBe("");
  await vi.waitFor(() => expect(game.verdict?.()).toBe("Set by the arbiter: a draw"));
  of.close();
});

it("names the winner for the loser and for spectators", async () => {
  Object.assign(board, { result: "first", source: "arbiter" });
  for (const [mine, text] of [
    ["first", "you win"],
    ["second", "you lose"],
    ["none", "An wins"],
  ] as const) {
    const game = gameOf(mine, { why: "abort", winner: "none" });
    const of = new Tourney("e", game, names, socket);
    await vi.waitFor(() => expect(game.verdict?.()).toBe(`Set by the arbiter: ${text}`));
    of.close();
  }
});

it("keeps the result of the match if the game was played, or if the board has no result", async () => {
  const played = gameOf("first", { why: "checkmate", winner: "first" });
  const stopped = gameOf("first", { why: "abort", winner: "none" });
  const both = [played, stopped].map((game) => new Tourney("e", game, names, socket));
  expect(played.verdict?.()).toBeUndefined();
  await vi.waitFor(() => expect(stopped.verdict?.()).toBeUndefined());
  expect(asked.length).toBeGreaterThan(0);
  for (const x of both) x.close();
});

it("leads back to the tournament after the game, and offers no rematch there", async () => {
  const shown = async (home?: object) => {
    const game = gameOf("first", { why: "checkmate", winner: "first" });
    const busy = { talk: false, menu: false };
    const nothing = () => {};
    const p = { game, company: true, busy, onTalk: nothing, onMenu: nothing, ...(home ? { home } : {}) };
    await act(() => render(h(Actions, p as never), root));
    return [...root.querySelectorAll("button")].map((b) =>
      b.className.includes("main") ? `[${b.textContent}]` : b.textContent,
    );
  };
  expect(await shown()).toContain("[Rematch]");
  const there = await shown({ text: "Back to the tournament", href: "/event/e", only: true });
  expect(there).toContain("[Back to the tournament]");
  expect(there.join()).not.toContain("Rematch");
  expect(there.join()).not.toContain("New game");
});

it("asks before a result stops a game on screen", async () => {
  const send = vi.fn(() => Promise.resolve(true));
  const desk = { busy: signal(false), send } as unknown as EventDesk;
  const entrants = [
    { entrant: 1, name: "An" },
    { entrant: 2, name: "Dao" },
  ];
  const shown = { event: { settings: { format: "swiss" } }, entrants } as unknown as Shown;
  const press = (text: string) =>
    act(() => {
      const button = [...root.querySelectorAll("button")].find((b) => b.textContent === text);
      expect(button, text).toBeDefined();
      if (button?.type === "submit")
        root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
      else button?.click();
    });
  const open = async (b: Partial<EventBoard>) => {
    render(null, root);
    await act(() => render(h(Decide, { desk, shown, round: 1, board: b as EventBoard }), root));
    await act(() => (root.querySelectorAll("input[type=radio]")[1] as HTMLInputElement).click());
  };
  await open(board);
  await press("Set the result");
  expect(send).not.toHaveBeenCalled();
  expect(root.querySelector(".sure")?.textContent).toContain("being played on screen");
  await press("No");
  expect(root.querySelector(".sure")).toBeNull();
  await press("Set the result");
  await press("Set and stop the game");
  expect(send).toHaveBeenCalledTimes(1);
  // A wooden board has no game that could be stopped.
  await open({ ...board, match: undefined });
  await press("Set the result");
  expect(send).toHaveBeenCalledTimes(2);
});
