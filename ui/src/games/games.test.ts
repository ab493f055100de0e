// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "../../i18n/en.json";
import viTexts from "../../i18n/vi.json";
import { loadGame } from ".";
import { filesOf } from "../../scripts/games.mjs";
import { sampleOf, samples } from "../../test/samples";
import type { Side } from "../board";

const names = [...filesOf("ui/index.ts").keys()];
const sides: Side[] = ["first", "second"];

describe.each(names)("%s", (name) => {
  const sprite = readFileSync(new URL(`../../../games/${name}/ui/sprite.svg`, import.meta.url), "utf8");
  const ids = [...sprite.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]);

  it("has a picture and a name for every piece in every set, from both sides", async () => {
    const game = await loadGame(name);
    let seen = 0;
    for (const s of samples[name] ?? []) {
      for (const set of game.sets) {
        for (const language of ["vi", "en"]) {
          for (const orientation of sides) {
            s.cells.forEach((token, sq) => {
              if (!token) return;
              const look = { set, language };
              const p = game.piece(token, { sq, width: s.width, height: s.height, orientation, look });
              expect(ids).toContain(p?.symbol);
              for (const key of [p?.name, p?.more]) {
                if (!key) continue;
                expect(en).toHaveProperty([key]);
                expect(viTexts).toHaveProperty([key]);
              }
              seen++;
            });
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  it("uses only pictures that its sprite has, each id once", async () => {
    const game = await loadGame(name);
    expect(new Set(ids).size).toBe(ids.length);
    const inside = [...sprite.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g)].map((m) => m[1] ?? m[2]);
    for (const set of game.sets) {
      const s = sampleOf(name, "start");
      const look = { set };
      const ground = game.ground(game.geometry(s.width, s.height, look), look);
      inside.push(...[...ground.matchAll(/href="#([^"]+)"/g)].map((m) => m[1]));
    }
    for (const id of inside) expect(ids).toContain(id);
    expect(ids.every((id) => id?.startsWith(`${name}-`))).toBe(true);
  });

  it("offers a set that suits each language", async () => {
    const game = await loadGame(name);
    for (const language of ["vi", "en", ""]) expect(game.sets).toContain(game.setFor(language));
  });
});

const at = (sq: number, orientation: Side) => ({ sq, width: 9, height: 10, orientation, look: { set: "guided" } });

describe("a soldier's guide", () => {
  it("points ahead on the viewer's screen, and to the sides after the river", async () => {
    const { piece } = await loadGame("xiangqi");
    const way = (token: string, sq: number, o: Side) => piece(token, at(sq, o))?.symbol.replace(/^.*-[Pp]-/, "");
    expect(way("P", 27, "first")).toBe("up");
    expect(way("P", 27, "second")).toBe("down");
    expect(way("P", 44, "first")).toBe("up");
    expect(way("P", 45, "first")).toBe("up-over");
    expect(way("p", 54, "first")).toBe("down");
    expect(way("p", 44, "first")).toBe("down-over");
    expect(way("p", 44, "second")).toBe("up-over");
  });
});

describe("a face-down disc", () => {
  it("shows the kind whose home it stands on", async () => {
    const { homeOf } = await import("../../../games/jieqi/ui");
    const row = (rank: number) => Array.from({ length: 9 }, (_, f) => homeOf(rank * 9 + f, 9, 10) || ".").join("");
    expect([0, 1, 2, 3, 4].map(row)).toEqual(["RNBAKABNR", ".........", ".C.....C.", "P.P.P.P.P", "........."]);
    expect([9, 8, 7, 6, 5].map(row)).toEqual([0, 1, 2, 3, 4].map(row));
  });
});

const tray = async (name: string, cells: string[], position = "") =>
  ((await loadGame(name)).taken?.(cells, position) ?? []).map((t) => `${t.count}${t.token} ${t.how}`).toSorted();

describe("what has left the board", () => {
  it("is what is missing, and a piece too many was a pawn", async () => {
    const start = sampleOf("chess", "start").cells;
    expect(await tray("chess", start)).toEqual([]);
    expect(await tray("chess", start.with(0, ""))).toEqual(["1R seen"]);
    expect(await tray("chess", start.with(8, "").with(30, "Q"))).toEqual([]);
    expect(await tray("chess", start.with(8, "").with(9, "").with(30, "Q"))).toEqual(["1P seen"]);
    expect(await tray("xiangqi", sampleOf("xiangqi", "start").cells.with(64, ""))).toEqual(["1c seen"]);
  });

  it("tells what all have seen from what the viewer has, and from what nobody has", async () => {
    const [start, middle] = [sampleOf("jieqi", "start"), sampleOf("jieqi", "middle")];
    expect(await tray("jieqi", start.cells, start.position)).toEqual([]);
    // Two black pieces were captured face down, and the viewer knows one of the two pieces. A red
    // soldier was captured face up.
    const cells = start.cells.with(64, "").with(54, "").with(27, "");
    const position = "x w R2A2C2P4N2B2r2a2c2p5n2b2/r1 0 1";
    expect(await tray("jieqi", cells, position)).toEqual(["1P seen", "1r known", "1x unknown"]);
    const all = await tray("jieqi", middle.cells, middle.position);
    const gone = all.reduce((n, t) => n + Number.parseInt(t, 10), 0);
    expect(gone + middle.cells.filter(Boolean).length).toBe(32);
  });

  it("leaves open what a face-down disc could be", async () => {
    const game = await loadGame("jieqi");
    const could = (side: Side) => game.could?.("x w R1P2r2p5/r1 0 1", side).map((l) => `${l.count}${l.token}`);
    expect(could("first")).toEqual(["1R", "2P"]);
    expect(could("second")).toEqual(["1r", "5p"]);
  });
});

it("knows no other game", async () => {
  await expect(loadGame("checkers")).rejects.toThrow();
});

describe("the next stone", () => {
  it("follows the last one, or the turn where a game begins with stones", async () => {
    const { stone } = await loadGame("caro");
    const next = (cells: string[], turn: Side, to?: number) =>
      stone?.({ cells, turn, last: to === undefined ? null : { from: -1, to } }, false);
    expect(next(["", ""], "first")).toBe("X");
    expect(next(["X", ""], "second", 0)).toBe("o");
    // The first side gets odds of one move: a cross is already on the board, and the same side
    // moves again.
    expect(next(["X", "", ""], "first")).toBe("X");
    expect(next(["X", "X", ""], "second", 1)).toBe("o");
    expect(next(["o", "", ""], "second")).toBe("o");
    // A move that chooses colours does not place a stone.
    expect(next(["X", "o", "X"], "second", -1)).toBe("o");
  });
});

describe("files and colours", () => {
  it("counts files from a side's own right, where the board has numbers", async () => {
    const { file } = await loadGame("xiangqi");
    expect(file?.(19, 9, {}, "first")).toBe(8);
    expect(file?.(19, 9, {}, "second")).toBe(2);
    expect(file?.(19, 9, { coordinates: "letters" }, "first")).toBeNull();
  });

  it("knows who has which stones once they are chosen, and what to do before", async () => {
    const { colour, task } = await loadGame("caro");
    const text = (board: string, next: string, stage: string, black: string) =>
      `${board} ${next} freestyle open swap2 ${stage} ${black} -`;
    const placing = text("15/15/7x7", "o", "place", "-");
    expect(colour?.(placing, "first")).toBeNull();
    expect(task?.(placing)).toEqual({ key: "task.place", params: { n: 2, of: 3, mark: "O" } });
    expect(task?.(text("15/15/6xox6", "o", "offer", "-"))?.key).toBe("task.offer");
    const settled = text("15/15/6xox6", "o", "play", "second");
    expect(colour?.(settled, "first")).toBe("second");
    expect(colour?.(settled, "second")).toBe("first");
    expect(task?.(settled)).toBeNull();
  });
});
