// Checks that equal pieces on one file are distinguished as in records: front and rear.
import { beforeAll, expect, it } from "vitest";
import { speak } from "../src/app/i18n";
import { settings } from "../src/app/settings";
import { loadView } from "../src/play/board";
import type { State } from "../src/session/messages";
import { sentence } from "../src/play/refused";
import { sentence as reasoned } from "../src/play/reasons";
import { pieceName } from "../src/play/piecename";
import { endText } from "../src/play/words";

beforeAll(async () => {
  await Promise.all([loadView("xiangqi"), loadView("jieqi"), loadView("chess"), loadView("caro")]);
});

/**
 * A board of 9 by 10 squares. Each piece is given with its file, counted from 0 on the left, and
 * its rank.
 */
function board(pieces: [string, number, number][]) {
  const cells = Array.from({ length: 90 }, () => "");
  for (const [token, file, rank] of pieces) cells[rank * 9 + file] = token;
  return { cells, width: 9, height: 10 };
}

const sq = (file: number, rank: number): number => rank * 9 + file;

it("names the front and the rear of two, towards the other side", async () => {
  const s = board([
    ["C", 1, 2],
    ["C", 1, 6],
    ["C", 7, 2],
    ["c", 4, 3],
    ["c", 4, 8],
  ]);
  await speak("vi");
  expect(pieceName("xiangqi", sq(1, 6), s, "first")).toBe("pháo đỏ trước");
  expect(pieceName("xiangqi", sq(1, 2), s, "first")).toBe("pháo đỏ sau");
  expect(pieceName("xiangqi", sq(7, 2), s, "first")).toBe("pháo đỏ");
  expect(pieceName("xiangqi", sq(4, 3), s, "second")).toBe("pháo đen trước");
  expect(pieceName("xiangqi", sq(4, 8), s, "second")).toBe("pháo đen sau");
  await speak("en");
  expect(pieceName("xiangqi", sq(1, 6), s, "first")).toMatch(/^front /);
  expect(pieceName("xiangqi", sq(1, 2), s, "first")).toMatch(/^rear /);
});

it("names three and more, and nobody where the square has a name", async () => {
  await speak("vi");
  const soldiers = (ranks: number[]) => board(ranks.map((r) => ["P", 4, r]));
  const three = soldiers([5, 6, 7]);
  expect([5, 6, 7].map((r) => pieceName("xiangqi", sq(4, r), three, "first"))).toEqual([
    "tốt đỏ sau",
    "tốt đỏ giữa",
    "tốt đỏ trước",
  ]);
  const four = soldiers([4, 5, 6, 7]);
  expect(pieceName("xiangqi", sq(4, 6), four, "first")).toBe("tốt đỏ thứ 2 từ trước");
  const chess = { cells: Array.from({ length: 64 }, (_, i) => (i % 8 === 0 ? "R" : "")), width: 8, height: 8 };
  expect(pieceName("chess", 0, chess, "first")).not.toMatch(/trước|sau/);
});

it("names who won by the colour held after a swap, or by name", () => {
  const won = { why: "resignation", winner: "first" as const };
  const plain = endText("caro", won, "none");
  const swapped = endText("caro", { ...won, swapped: true }, "none");
  expect(swapped).toBe(endText("caro", { why: "resignation", winner: "second" }, "none"));
  expect(swapped).not.toBe(plain);
  expect(endText("caro", won, "none", undefined, (s) => (s === "first" ? "An" : "Bình"))).toContain("An");
});

// The cannons of both sides are on the file of b2. Each side counts the files from its own right
// side, as the board's coordinates and the labels of its squares do.
it.each(["xiangqi", "jieqi"])(
  "counts the file of a piece that is in the way from the right of its owner: %s",
  async (kind) => {
    await speak("vi");
    const s = {
      ...board([
        ["C", 1, 2],
        ["c", 1, 7],
      ]),
      turn: "first",
    } as State;
    const by = (at: number) => sentence({ kind, ask: undefined }, s, { code: "path", squares: [at] }, { path: "{by}" });
    expect(by(sq(1, 7))).toBe("pháo đen cột 2");
    expect(by(sq(1, 2))).toBe("pháo đỏ cột 8");
  },
);

it("names the square of a piece in the way as the board of the lesson does, whatever the settings say", async () => {
  await speak("vi");
  const s = { ...board([["c", 1, 7]]), turn: "first" } as State;
  const by = (coordinates: string) =>
    sentence(
      { kind: "xiangqi", ask: undefined, coordinates },
      s,
      { code: "path", squares: [sq(1, 7)] },
      { path: "{by}" },
    );
  settings.value = { ...settings.value, coordinates: { xiangqi: "letters" } };
  expect(by("files")).toBe("pháo đen cột 2");
  settings.value = { ...settings.value, coordinates: {} };
  expect(by("letters")).toBe("pháo đen b7");
});

it("counts the files of a piece from its own side in reasons", async () => {
  await speak("vi");
  const by = [{ square: sq(6, 7), letter: "n" }];
  const of = [{ square: sq(4, 5), letter: "C" }];
  const texts = { piece: "{name} {square}", "piece.n": "mã", "piece.c": "pháo", free: "{by} ăn {of}" };
  const reader = { kind: "xiangqi", width: 9 };
  for (const turn of ["first", "second"] as const)
    expect(reasoned({ code: "free", role: "does", move: "", by, of }, texts, { ...reader, turn })).toBe(
      "Mã cột 7 ăn pháo cột 5",
    );
  const red = [{ square: sq(6, 7), letter: "N" }];
  expect(reasoned({ code: "free", role: "does", move: "", by: red, of }, texts, { ...reader, turn: "second" })).toBe(
    "Mã cột 3 ăn pháo cột 5",
  );
});

it("writes files and pieces of red and black in Chinese as the two sides do", async () => {
  await speak("zh-Hans");
  const texts = { piece: "{square}的{name}", "piece.a": "士", "piece.A": "仕", free: "{by}吃{of}。" };
  const by = [{ square: sq(6, 7), letter: "A" }];
  const of = [{ square: sq(4, 5), letter: "a" }];
  expect(
    reasoned({ code: "free", role: "does", move: "", by, of }, texts, { kind: "xiangqi", width: 9, turn: "first" }),
  ).toBe("三路的仕吃5路的士。");
});
