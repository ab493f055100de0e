// Tests the review of a game: the judgements must be equal to the judgements of the Go package, and
// the runner must work with the real engines.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Side } from "../src/board";
import { chance } from "../src/play/words";
import { movesOf, report, type Report } from "../src/review/judge";
import { spentText } from "../src/review/panel";
import { Review, type Subject } from "../src/review/run";
import type { Reply, Request } from "../src/session/messages";
import { built, realDesk } from "./desk";

interface Golden {
  chances: number[];
  sides: Side[];
  spent: number[];
  report: Report;
}

it("writes every time as minutes and seconds", () => {
  expect([0, 1700, 9600, 30_000, 3_661_000].map(spentText)).toEqual(["0:00", "0:02", "0:10", "0:30", "1:01:01"]);
});

describe("judgements", () => {
  const file = path.resolve(import.meta.dirname, "../../review/testdata/golden.json");
  const all = JSON.parse(readFileSync(file, "utf8")) as Golden[];
  it("are those of the Go package", () => {
    expect(all.length).toBeGreaterThan(30);
    for (const g of all) {
      const r = report(movesOf(g.chances, g.sides), g.chances, g.spent);
      expect(r.judgements).toEqual(g.report.judgements);
      expect(r.losses).toEqual(g.report.losses);
      expect(r.turning).toEqual(g.report.turning);
      for (const [i, p] of r.players.entries()) {
        const q = g.report.players[i as 0 | 1];
        expect({ ...p, accuracy: 0, loss: 0 }).toEqual({ ...q, accuracy: 0, loss: 0 });
        expect(p.accuracy).toBeCloseTo(q.accuracy, 9);
        expect(p.loss).toBeCloseTo(q.loss, 9);
      }
    }
  });
});

const sidesOf = (n: number): Side[] => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? "first" : "second"));
const always = () => true;
const nothing = () => undefined;

describe.skipIf(!built)("a review", () => {
  const subjectOf = async (
    game: Subject["game"],
    codes: string[],
    hidden = false,
  ): Promise<[Subject, (q: Request) => Promise<Reply>]> => {
    const desk = await realDesk();
    const seen = async (view: Side) => {
      const r = await desk.ask({ op: "new", ...game, moves: codes, view });
      return r.state?.codes ?? [];
    };
    const subject: Subject = {
      game,
      codes,
      sides: sidesOf(codes.length + 1),
      end: null,
      chance: (points, mate, turn) => chance(points, mate, turn, 200),
      ...(hidden ? { dealt: true, seen: { first: await seen("first"), second: await seen("second") } } : {}),
    };
    return [subject, (q) => desk.ask(q)];
  };

  it("finds the blunder and the better move", async () => {
    // Black makes a blunder with the queen, which can now be captured.
    const codes = "e2e4 e7e5 g1f3 d8h4 b1c3 b8c6".split(" ");
    const [subject, ask] = await subjectOf({ game: "chess" }, codes);
    const review = new Review(subject, ask);
    for (const nodes of [12, 2000]) await review.pass({ nodes }, always, nothing);
    const r = report(review.moves(), review.chances(), []);
    expect(r.judgements[3]).toBe("blunder");
    // White does not capture the queen.
    expect(["blunder", "missed-win"]).toContain(r.judgements[4]);
    expect(review.found[4]?.line[0]).toBe("f3h4");
    expect(r.turning).toContain(3);
    expect(r.players[1].accuracy).toBeLessThan(80);
  });

  it("does not find fault with a move that it would play", () => {
    const subject: Subject = {
      game: { game: "chess" },
      codes: ["e2e4", "e7e5"],
      sides: sidesOf(3),
      end: null,
      chance: (points, mate, turn) => chance(points, mate, turn, 200),
    };
    const review = new Review(subject, () => Promise.reject(new Error("not asked")));
    const at = (ply: number, best: number, move: string) =>
      review.put(ply, { nodes: 1500, best, line: [move], points: 0 });
    at(0, 0.7, "e2e4");
    at(1, 0.5, "d7d5");
    at(2, 0.65, "g1f3");
    expect(report(review.moves(), review.chances(), []).judgements).toEqual(["", "mistake"]);
  });

  it("judges a hidden move by what its player knew, and its luck apart", async () => {
    const desk = await realDesk();
    const game = { game: "jieqi", seed: 5 };
    const codes: string[] = [];
    for (let i = 0; i < 14; i++) {
      const r = await desk.ask({ op: "think", ...game, moves: codes, limits: { nodes: 60 } });
      codes.push(r.thought?.lines[0]?.codes[0] ?? "");
    }
    const [subject, ask] = await subjectOf(game, codes, true);
    const asked: Request[] = [];
    const review = new Review(subject, (q) => {
      asked.push(q);
      return ask(q);
    });
    for (const nodes of [12, 300]) await review.pass({ nodes }, always, nothing);
    await review.lucks(2, always, nothing);
    expect(review.moves().every((m) => m !== null)).toBe(true);
    const lucky = review.luck.filter((l) => l !== null);
    expect(lucky.length).toBeGreaterThan(4);
    for (const l of lucky) {
      expect(l.ways).toBeGreaterThan(1);
      expect(l.mean).toBeGreaterThan(0);
      expect(l.mean).toBeLessThan(1);
    }
    expect(lucky.some((l) => Math.abs(l.came - l.mean) > 0.005)).toBe(true);
    // Every move with a luck value must have revealed a piece, captured a face-down piece, or both;
    // `of` must say which.
    for (const [ply, l] of review.luck.entries()) {
      const code = subject.seen?.[subject.sides[ply] ?? "first"][ply] ?? "";
      const [, turned = "", taken = ""] = /^[a-i]\d[a-i]\d(\w?)(\*?)/.exec(code) ?? [];
      if (l) expect(l.of, code).toBe(turned && taken ? "both" : turned ? "turned" : "taken");
    }
    expect(new Set(lucky.map((l) => l.of))).toEqual(new Set(["turned", "taken", "both"]));
    // No request contains the deal: each request contains only what one side knew.
    for (const q of asked) {
      expect(q.seed).toBeUndefined();
      expect(q.deal).toBeUndefined();
      expect(["first", "second"]).toContain(q.options?.view);
    }
  });
});
