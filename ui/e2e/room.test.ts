// Checks that names and moves have enough space, and that the menu has only entries that apply.
import { expect } from "@playwright/test";
import { test } from "./test";
import { invited, ready, shelved, word } from "./play";

for (const [width, height] of [
  [320, 568],
  [390, 844],
] as const) {
  test(`names are whole beside the countdown of the first move at ${width} px`, async ({ browser }) => {
    const { a, b, end } = await invited(browser);
    await a.setViewportSize({ width, height });
    await b.getByRole("button", { name: word("online.accept") }).click();
    await ready(a);
    await expect(a.locator(".firstmove")).toBeVisible();
    const cut = await a.locator(".seat .who").evaluateAll((all) => all.map((who) => who.scrollWidth > who.clientWidth));
    expect(cut).toEqual([false, false]);
    await end();
  });
}

test("the countdown of the first move covers nothing on a phone held sideways", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await a.setViewportSize({ width: 844, height: 390 });
  await b.getByRole("button", { name: word("online.accept") }).click();
  await ready(a);
  await expect(a.locator(".firstmove")).toBeVisible();
  const [seat, count, line] = await Promise.all(
    [".seat:has(.firstmove)", ".firstmove", ".side.info .line"].map((q) => a.locator(q).boundingBox()),
  );
  if (!seat || !count || !line) throw new Error("not on the page");
  expect(count.y + count.height).toBeLessThanOrEqual(seat.y + seat.height + 1);
  expect(line.y).toBeGreaterThanOrEqual(count.y + count.height - 1);
  // All action buttons are in one row.
  const rows = await a.locator(".actions .act").evaluateAll((all) => all.map((el) => el.getBoundingClientRect().top));
  expect(new Set(rows.map(Math.round)).size).toBe(1);
  await end();
});

const long =
  "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5 d4b3 d8d1 f1d1 c8g4 f2f3 g4e6".split(" ");

test("a laptop shows five rows of an analysed game, and all that is beside them", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await shelved(page, { kind: "chess", moves: long });
  await page.goto("/analysis/chess?game=shelved");
  await ready(page);
  await expect(page.locator(".moves li")).toHaveCount(10);
  await expect(page.locator(".lines li")).toHaveCount(3);
  const rows = () =>
    page.locator(".moves ol").evaluate((ol) => ol.clientHeight / (ol.querySelector("li")?.offsetHeight ?? 1));
  await expect.poll(rows).toBeGreaterThanOrEqual(5);
  const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(below).toBeLessThanOrEqual(0);
});

test("the menu of an analysis offers neither to resign nor a draw", async ({ page }) => {
  await shelved(page, { kind: "chess", moves: long });
  await page.goto("/analysis/chess?game=shelved");
  await ready(page);
  await page
    .locator(".actions")
    .getByRole("button", { name: word("app.menu") })
    .click();
  const menu = page.locator("dialog.menu");
  await expect(menu.getByRole("button", { name: word("play.download") })).toBeVisible();
  for (const key of ["play.resign", "play.draw", "play.analyse"] as const)
    await expect(menu.getByRole("button", { name: word(key), exact: true })).toHaveCount(0);
});

test("the current move stays in view when the window changes", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/analysis/chess?moves=${encodeURIComponent(long.join(" "))}`);
  await ready(page);
  const now = page.locator(".moves [aria-current]");
  const inView = () =>
    now.evaluate((el) => {
      const [own, box] = [el.getBoundingClientRect(), el.closest("ol")!.getBoundingClientRect()];
      return (
        own.left >= box.left - 1 && own.right <= box.right + 1 && own.top >= box.top - 1 && own.bottom <= box.bottom + 1
      );
    });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(inView, { message: `${size.width}x${size.height}` }).toBe(true);
  }
});
