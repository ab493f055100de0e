// @vitest-environment node
// Tests odds: the rules accept every option that a game offers, and each option has a name in the
// texts.
import { beforeAll, describe, expect, it } from "vitest";
import en from "../i18n/table/en.json";
import vi from "../i18n/table/vi.json";
import { filesOf } from "../scripts/games.mjs";
import { loadOdds } from "../src/games/odds";
import type { Desk } from "../src/session/desk";
import { extraOf, known, noGift, startOf, type Gift } from "../src/session/odds";
import { fresh, type Seat } from "../src/session/saved";
import { built, realDesk } from "./desk";

const sides = ["first", "second"] as const;
const other = { first: "second", second: "first" } as const;
/** The odds of each game, without the entry for no odds. */
const options: Record<string, Record<string, string>[]> = {
  chess: [{ variant: "standard" }],
  caro: [{ size: "20", rule: "freestyle", edge: "blocks" }, { size: "16" }],
};

describe.skipIf(!built).each([...filesOf("ui/odds.ts").keys()])("%s", (game) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await realDesk();
  });
  const open = async (q: { start?: string; options: Record<string, string> }) => {
    const r = await desk.ask({ op: "new", game, ...q });
    await desk.ask({ op: "drop", session: r.session });
    if (!r.state) throw new Error("no state");
    const of = (first: boolean) =>
      r.state?.cells.filter((c) => c !== "" && (c === c.toUpperCase()) === first).length ?? 0;
    return { turn: r.state.turn, pieces: { first: of(true), second: of(false) } };
  };

  it("offers what the rules take, and favours the other side", async () => {
    for (const o of [{}, ...(options[game] ?? [])]) {
      const list = (await loadOdds(game))(o);
      expect(list.length).toBeGreaterThan(0);
      const usual = await open({ options: o });
      for (const { name, kind, start } of list) {
        for (const giver of sides) {
          const s = await open({ start: start[giver], options: o });
          const taker = other[giver];
          if (kind === "moves") expect(s.turn, name).toBe(taker);
          else expect(s.turn, name).toBe(usual.turn);
          // With odds of a piece, the giver has fewer pieces. With odds of moves on a board that
          // starts empty, the taker has one more stone. All other numbers of pieces are unchanged.
          const stones = usual.pieces.first === 0;
          expect(s.pieces[taker] - usual.pieces[taker], name).toBe(kind === "moves" && stones ? 1 : 0);
          if (kind === "piece") expect(s.pieces[giver], name).toBeLessThan(usual.pieces[giver]);
          else expect(s.pieces[giver], name).toBe(usual.pieces[giver]);
          expect(known(start[giver], list)).toEqual({ odds: list.find((x) => x.name === name), giver });
        }
        for (const texts of [en, vi]) expect(texts).toHaveProperty([`odds.${game}.${name}`]);
      }
    }
  });
});

describe("odds", () => {
  it("do not fit every option, nor every game", async () => {
    expect((await loadOdds("chess"))({ variant: "chess960" })).toEqual([]);
    expect((await loadOdds("caro"))({ opening: "swap2" })).toEqual([]);
    expect((await loadOdds("jieqi"))({})).toEqual([]);
  });

  it("are given from the side that their giver has", async () => {
    const list = (await loadOdds("chess"))({});
    const gift: Gift = { by: "me", name: "queen", minutes: 0 };
    expect(startOf(gift, list, "first")).toMatch(/RNB1KBNR w/);
    expect(startOf(gift, list, "second")).toMatch(/^rnb1kbnr/);
    expect(startOf({ ...gift, by: "them" }, list, "first")).toMatch(/^rnb1kbnr/);
    expect(startOf({ ...gift, by: "none" }, list, "first")).toBe("");
    expect(startOf({ ...gift, name: "" }, list, "first")).toBe("");
  });

  it("in time need a clock with a time for the game", () => {
    const gift: Gift = { ...noGift, by: "me", minutes: 3 };
    expect(extraOf(gift, { base: 300, add: 0, move: 0 })).toEqual([0, 180]);
    expect(extraOf({ ...gift, by: "them" }, { base: 300, add: 0, move: 0 })).toEqual([180, 0]);
    expect(extraOf(gift, { base: 0, add: 0, move: 30 })).toEqual([0, 0]);
    expect(extraOf(gift, null)).toEqual([0, 0]);
  });

  it("in time are on the clock from the start", () => {
    const human: Seat = { kind: "human" };
    const clock = { base: 300, add: 0, move: 0 };
    const seats = { first: human, second: human };
    const s = fresh({ kind: "g", seats, clock, extra: { first: 0, second: 180 } }, 0, () => 0.5);
    expect(s.left).toEqual({ first: 300_000, second: 480_000 });
  });
});
