// Checks small problems that visitors had: the hint on a phone, moves typed by a blind player, the
// names of points, the buttons after a game, and marks with more contrast.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, long, moves, ready, resign, word } from "./play";
import { contrast } from "../test/colours";

const field = (page: Page) => page.locator(".command input");
const hintButton = (page: Page) =>
  page.locator(".actions").getByRole("button", { name: new RegExp(`${word("play.hint")}|${word("hint.more")}`) });

/** The top and bottom edges of an element, in pixels from the top of the window. */
async function edges(page: Page, of: string): Promise<[number, number]> {
  const box = await page.locator(of).boundingBox();
  if (!box) throw new Error(`${of} is not on the page`);
  return [box.y, box.y + box.height];
}

for (const [kind, width, height] of [
  ["xiangqi", 320, 568],
  ["xiangqi", 390, 844],
  ["chess", 320, 568],
  ["caro", 320, 568],
] as const) {
  test(
    `a hint of ${kind} stands in the place of the status at ${width}×${height}`,
    long(kind === "chess"),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/play/${kind}`);
      await ready(page);
      const [, statusEnd] = await edges(page, ".status");
      const [bar] = await edges(page, ".actions");
      const [tabs] = await edges(page, ".tabs");
      for (const step of ["hint.more", "play.hint"]) {
        await hintButton(page).click();
        await expect(page.locator(".actions").getByRole("button", { name: word(step), exact: true })).toBeVisible();
        await expect(page.locator(".hint")).toBeVisible();
        const [top, bottom] = await edges(page, ".hint");
        expect.soft(top).toBeLessThan(statusEnd);
        expect.soft(bottom).toBeLessThan(tabs);
        // No other element covers the first letters of the hint.
        const seen = page.locator(".hint").evaluate((el) => {
          const { left, top } = el.getBoundingClientRect();
          return document.elementFromPoint(left + 30, top + 6) === el;
        });
        expect.soft(await seen).toBe(true);
        const [barTop, barEnd] = await edges(page, ".actions");
        expect.soft(barEnd).toBeLessThanOrEqual(tabs);
        expect.soft(Math.abs(barTop - bar)).toBeLessThan(height < 720 ? 2 : 20);
      }
    },
  );
}

test.describe("with a finger", () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test("a hint is shown while a move waits in the magnifier", async ({ page }) => {
    await page.goto("/play/xiangqi");
    await ready(page);
    await cell(page, "b2").tap({ force: true });
    await cell(page, "e2").tap({ force: true });
    await expect(page.locator(".kb-place")).toBeVisible();
    await hintButton(page).tap();
    await expect(page.locator(".hint")).toBeInViewport({ ratio: 1 });
    const [, bottom] = await edges(page, ".hint");
    expect(bottom).toBeLessThan((await edges(page, ".tabs"))[0]);
    // The move that was chosen on the board still waits for confirmation.
    await page.locator(".kb-place").tap();
    await moves(page, 2);
  });
});

test("typing after a refused move replaces it", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await field(page).fill("e5");
  await field(page).press("Enter");
  await expect(page.locator(".note")).toBeVisible();
  await page.keyboard.type("e4");
  await expect(field(page)).toHaveValue("e4");
  await page.keyboard.press("Enter");
  await moves(page, 1);
});

test("after a typed move that ends the game the focus is on the next one", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await field(page).focus();
  for (const [i, move] of ["f3", "e5", "g4", "Qh4"].entries()) {
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await moves(page, i + 1);
  }
  await expect(page.locator(".actions").getByRole("button", { name: word("play.again") })).toBeFocused();
});

test("after a game against a level all buttons are in view on a laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/play/chess");
  await ready(page);
  for (const [i, code] of ["e2e4", "a2a3"].entries()) {
    await click(page, code);
    await moves(page, 2 * i + 2);
  }
  await resign(page);
  await expect(page.locator(".after .chart")).toBeVisible();
  for (const button of await page.locator(".actions .act").all())
    await expect.soft(button).toBeInViewport({ ratio: 1 });
});

/** Converts a computed CSS colour, such as rgb(1, 2, 3), to the form #rrggbb. */
const hex = (paint: string) =>
  `#${(paint.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((n) => Number(n).toString(16).padStart(2, "0"))
    .join("")}`;

for (const scheme of ["dark", "light"] as const) {
  test(`with more contrast the marks of a move are outlined, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ contrast: "more", colorScheme: scheme });
    await page.goto("/play/chess");
    await ready(page);
    await cell(page, "e2").click({ force: true });
    const paint = (of: string, name: string) =>
      page
        .locator(of)
        .first()
        .evaluate((el, n) => getComputedStyle(el).getPropertyValue(n), name);
    const squares = await page.locator(".kb").evaluate((el) =>
      ["--sq-light", "--sq-dark"].map((name) => {
        const probe = el.appendChild(document.createElement("i"));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }),
    );
    for (const mark of [".kb-dot", ".kb-selected"]) {
      expect.soft(Number.parseFloat(await paint(mark, "stroke-width")), mark).toBeGreaterThanOrEqual(0.05);
      const line = await paint(mark, "stroke");
      expect.soft(line, mark).toMatch(/^rgb\(/);
      for (const square of squares)
        expect.soft(contrast(hex(line), hex(square)), `${mark} on ${square}`).toBeGreaterThanOrEqual(3);
    }
    const inner = await paint(".kb-dot", "fill");
    expect.soft(contrast(hex(inner), hex(await paint(".kb-dot", "stroke")))).toBeGreaterThanOrEqual(3);
  });
}
