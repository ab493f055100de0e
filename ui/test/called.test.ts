// @vitest-environment happy-dom
// Tests how a player of a tournament is called to the board on other pages.
import { signal } from "@preact/signals";
import { beforeEach, expect, it, vi } from "vitest";
import events from "../i18n/events/en.json";
import { speakThese } from "../src/app/i18n";
import { place } from "../src/app/router";
import { settings } from "../src/app/settings";
import { summons } from "../src/app/shell";
import { arrived } from "../src/events/called";
import { entered, remember } from "../src/events/entered";
import type { EventBoard, EventView } from "../src/wire/messages";
import type { Listener } from "../src/wire/socket";

let hear: Listener = () => {};
const asked: unknown[] = [];
vi.mock("../src/wire/socket", () => ({
  socket: () => ({
    line: signal("open"),
    listen: (f: Listener) => ((hear = f), () => {}),
    stand: (_: string, ask: () => unknown) => (asked.push(ask()), () => {}),
    send: () => true,
  }),
}));
vi.mock("../src/events/texts", () => ({ speak: () => Promise.resolve() }));

let event: EventView;
let board: Partial<EventBoard>;
const entrants = [
  { entrant: 1, name: "An" },
  { entrant: 2, name: "Dao" },
];
beforeEach(() => {
  speakThese("en", events);
  event = { id: "e", entrant: 1, version: 1, phase: "running", paired: 0, settings: { format: "swiss" } } as never;
  board = { board: 2, first: 2, second: 1, match: "m" };
  vi.stubGlobal("fetch", (url: string) => {
    const round = { round: event.paired, boards: [{ board: 1, first: 3, second: 4, match: "x" }, board], byes: [] };
    return Promise.resolve(
      Response.json(url.includes("/rounds/") ? round : url.endsWith("/entrants") ? entrants : event),
    );
  });
});
const changes = (part: Partial<EventView>, of: Partial<EventBoard> = {}) => {
  event = { ...event, version: event.version + 1, ...part };
  board = { ...board, ...of };
  hear({ t: "event", id: "e", version: event.version } as never);
};

it("calls an entrant to each new board, on screen and of wood, until it has a result", async () => {
  remember(event, false);
  expect(entered()).toBe("e");
  expect(settings.value.played).toBe(true); // other pages then load the code that calls the player to a board
  place.value = "/learn";
  arrived(place.value);
  expect(asked).toEqual([{ t: "event", id: "e", on: true }]);
  changes({ paired: 1 });
  await vi.waitFor(() => expect(summons.value).toEqual({ text: "Round 1: board 2, against Dao", href: "/g/m" }));
  // Other code announces the same match. The text of the tournament must stay, because it says
  // more.
  summons.value = { text: "Your game has begun", href: "/g/m" };
  expect(summons.value.text).toBe("Round 1: board 2, against Dao");
  changes({}, { result: "draw" });
  await vi.waitFor(() => expect(summons.value).toBeNull());
  changes({ paired: 2 }, { board: 1, result: undefined, match: undefined });
  await vi.waitFor(() => expect(summons.value).toEqual({ text: "Round 2: board 1, against Dao", href: "/event/e" }));
  // The player has seen the announcement of the board. Another change of the tournament must not
  // repeat it.
  summons.value = null;
  const again = vi.fn(fetch);
  vi.stubGlobal("fetch", again);
  changes({});
  await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(3));
  await new Promise((done) => setTimeout(done));
  expect(summons.value).toBeNull();
  // On the page of the tournament there is no announcement, because the page shows the board
  // itself.
  place.value = "/event/e";
  changes({ paired: 3 });
  await vi.waitFor(() => expect(sessionStorage.getItem("kydai.called")).toBe("e 3 1 1"));
  expect(summons.value).toBeNull();
});

it("forgets a tournament that is over or that the player has left", () => {
  remember(event, false);
  remember({ ...event, id: "other", entrant: undefined }, false);
  expect(entered()).toBe("e");
  remember(event, true);
  expect(entered()).toBe("");
  remember(event, false);
  remember({ ...event, phase: "over" }, false);
  expect(entered()).toBe("");
});
