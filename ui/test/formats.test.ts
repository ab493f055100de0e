// Tests the formats of events: the settings that the form sends, and the texts that a page shows.
import { beforeAll, describe, expect, it } from "vitest";
import viBoard from "../i18n/vi.json";
import viTable from "../i18n/table/vi.json";
import viEvents from "../i18n/events/vi.json";
import { speakThese } from "../src/app/i18n";
import { fitting, usual } from "../src/events/form";
import { boardOf, leftUntil } from "../src/events/formats";
import { inReach } from "../src/events/ladder";
import { mayEnter } from "../src/events/mine";
import type { Shown } from "../src/events/data";
import { cause, facts } from "../src/events/words";
import type { EventBoard, EventRound, EventSettings, EventView } from "../src/wire/messages";

beforeAll(() => speakThese("vi", { ...viBoard, ...viTable, ...viEvents }));

const having = (part: Partial<EventSettings>): EventSettings => ({ ...usual("chess"), name: "Giải", ...part });
const board = (part: Partial<EventBoard>): EventBoard => ({ board: 1, first: 1, second: 2, version: 0, ...part });
const round = (boards: EventBoard[]): EventRound => ({ round: 1, at: 0, boards, byes: [] });
const event = (settings: EventSettings): EventView => ({
  id: "e",
  organiser: "o",
  phase: "running",
  version: 1,
  made: 0,
  paired: 1,
  settings,
});

describe("formats", () => {
  it("send only what they have", () => {
    const all = { games: 3, deciding: 2, third: true, minutes: 30, streak: true, teamBoards: 4, pause: 120 };
    expect(fitting(having({ ...all, format: "double" }))).toMatchObject({
      rounds: 0,
      games: 3,
      deciding: 2,
      third: false,
      minutes: 0,
      streak: false,
      teamBoards: 0,
      pause: 120,
    });
    expect(fitting(having({ ...all, format: "swiss" }))).toMatchObject({
      games: 0,
      deciding: 0,
      teamBoards: 4,
      teamBest: 0,
      lateUntil: 0,
    });
    expect(fitting(having({ teamBest: 2 }))).toMatchObject({ teamBoards: 0, teamBest: 2, lateUntil: 2 });
  });

  it("give an arena its boards, points and first move", () => {
    expect(fitting(having({ format: "arena", rated: true, pause: 60 }))).toMatchObject({
      boards: "screen",
      scoring: "2-1-0",
      tieBreaks: [],
      minutes: 60,
      pause: 0,
      rated: true,
      firstMove: 300_000,
    });
    expect(mayEnter({ event: event(having({ format: "arena" })) } as Shown)).toBe(true);
  });

  it("show the own board that is played, else the last one", () => {
    const boards = [
      board({ result: "first" }),
      board({ board: 2, first: 2, second: 1 }),
      board({ board: 3, first: 3, second: 4, result: "draw" }),
      board({ board: 4, first: 4, second: 3, result: "draw" }),
    ];
    expect([1, 3, 9].map((x) => boardOf(round(boards), x)?.board)).toEqual([2, 4, undefined]);
    expect(boardOf(null, 1)).toBeUndefined();
  });

  it("let a ladder challenge upwards within reach", () => {
    const places = [7, 3, 5, 9].map((entrant, i) => ({ place: i + 1, entrant, score: 0 }));
    const shown = {
      event: event(having({ format: "ladder", reach: 2 })),
      standings: { unit: 1, tieBreaks: [], places },
    } as unknown as Shown;
    expect([9, 3, 7, 1].map((x) => inReach(shown, x))).toEqual([[5, 3], [7], [], []]);
    expect(fitting(having({ format: "ladder", pause: 60 }))).toMatchObject({ reach: 3, pause: 0, tieBreaks: [] });
  });

  it("are said in the facts", () => {
    expect(cause(board({ game: 2 }), () => "")).toBe("Ván 2");
    expect(facts(event(having({ format: "double", games: 2, tieBreaks: [] })))).toContain("Hai lần thua · 10+5");
    expect(facts(event(having({ format: "double", games: 2 })))).toContain("trận 2 ván");
    expect(facts(event(having({ teamBoards: 4 })))).toContain("đội 4 bàn");
  });

  it("count the time that is left", () => {
    expect([leftUntil(65_000, 0), leftUntil(9500, 0), leftUntil(0, 5)]).toEqual(["1:05", "0:10", "0:00"]);
  });
});
