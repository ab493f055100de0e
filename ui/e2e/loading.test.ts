// Checks that on a first visit over a slow connection the page says that the
// rules are loading.
import { expect } from "@playwright/test";
import { test } from "./test";
import { click, moves, ready } from "./play";

test.use({ serviceWorkers: "block" });

test("who waits for the rules is told so, and nobody else", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  const note = page.getByText("Đang tải luật chơi…");
  await page.goto("/play/chess");
  await ready(page);
  // The page shows no message while it loads the rules in advance.
  await page.waitForTimeout(2500);
  await expect(note).toHaveCount(0);
  await click(page, "e2e4");
  await expect(page.locator(".note")).toHaveText("Đang tải luật chơi…");
  await expect(page.locator(".unseen[role=status]")).toHaveText("Đang tải luật chơi…");
  release();
  await moves(page, 2);
  await expect(page.locator(".note")).toBeHidden();
  await expect(page.getByText("Đang tải luật chơi…")).toHaveCount(0);
  await click(page, "d2d4");
  await moves(page, 4);
  await expect(page.locator(".note")).toBeHidden();
});
