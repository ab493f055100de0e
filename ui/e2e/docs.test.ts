// This test visits the documentation: from the settings to a guide, to the other language, and back
// to the game.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { long, word } from "./play";

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

for (const width of [320, 390, 1280])
  test(`the guides are read at ${width} px`, long(width !== 320), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/settings");
    await page.getByRole("link", { name: word("docs.title"), exact: true }).click();
    await expect(page).toHaveURL(/\/docs$/);
    await page.locator(".guides").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/docs\/players$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "vi");
    await fits(page);
    await page.getByRole("link", { name: "English" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.goto("/docs/api");
    await fits(page);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/docs$/);
    await page.getByRole("link", { name: word("app.name"), exact: true }).click();
    await expect(page.locator('[role="gridcell"]').first()).toBeAttached();
  });
