// These tests check common actions: premoves against the engine, a lab algorithm as opponent, a
// study with a variation, and the confirmation of a move.
import { expect } from "@playwright/test";
import { test } from "./test";
import { cell, click, moves, ready, status, unfold } from "./play";
import { tick } from "./tick";

test("moves are prepared while the machine thinks", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ level: 9 })));
  await page.goto("/play/caro");
  await ready(page);
  await click(page, "h8");
  await moves(page, 2);
  // The player prepares three moves while the engine searches. Their cells are far from the other
  // stones, so they stay empty.
  for (const code of ["a1", "c1", "e1"]) await click(page, code);
  await moves(page, 8);
  await expect(status(page)).toHaveText("Đến lượt bạn");
});

test("a takeback while the machine thinks also drops the premove", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ level: 9 })));
  await page.goto("/play/caro");
  await ready(page);
  await click(page, "h8");
  await moves(page, 2);
  for (const premove of ["a1", ""]) {
    await click(page, "c3");
    if (premove) await click(page, premove);
    await page.keyboard.press("Control+z");
    await moves(page, 2);
    // Longer than the machine's search of one second: neither its answer nor the premove comes.
    await page.waitForTimeout(2000);
    await moves(page, 2);
    await expect(status(page)).toHaveText(/Đến lượt bạn|nước 2/);
  }
});

test("an algorithm is an opponent", async ({ page }) => {
  await page.goto("/play?kind=chess");
  await unfold(page);
  await tick(page.getByRole("radio", { name: "Thuật toán" }));
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await expect(page.getByText("Alpha-beta sắp nước, sâu 2")).toBeVisible();
  await click(page, "e2e4");
  await moves(page, 2);
});

test("a study follows the keys and tries another way", async ({ page }) => {
  await page.goto("/analysis/chess?moves=e2e4%20e7e5%20g1f3%20b8c6%20f1b5%20a7a6");
  await moves(page, 6);
  await page.locator("h1").click();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await expect(status(page)).toContainText("Đang xem lại nước 2 của Trắng.");
  await expect(page.locator(".lines li").first()).toBeVisible();
  await click(page, "d7d6");
  await expect(page.locator(".moves li button:not([data-off])")).toHaveText(["e4", "e5", "Nf3", "d6"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "light" });
  test("a move is confirmed, by a button that can be read", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ confirm: true })));
    await page.goto("/play/chess");
    await ready(page);
    for (const sq of ["e2", "e4"]) await cell(page, sq).tap({ force: true });
    const go = page.locator(".kb-place");
    await expect(go).toHaveText("Đi");
    const contrast = await go.evaluate((el) => {
      const light = (color: string): number => {
        const part = (i: number) => {
          const c = Number(color.match(/[\d.]+/g)?.[i] ?? 0) / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        };
        return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2) + 0.05;
      };
      const { color, backgroundColor } = getComputedStyle(el);
      return light(color) / light(backgroundColor);
    });
    expect(contrast).toBeGreaterThan(4.5);
    await moves(page, 0);
    await go.tap();
    await moves(page, 2);
  });
});
