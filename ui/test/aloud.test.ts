// Tests reading moves aloud: the text for a move in each language, and that the voice reads the last
// move.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boot } from "../src/app/boot";
import { speak, speakThese, type Lang } from "../src/app/i18n";
import { Aloud, spoken } from "../src/play/aloud";
import type { TableGame } from "../src/play/tablegame";
import type { State } from "../src/session/messages";

const words = (l: Lang) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../i18n/aloud/${l}.json`), "utf8")) as Record<
    string,
    string
  >;

const langs = ["vi", "en", "zh-Hans", "zh-Hant"] as const;

/**
 * The text of each move, and its spoken text in the four languages of langs. The first side plays
 * all moves.
 */
const tables: Record<string, [text: string, ...said: [string, string, string, string]][]> = {
  xiangqi: [
    ["C2=5", "Pháo hai bình năm", "cannon two to five", "炮二平五", "炮二平五"],
    ["H8+7", "Mã tám tiến bảy", "horse eight forward seven", "马八进七", "馬八進七"],
    ["R1-2", "Xe một thoái hai", "chariot one back two", "车一退二", "車一退二"],
    ["C+=5", "Pháo trước bình năm", "front cannon to five", "前炮平五", "前炮平五"],
    ["A-+5", "Sĩ sau tiến năm", "rear adviser forward five", "后仕进五", "後仕進五"],
    [
      "35=6",
      "Tốt thứ ba lộ năm bình sáu",
      "soldier number three on file five to six",
      "五路第三个兵平六",
      "五路第三個兵平六",
    ],
    ["K5+1", "Tướng năm tiến một", "general five forward one", "帅五进一", "帥五進一"],
  ],
  jieqi: [
    [
      "C2=5(R)",
      "Pháo hai bình năm, lật ra Xe",
      "cannon two to five, turns up a chariot",
      "炮二平五，翻出车",
      "炮二平五，翻出車",
    ],
    [
      "C2+7(N*R)",
      "Pháo hai tiến bảy, lật ra Mã, ăn được Xe",
      "cannon two forward seven, turns up a horse, takes a chariot",
      "炮二进七，翻出马，吃到车",
      "炮二進七，翻出馬，吃到車",
    ],
    [
      "1R5=6",
      "Xe thứ một lộ năm bình sáu",
      "chariot number one on file five to six",
      "五路第一个车平六",
      "五路第一個車平六",
    ],
    [
      "P5+1(*P)",
      "Tốt năm tiến một, ăn được Tốt",
      "soldier five forward one, takes a soldier",
      "兵五进一，吃到卒",
      "兵五進一，吃到卒",
    ],
  ],
  chess: [
    ["e4", "Tốt e4", "pawn e4", "兵e4", "兵e4"],
    ["Nf3", "Mã f3", "knight f3", "马f3", "騎士f3"],
    ["Nbd7", "Mã b d7", "knight b d7", "b马d7", "b騎士d7"],
    ["exd5", "Tốt e ăn d5", "pawn e takes d5", "e兵吃d5", "e兵吃d5"],
    ["Qxf7#", "Hậu ăn f7, chiếu hết", "queen takes f7, checkmate", "后吃f7，将死", "皇后吃f7，將死"],
    ["Bb5+", "Tượng b5, chiếu", "bishop b5, check", "象b5，将军", "主教b5，將軍"],
    ["O-O", "nhập thành gần", "castles kingside", "短易位", "短入堡"],
    ["O-O-O+", "nhập thành xa, chiếu", "castles queenside, check", "长易位，将军", "長入堡，將軍"],
    [
      "e8=Q+",
      "Tốt e8, phong Hậu, chiếu",
      "pawn e8, becomes a queen, check",
      "兵e8，升变为后，将军",
      "兵e8，升變為皇后，將軍",
    ],
  ],
  caro: [
    ["h10", "h 10", "h 10", "h 10", "h 10"],
    ["k9", "k 9", "k 9", "k 9", "k 9"],
  ],
};

describe.each(langs.map((l, i) => [l, i] as const))("moves in %s", (l, i) => {
  it.each(Object.keys(tables))("of %s are said as players say them", (kind) => {
    speakThese(l, words(l));
    for (const [text, ...said] of tables[kind] ?? []) expect(spoken(text, "first"), text).toBe(said[i]);
  });

  it("name the pieces of the second side, and checks", () => {
    speakThese(l, words(l));
    expect(spoken("P5+1", "second")).toBe(["Tốt năm tiến một", "soldier five forward one", "卒五进一", "卒五進一"][i]);
    expect(spoken("R5+1", "first", true)).toBe(
      ["Xe năm tiến một, chiếu", "chariot five forward one, check", "车五进一，将军", "車五進一，將軍"][i],
    );
  });

  it("that cannot be said are not", () => {
    speakThese(l, words(l));
    for (const text of ["", "pass", "more", "{}"]) expect(spoken(text, "first")).toBe("");
  });
});

describe("the voice", () => {
  const said: { text: string; lang: string }[] = [];
  beforeEach(() => {
    said.length = 0;
    vi.stubGlobal(
      "SpeechSynthesisUtterance",
      class {
        lang = "";
        constructor(readonly text: string) {}
      },
    );
    vi.stubGlobal("speechSynthesis", {
      cancel: vi.fn(),
      speak: (u: { text: string; lang: string }) => said.push({ text: u.text, lang: u.lang }),
    });
    boot.games = [{ name: "xiangqi", notations: ["wxf", "uci"] } as (typeof boot.games)[number]];
  });
  afterEach(() => vi.unstubAllGlobals());

  const at = (ply: number, marks: State["marks"] = []): State =>
    ({
      ply,
      turn: ply % 2 ? "second" : "first",
      codes: Array.from({ length: ply }, () => "h2e2"),
      marks,
    }) as unknown as State;

  it.each([
    ["vi", "vi-VN", "Pháo hai bình năm"],
    ["en", "en-US", "cannon two to five"],
    ["zh-Hans", "zh-CN", "炮二平五"],
  ] as const)("says the last move in %s, and nothing of moves taken back", async (l, voice, words) => {
    await speak(l);
    const state = signal(at(0));
    const ask = vi.fn(async () => ({ texts: ["C2=5"] }));
    const game = { kind: "xiangqi", state, past: signal(null), ask } as unknown as TableGame;
    const box = document.createElement("div");
    render(h(Aloud, { game }), box);
    await vi.waitFor(() => {
      state.value = at(state.value.ply + 1);
      expect(said.at(-1)).toEqual({ text: words, lang: voice });
    });
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ op: "texts", notation: "wxf" }));
    const before = said.length;
    const asked = ask.mock.calls.length;
    state.value = at(0);
    await Promise.resolve();
    expect([said.length, ask.mock.calls.length]).toEqual([before, asked]);
    render(null, box);
  });
});
