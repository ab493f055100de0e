// Tests the preferences of characters (tastes), the opening books and the time of answers: the
// numbers must equal the numbers of the Go package engine/character. It also tests when an opponent
// makes a remark.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Side } from "../src/board";
import { momentOf } from "../src/play/voice";
import { at, charactersOf, openingFor, wanted } from "../src/session/characters";
import type { State } from "../src/session/messages";
import {
  choose,
  draw,
  type Facts,
  factsOf,
  LONGEST,
  nextIn,
  pace,
  SLACK,
  type Weakness,
  weakOf,
} from "../src/session/taste";

interface Golden {
  boards: {
    width: number;
    height: number;
    cells: string[];
    from: number;
    to: number;
    mover: Side;
    facts: Facts;
  }[];
  tastes: {
    taste: Facts;
    all: { code: string; chance: number; facts: Facts }[];
    chosen: string;
    slack: number;
    code: string;
  }[];
  books: { opening: string; codes: string[] | null; level: number; luck: number; code: string }[];
  lines: string[];
  paces: {
    ply: number;
    choices: number;
    obvious: boolean;
    left: number;
    inc: number;
    luck: number;
    wait: number;
  }[];
  weak: { weakness: Weakness; want: { of?: number; odds?: number; others?: number } }[];
}

const file = path.resolve(import.meta.dirname, "../../engine/character/testdata/golden.json");
const golden = JSON.parse(readFileSync(file, "utf8")) as Golden;

describe("as the package of the server computes it", () => {
  it("facts of moves", () => {
    for (const c of golden.boards) {
      const facts = factsOf(c, c.from, c.to, c.mover);
      for (const [name, value] of Object.entries(facts))
        expect(value, name).toBeCloseTo(c.facts[name as keyof Facts] ?? 0, 9);
    }
  });
  it("the choice of a taste", () => {
    for (const c of golden.tastes) expect(choose(c.taste, c.all, c.chosen, c.slack)).toBe(c.code);
  });
  it("weaknesses by the numbers of the engine", () => {
    expect(golden.weak.length).toBeGreaterThan(10);
    for (const { weakness, want } of golden.weak)
      expect(weakOf(weakness)).toEqual(
        want.odds ? { of: want.of ?? 0, odds: want.odds, others: want.others } : undefined,
      );
  });
  it("moves of a book", () => {
    for (const c of golden.books)
      expect(draw(nextIn(golden.lines, c.opening, c.codes ?? []), c.level, 8, c.luck)).toBe(c.code);
  });
  it("the time of an answer, to a millisecond", () => {
    for (const { left, luck, wait, ...turn } of golden.paces)
      expect(Math.abs(pace(left < 0 ? turn : { ...turn, left }, luck) - wait)).toBeLessThanOrEqual(1);
  });
});

test("an answer never waits for long, nor for more than a fortieth of the time left", () => {
  for (let n = 0; n < 400; n++) {
    const turn = { ply: n % 80, choices: n % 50, obvious: n % 3 === 0 };
    expect(pace(turn, n / 400)).toBeLessThanOrEqual(LONGEST);
    expect(pace({ ...turn, left: 2000 }, n / 400)).toBeLessThanOrEqual(50);
  }
});

test("every game with openings knows who likes them, and a wish comes first", async () => {
  const all = await charactersOf("xiangqi");
  const who = all && at(all, 6);
  if (!all || !who) throw new Error("no characters");
  expect(at(all, 99)).toBe(all.characters.at(-1));
  expect(openingFor(all, who, "second", 5)?.name).toBe("screen-horses");
  expect(openingFor(all, who, "second", 5, "same-cannons")?.name).toBe("same-cannons");
  // If the user asks for an opening of the other side, the opponent plays no opening.
  expect(openingFor(all, who, "first", 5, "same-cannons")).toBeUndefined();
  const plan = openingFor(all, who, "second", 5)!;
  expect(wanted(plan, [])).toEqual(["h9g7"]);
  expect(wanted(plan, ["h9g7"])).toEqual(["b9c7"]);
  expect(await charactersOf("nothing")).toBeNull();
});

test("a taste chooses among moves of equal worth only", () => {
  const all = [
    { code: "best", chance: 0.5, facts: {} },
    { code: "near", chance: 0.48, facts: { take: 1 } },
    { code: "poor", chance: 0.35, facts: { take: 1, check: 1 } },
  ];
  expect(choose({ take: 1 }, all, "best", SLACK)).toBe("near");
  expect(choose({ check: 1 }, all, "best", SLACK)).toBe("best");
  expect(choose({ take: 1 }, all, "elsewhere", SLACK)).toBe("elsewhere");
});

describe("what a machine says", () => {
  const state = (ply: number, turn: Side, cells: string[], check = false): State =>
    ({
      ply,
      turn,
      cells,
      width: 2,
      height: 2,
      marks: check ? [{ kind: "check", squares: [], because: [] }] : [],
    }) as unknown as State;
  const full = ["K", "P", "k", "p"];
  it.each([
    ["start", null, state(0, "first", full), null],
    ["take", state(6, "second", full), state(7, "first", ["K", "", "k", "p"]), null],
    ["taken", state(7, "first", full), state(8, "second", ["K", "P", "k", ""]), null],
    ["check", state(6, "second", full), state(7, "first", full, true), null],
    ["checked", state(7, "first", full), state(8, "second", full, true), null],
    ["won", null, state(9, "first", full), { why: "checkmate", winner: "second" as const }],
    ["lost", null, state(9, "second", full), { why: "checkmate", winner: "first" as const }],
    ["draw", null, state(9, "second", full), { why: "agreement", winner: "none" as const }],
    [null, null, state(2, "first", full), { why: "abort", winner: "none" as const }],
    [null, state(6, "second", full), state(7, "first", full), null],
    [null, state(4, "second", full), state(7, "first", ["K", "", "k", "p"]), null],
  ] as const)("%s", (moment, before, now, end) => {
    expect(momentOf("second", before, now, end)).toBe(moment);
  });
});
