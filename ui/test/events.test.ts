// Tests texts and settings of events.
import { beforeAll, describe, expect, it } from "vitest";
import viBoard from "../i18n/vi.json";
import viTable from "../i18n/table/vi.json";
import viEvents from "../i18n/events/vi.json";
import { speakThese } from "../src/app/i18n";
import { clockOf, clockTerms } from "../src/events/clock";
import type { Shown } from "../src/events/data";
import { fitting, roundsIn, usual } from "../src/events/form";
import { scrolled } from "../src/events/hall";
import { champions } from "../src/events/lists";
import { hasResults, mayEnter } from "../src/events/mine";
import { disputedFirst } from "../src/events/round";
import { raised } from "../src/events/tiebreaks";
import { breakText, cause, facts, namesOf, plays, points, said, score, seenBy, seenScore } from "../src/events/words";
import type { EventBoard, EventSettings, EventView } from "../src/wire/messages";

beforeAll(() => speakThese("vi", { ...viBoard, ...viTable, ...viEvents }));

const board = (part: Partial<EventBoard>): EventBoard => ({ board: 1, first: 1, second: 2, version: 0, ...part });
const event = (part: Partial<EventView>, settings: Partial<EventSettings> = {}): EventView => ({
  id: "e",
  organiser: "o",
  phase: "open",
  version: 1,
  made: 0,
  paired: 0,
  settings: { ...usual("chess"), name: "Giải", ...settings },
  ...part,
});

describe("texts of events", () => {
  it("write units as points", () => {
    expect([0, 1, 2, 5].map((n) => points(n, 2))).toEqual(["0", "½", "1", "2½"]);
    expect(points(7, 1)).toBe("7");
    expect(breakText("wins", 3, 2)).toBe("3");
    expect(breakText("buchholz", 5, 2)).toBe("2½");
    // Sonneborn-Berger multiplies two scores in half points, so here the value 9 means 9 quarters
    // of a point.
    expect(breakText("sonneborn-berger", 9, 2)).toBe("2,25");
  });

  it("say results in figures and in words", () => {
    const name = namesOf([
      { entrant: 1, name: "An" },
      { entrant: 2, name: "Guest 1234", player: "x" },
      { entrant: 3, player: "y" },
    ]);
    expect(name(3)).toBe(viEvents["event.entrant.nobody"]);
    expect(score(board({}))).toBe("");
    expect(score(board({ result: "second" }))).toBe("0 – 1");
    expect(score(board({ result: "first", forfeit: true }))).toBe("+ −");
    expect(said(board({ result: "second" }), name)).toBe("Khách 1234 thắng An");
    expect(said(board({ result: "first", forfeit: true }), name)).toBe("An thắng Khách 1234, bỏ cuộc");
    expect(cause(board({ result: "draw", source: "both" }), name)).toBe("");
    expect(cause(board({ result: "draw", source: "arbiter", reason: "Hết giờ", through: 1 }), name)).toBe(
      "Trọng tài: Hết giờ · An vào vòng sau",
    );
    // The text must say that the reason belongs to the correction. The hall page (third argument
    // true) shows no reasons.
    const corrected = board({ result: "first", source: "arbiter", reason: "ghi nhầm", version: 2 });
    expect(cause(corrected, name)).toBe("Đã sửa kết quả (lý do: ghi nhầm)");
    expect(cause(corrected, name, true)).toBe("");
  });

  it("see a result from one seat", () => {
    expect(seenBy("first", true)).toBe("win");
    expect(seenBy("first", false)).toBe("loss");
    expect(seenBy("second", false)).toBe("win");
    expect([seenBy("draw", true), seenBy("none", false)]).toEqual(["draw", "none"]);
    const won = board({ result: "second" });
    expect([seenScore(won, false), seenScore(won, true)]).toEqual(["1 – 0", "0 – 1"]);
    expect(seenScore(board({ result: "first", forfeit: true }), false)).toBe("− +");
  });

  it("put boards with different reports first", () => {
    const list = [
      board({ board: 1, claimFirst: "first" }),
      board({ board: 2, claimFirst: "first", claimSecond: "second" }),
      board({ board: 3, claimFirst: "first", claimSecond: "first", result: "first" }),
      board({ board: 4, claimFirst: "draw", claimSecond: "first", result: "draw" }),
    ];
    expect(disputedFirst(list).map((b) => b.board)).toEqual([2, 1, 3, 4]);
  });

  it("name the winner after the end, and no places before the first result", () => {
    const standings = {
      unit: 2,
      tieBreaks: [],
      places: [1, 1, 3].map((place, i) => ({ place, entrant: i + 1, score: 0 })),
    };
    const entrants = ["An", "Bình", "Chi"].map((name, i) => ({ entrant: i + 1, name }));
    const of = (part: Partial<EventView>) =>
      ({ event: event({ paired: 1, ...part }), entrants, standings }) as unknown as Shown;
    expect(champions(of({ phase: "running" }))).toBe("");
    expect(champions(of({ phase: "over" }))).toBe("An, Bình");
    expect(champions(of({ phase: "over", paired: 0 }))).toBe("");
    const last = (boards: EventBoard[]) => ({ round: 1, at: 0, boards, byes: [] });
    expect(hasResults({ event: event({ paired: 1 }), last: last([board({})]) })).toBe(false);
    expect(hasResults({ event: event({ paired: 1 }), last: last([board({ result: "draw" })]) })).toBe(true);
    expect(hasResults({ event: event({ paired: 2 }), last: last([board({})]) })).toBe(true);
  });

  it("tell the facts of an event", () => {
    expect(facts(event({ total: 5 }))).toBe("Cờ vua · Hệ Thụy Sĩ · 5 vòng · 10+5 · Bàn gỗ · Thắng 1 · hòa ½");
    expect(facts(event({}, { format: "knockout", clock: "none" }))).toBe(
      "Cờ vua · Loại trực tiếp · Không tính giờ · Bàn gỗ",
    );
  });
});

