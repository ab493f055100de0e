// Tests the explanations of refused moves: ten refused moves in each game on a phone, in both
// languages. The board marks the cause.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { readFileSync } from "node:fs";
import { filesOf } from "../scripts/games.mjs";
import { cell, click, invited, kinds, ready, reshelved, squares, word } from "./play";

type Lang = "vi" | "en";
type Texts = Record<Lang, Record<string, string>>;

const sentences = new Map(
  Array.from(filesOf("text/refuse.vi.json"), ([kind, file]) => {
    const of = (lang: Lang) => JSON.parse(readFileSync(file.replace(".vi.", `.${lang}.`), "utf8")) as Texts[Lang];
    return [kind, { vi: of("vi"), en: of("en") }];
  }),
);

/**
 * A regular expression for the sentences that explain a refused move; `reason` has the keys of the
 * sentences. Any name of a piece is accepted.
 */
function said(kind: string, lang: Lang, reason: string): RegExp {
  const text = reason
    .split(" ")
    .map((key) => {
      const s = sentences.get(kind)?.[lang][key];
      if (!s) throw new Error(`${kind}: no sentence for ${key}`);
      return s;
    })
    .join(" ");
  const plain = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replaceAll("{by}", "[^{]+\\d").replaceAll("{kind}", "\\d")}$`);
}

interface Tried {
  start?: string;
  options?: Record<string, string>;
  moves?: string[];
  /** Refused moves, each with the keys of its sentences and the squares that are marked. */
  refused: readonly (readonly [move: string, reason: string, marked?: string])[];
}

const tried: Record<string, Tried[]> = {
  chess: [
    {
      refused: [
        ["e2e5", "pawn-far"],
        ["a1a4", "path", "a2"],
        ["f1a6", "path", "e2"],
        ["g1g3", "moves.n"],
        ["e2d3", "pawn-capture"],
      ],
    },
    { start: "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", refused: [["e1c1", "castle-blocked", "b1"]] },
    { start: "4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", refused: [["e3g4", "pinned", "e8"]] },
    {
      start: "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1",
      refused: [
        ["e1g1", "castle-through", "f7"],
        ["e1f1", "king-attacked", "f7"],
      ],
    },
    { start: "4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", refused: [["a2c3", "in-check", "e8"]] },
  ],
  xiangqi: [
    {
      refused: [
        ["b0d1", "leg", "c0"],
        ["a0a5", "path", "a3"],
        ["e3e5", "moves.p"],
        ["a3b4", "slant"],
        ["e3d3", "aside"],
        ["b2b7", "no-screen"],
        ["b2b8", "path.c", "b7"],
        ["d0c1", "palace.a"],
        ["e0f1", "moves.k"],
      ],
    },
    { start: "3k5/9/9/p8/9/9/9/9/4K4/9 w - - 0 1", refused: [["e1d1", "face", "d9"]] },
    { start: "3k5/4r4/9/9/9/9/9/4N4/9/4K4 w - - 0 1", refused: [["e2g3", "pinned", "e8"]] },
  ],
  jieqi: [
    {
      refused: [
        ["a0a5", "dark.r path", "a3"],
        ["b0d1", "dark.n leg", "c0"],
        ["c0d1", "dark.b moves.b"],
        ["d0c1", "dark.a palace.a"],
        ["d0d1", "dark.a moves.a"],
        ["e0f1", "moves.k"],
        ["b2b7", "dark.c no-screen"],
        ["b2b8", "dark.c path.c", "b7"],
        ["e3d3", "dark.p aside"],
        ["e3e5", "dark.p moves.p"],
      ],
    },
  ],
  caro: [
    {
      options: { opening: "pro" },
      refused: [
        ["a1", "centre", "h8"],
        ["h9", "centre", "h8"],
      ],
    },
    {
      options: { opening: "pro" },
      moves: ["h8", "a1"],
      refused: [
        ["h8", "occupied", "h8"],
        ["a1", "occupied", "a1"],
        ["h9", "area"],
        ["f6", "area"],
        ["j10", "area"],
        ["h6", "area"],
      ],
    },
    {
      options: { opening: "swap" },
      moves: ["h8", "a1", "b2"],
      refused: [
        ["c3", "choose"],
        ["h8", "choose"],
      ],
    },
  ],
};

/** The shown sentence, the text for screen readers, and the number of marked squares. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? "";
    return {
      note: text(".note:not(.summons)"),
      read: text(".app > .unseen[role=status]"),
      rings: document.querySelectorAll(".kb-arrow.kb-warn").length,
    };
  });

const note = (page: Page) => page.locator(".note:not(.summons)");

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("every game is tried with ten refused moves", () => {
  for (const kind of kinds) {
    const n = (tried[kind] ?? []).reduce((sum, t) => sum + t.refused.length, 0);
    expect(n, kind).toBeGreaterThanOrEqual(10);
  }
});

for (const lang of ["vi", "en"] as const) {
  for (const kind of kinds) {
    test(`${kind}: refused moves say why, in ${lang}`, async ({ page }) => {
      test.slow();
      for (const { refused, ...game } of tried[kind] ?? []) {
        await reshelved(page, { kind, ...game });
        await page.evaluate((l) => localStorage.setItem("kydai.settings", JSON.stringify({ lang: l })), lang);
        await page.goto(`/hotseat/${kind}`);
        await ready(page);
        for (const [move, reason, marked = ""] of refused) {
          const text = said(kind, lang, reason);
          // The sentence and the marks are shown only for a short time, which a slow machine may
          // miss, so the move is tried again.
          await expect(async () => {
            for (const sq of squares(move)) await cell(page, sq).tap({ force: true });
            await expect
              .poll(() => shown(page), { message: move, timeout: 4000 })
              .toEqual({
                note: expect.stringMatching(text),
                read: expect.stringMatching(text),
                rings: squares(marked).length,
              });
          }).toPass();
        }
      }
    });
  }
}

test("another own piece is chosen without a word, and the marks go with the next move", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  for (const sq of ["a1", "b1", "b1", "a1", "g1"]) await cell(page, sq).tap({ force: true });
  await expect(page.locator(".kb-selected")).toHaveCount(1);
  await expect(note(page)).toBeHidden();
  await cell(page, "g3").tap({ force: true });
  await expect(note(page)).toHaveText(said("chess", "vi", "moves.n"));
  await click(page, "a1a4");
  await expect(page.locator(".kb-warn")).not.toHaveCount(0);
  await click(page, "e2e4");
  await expect(page.locator(".kb-warn")).toHaveCount(0);
});

for (const { kind, typed, reason, marked } of [
  { kind: "chess", typed: "e2e5", reason: "pawn-far", marked: 0 },
  { kind: "chess", typed: "Ra4", reason: "path", marked: 1 },
  { kind: "xiangqi", typed: "M2.4", reason: "leg", marked: 1 },
  { kind: "jieqi", typed: "a0a5", reason: "dark.r path", marked: 1 },
])
  test(`${kind}: ${typed}, typed, says why too, and again`, async ({ page }) => {
    await page.goto(`/hotseat/${kind}`);
    await ready(page);
    const field = page.locator(".command input");
    const read = page.locator(".app > .unseen[role=status]");
    // Type a text that is not a move, before and after the refused move: screen readers must no
    // longer read the earlier explanation.
    await field.fill("hello");
    await field.press("Enter");
    await expect(note(page)).toHaveText(word("error.bad-move"));
    for (let n = 0; n < 2; n++) {
      await field.fill(typed);
      await field.press("Enter");
      await expect(note(page)).toHaveText(said(kind, "vi", reason));
      await expect(read).toHaveText(said(kind, "vi", reason));
      await expect(page.locator(".kb-arrow.kb-warn")).toHaveCount(marked);
    }
    await field.fill("hello");
    await field.press("Enter");
    await expect(note(page)).toHaveText(word("error.bad-move"));
    await expect(read).toHaveText(word("error.bad-move"));
  });

test("what was said of a refused move is no longer read when it is no longer shown", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await page.locator(".command input").fill("e2e5");
  await page.locator(".command input").press("Enter");
  await expect(note(page)).toHaveText(said("chess", "vi", "pawn-far"));
  await expect(note(page)).toBeHidden();
  await expect(page.locator(".app > .unseen[role=status]")).toHaveText("");
});

test("a refused move of an online game says why, from the player's view", async ({ browser }) => {
  const { a, b, end } = await invited(browser, "jieqi");
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(a, "a0a5");
  await expect(note(a)).toHaveText(said("jieqi", "vi", "dark.r path"));
  await end();
});
