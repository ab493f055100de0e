// Tests the page of a player who waits to be paired. journeys/strangers.test.ts tests the pairing
// of two strangers.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { word } from "./play";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function press(page: Page, game: string): Promise<void> {
  await page.goto("/online");
  await page.locator(`.mini[data-value="${game}"]`).click();
}

test("a player who waits is called from a board", async ({ browser }) => {
  const one = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } });
  const page = await one.newPage();
  await page.clock.install();
  await press(page, "xiangqi");
  await expect(page.locator(".wait")).toBeVisible();
  await page.clock.runFor(16_000);
  await page.locator(".wait a.button").click();
  await expect(page).toHaveURL(/\/play\/xiangqi$/);
  // Every page shows that the player is waiting.
  await expect(page.locator(".summons a")).toHaveText(word("online.waiting", "en"));
  const two = await browser.newContext({ locale: "vi-VN", viewport: { width: 390, height: 844 } });
  const other = await two.newPage();
  await press(other, "xiangqi");
  await expect(other).toHaveURL(/\/g\/.+/);
  await page.locator('.summons a[href^="/g/"]').click();
  await expect(page).toHaveURL(/\/g\/.+/);
  await one.close();
  await two.close();
});

test("the leaderboard and a profile without games", async ({ page }) => {
  await page.goto("/ranking");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/game=/);
});