describe("settings of events", () => {
  it("lose what their format and their boards do not have", () => {
    const s = { ...usual("chess"), name: " Giải ", cycles: 2, third: true, rated: true, firstMove: 60_000 };
    expect(fitting(s)).toMatchObject({ name: "Giải", rounds: 5, cycles: 0, third: false, rated: false, firstMove: 0 });
    expect(fitting({ ...s, format: "roundrobin" })).toMatchObject({ rounds: 0, cycles: 2, lateUntil: 0 });
    expect(fitting({ ...s, format: "knockout" })).toMatchObject({ rounds: 0, cycles: 0, third: true });
    expect(fitting({ ...s, boards: "screen" })).toMatchObject({ rated: true, checkIn: true, firstMove: 60_000 });
    // If the last round for late entry is larger than the number of rounds, the form sends the
    // number of rounds.
    expect(fitting({ ...s, rounds: 3, lateUntil: 9 }).lateUntil).toBe(3);
  });

  it("have a number of rounds from 1 to 30", () => {
    expect(["0", "", "-2", "1.5", "31", "1", "30"].map(roundsIn)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      1,
      30,
    ]);
  });

  it("have clocks that the form reads again", () => {
    for (const text of ["none", "10+5", "0.5+2", "30s/move", "3d/move"]) expect(clockOf(clockTerms(text))).toBe(text);
  });

  it("have tie-breaks in an order of choice", () => {
    expect(raised(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
    expect(raised(["a", "b", "c"], 0)).toEqual(["a", "b", "c"]);
  });
});

describe("the hall", () => {
  it("rests at both ends of a long list and begins again", () => {
    // The list scrolls 300 pixels in 10 seconds, with a pause of 4 seconds before and after.
    expect([0, 4000, 9000, 14_000, 17_900, 18_000].map((ms) => scrolled(300, ms))).toEqual([0, 0, 150, 300, 300, 0]);
  });
});

describe("entrants", () => {
  const shown = (part: Partial<EventView>, settings: Partial<EventSettings> = {}) =>
    ({ event: event(part, settings) }) as Shown;

  it("enter while the event is open, and late in a Swiss event", () => {
    expect(mayEnter(shown({}))).toBe(true);
    expect(mayEnter(shown({ phase: "draft" }))).toBe(false);
    expect(mayEnter(shown({ phase: "running", paired: 1 }))).toBe(true);
    expect(mayEnter(shown({ phase: "running", paired: 2 }))).toBe(false);
    expect(mayEnter(shown({ phase: "running" }, { format: "knockout" }))).toBe(false);
    expect(mayEnter(shown({ phase: "over" }))).toBe(false);
  });

  it("play from their first round to the one before they leave", () => {
    expect([1, 2].map((n) => plays({ entrant: 1, enters: 2 }, n))).toEqual([false, true]);
    expect([2, 3].map((n) => plays({ entrant: 1, leaves: 3 }, n))).toEqual([true, false]);
  });
});
