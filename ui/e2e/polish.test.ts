// Tests details that new visitors notice: keys, marks, labels, names, and empty pages.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, moves, ready, shelved } from "./play";

test("the question mark opens the list of keys, and nothing else", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Phím tắt" });
  await expect(list).toBeVisible();
  await expect(list.getByText("f: xoay bàn")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

/** Whether the first element precedes the second element in the document. */
const before = (page: Page, a: string, b: string): Promise<boolean> =>
  page.evaluate(
    ([x, y]) => {
      const [one, two] = [document.querySelector(x ?? ""), document.querySelector(y ?? "")];
      if (!one || !two) throw new Error(`${x} or ${y} is missing`);
      return (one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    },
    [a, b],
  );

test("the line of a won game lies under the marks", async ({ page }) => {
  await shelved(page, { kind: "caro", moves: "h8 a1 i8 c1 j8 e1 k8 g1 l8".split(" ") });
  await page.goto("/analysis/caro?game=shelved");
  await ready(page);
  await expect(page.locator(".kb-row")).toBeAttached();
  expect(await before(page, ".kb-row", ".kb-piece")).toBe(true);
});

test("no piece covers a letter or a figure of the board", async ({ page }) => {
  for (const kind of ["chess", "xiangqi", "caro"]) {
    await page.goto(`/hotseat/${kind}`);
    await ready(page);
    await expect(page.locator(".kb-label").first()).toBeAttached();
    const covered = await page.evaluate(() => {
      const field = document.querySelector(".kb-pieces")?.getBoundingClientRect();
      // Check only the centre of each label, because the discs of the pieces are slightly smaller
      // than the cells around their points.
      return [...document.querySelectorAll(".kb-label")].filter((label) => {
        const b = label.getBoundingClientRect();
        const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
        return field && x > field.left && x < field.right && y > field.top && y < field.bottom;
      }).length;
    });
    expect.soft(covered, kind).toBe(0);
  }
});

test("the list of moves shows whole rows", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const there = "g1f3 g8f6 f3g1 f6g8".split(" ");
  await page.goto(
    `/analysis/chess?moves=${encodeURIComponent([...there, "e2e4", "e7e5", ...there, "d2d4", "d7d5", ...there, "a2a4", "a7a5", ...there, "h2h4", "h7h5", ...there].join(" "))}`,
  );
  await ready(page);
  await moves(page, 28);
  const cutRows = () =>
    page.locator(".moves ol").evaluate((ol) => {
      const top = ol.getBoundingClientRect().top + ol.clientTop;
      return [...ol.querySelectorAll("li")].filter((li) => {
        const r = li.getBoundingClientRect();
        return r.top < top - 2 && r.bottom > top + 2;
      }).length;
    });
  await expect.poll(() => page.locator(".moves ol").evaluate((ol) => ol.scrollTop)).toBeGreaterThan(0);
  expect(await cutRows()).toBe(0);
  for (let i = 0; i < 7; i++) {
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator(".moves [aria-current]")).toHaveCount(1);
    await expect.poll(cutRows).toBe(0);
  }
});

test("only the side to move has a ring, which nobody takes for being online", async ({ page }) => {
  await page.goto("/play/caro");
  await ready(page);
  const shown = await page.locator(".seat .dot").evaluateAll((dots) =>
    dots.map((d) => {
      const { outlineStyle } = getComputedStyle(d);
      const dot = getComputedStyle(d, "::after").content !== "none";
      const { width, height } = d.getBoundingClientRect();
      const round = width === height && width > 0;
      return { ring: outlineStyle === "solid", dot, face: d.hasAttribute("data-face"), round };
    }),
  );
  // The engine's seat shows a face and the viewer's seat a disc; a ring marks the side to move.
  expect(shown).toEqual([
    { ring: false, dot: false, face: true, round: true },
    { ring: true, dot: false, face: false, round: true },
  ]);
});

test("a guest's name is in the language of who reads it", async ({ browser }) => {
  const [vi, en] = await Promise.all([browser.newContext(), browser.newContext({ locale: "en-GB" })]);
  const [a, b] = await Promise.all([vi.newPage(), en.newPage()]);
  await a.goto("/online");
  await expect(a.getByLabel("Tên của bạn")).toHaveValue(/^Khách \d{4}$/);
  await b.goto("/online");
  await expect(b.getByLabel("Your name")).toHaveValue(/^Guest \d{4}$/);
  const number = (await a.getByLabel("Tên của bạn").inputValue()).slice(-4);
  await a.getByRole("button", { name: "Tìm đối thủ" }).click();
  await expect(b.locator(".lobby").getByText(`Guest ${number}`)).toBeVisible();
  // A player who waits has one button to cancel.
  await expect(a.getByText("Bàn của bạn")).toBeVisible();
  await expect(a.getByRole("button", { name: "Hủy" })).toHaveCount(1);
  await a.getByRole("button", { name: "Hủy" }).click();
  await Promise.all([vi.close(), en.close()]);
});

test("the first link names where it leads", async ({ page }) => {
  await page.goto("/play/chess");
  await ready(page);
  await expect(page.locator(".skip")).toHaveText("Tới bàn cờ");
  await page.goto("/settings");
  await expect(page.locator(".skip")).toHaveText("Tới nội dung");
});

test("the rules open with those of the last game", async ({ page }) => {
  await page.goto("/play/jieqi");
  await ready(page);
  await page.goto("/rules");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Luật cờ úp");
  await expect(page.locator(".rules h2").first()).toBeVisible();
});

test("the name of a game never breaks at a hyphen", async ({ page }) => {
  await page.goto("/");
  expect(await page.locator("h1").innerText()).not.toMatch(/ca-/);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
]) {
  test(`the button that starts a game is in view at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/play?kind=xiangqi");
    const start = await page.getByRole("button", { name: "Bắt đầu" }).boundingBox();
    const tabs = await page.locator(".tabs").boundingBox();
    const end = tabs && tabs.y > viewport.height / 2 ? tabs.y : viewport.height;
    expect((start?.y ?? Infinity) + (start?.height ?? 0)).toBeLessThanOrEqual(end);
    await expect(page.getByText("Việt Nam dùng luật này.")).toBeAttached();
  });
}

test("the result leaves the row that won in view", async ({ browser }) => {
  // The winning row of five is first in the lower half of the board, then in the upper half.
  for (const [rank, other] of [
    [4, 12],
    [12, 4],
  ] as const) {
    const page = await browser.newPage();
    await page.goto("/hotseat/caro");
    await ready(page);
    const points = [..."defgh"].flatMap((file) => [`${file}${rank}`, `${file}${other}`]).slice(0, -1);
    for (const [i, point] of points.entries()) {
      await click(page, point);
      await moves(page, i + 1);
    }
    const cry = page.locator(".cry[data-end]");
    await expect(cry).toBeVisible();
    const [word, stone] = [await cry.boundingBox(), await cell(page, `f${rank}`).boundingBox()];
    expect(word!.y + word!.height <= stone!.y || word!.y >= stone!.y + stone!.height).toBe(true);
    await page.close();
  }
});
