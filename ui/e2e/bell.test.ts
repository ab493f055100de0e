// These tests check the position of the bell on the page. journeys/notices.test.ts tests what the
// bell announces.
import { devices, expect } from "@playwright/test";
import { test } from "./test";
import { ready } from "./play";

test("the bell leaves room for the games on the front page of a phone", async ({ browser }) => {
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("kydai.settings", '{"played":true}'));
  await page.goto("/");
  const bell = page.locator(".bell");
  await expect(bell).toBeVisible({ timeout: 20_000 });
  const [own, kinds] = [await bell.boundingBox(), await page.locator(".kinds").boundingBox()];
  expect(own!.width).toBeGreaterThanOrEqual(44);
  expect(own!.x + own!.width).toBeLessThanOrEqual(390);
  // The list of games must be below the line of the bell, or end to the left of it.
  const below = kinds!.y >= own!.y + own!.height - 1;
  expect(below || kinds!.x + kinds!.width <= own!.x + 1).toBe(true);
  await context.close();
});

for (const [width, height] of [
  [1280, 800],
  [844, 390],
  [360, 740],
] as const) {
  test(`nothing moves when the bell comes, which is soon, at ${width}x${height}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem("kydai.settings", '{"played":true}'));
    let free = () => {};
    const held = new Promise<void>((resolve) => (free = resolve));
    await page.route("**/api/me/notices", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/");
    await ready(page);
    const places = () =>
      page
        .locator(".tabs a, .kinds a, .brand")
        .evaluateAll((all) => all.map((a) => Object.values(a.getBoundingClientRect().toJSON() as object)));
    const before = await places();
    expect(before.length).toBeGreaterThan(8);
    free();
    await expect(page.locator(".bell")).toBeVisible({ timeout: 20_000 });
    expect(await places()).toEqual(before);
    // The notices must be requested soon after the first contentful paint of the page.
    const waited = await page.evaluate(() => {
      const asked = performance.getEntriesByType("resource").find((e) => e.name.endsWith("/me/notices"));
      const seen = performance.getEntriesByName("first-contentful-paint")[0];
      return (asked?.startTime ?? Infinity) - (seen?.startTime ?? 0);
    });
    expect(waited).toBeLessThan(3500);
    await context.close();
  });
}
