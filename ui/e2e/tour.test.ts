// Tests the tour: it plays automatically, and can be paused, skipped and watched again. It does not
// start automatically if reduced motion is requested.
import { expect } from "@playwright/test";
import { test } from "./test";
import { kinds, ready, word } from "./play";

const button = (name: string) => ({ name: word(name), exact: true });

test("the tour plays itself until it is paused", async ({ page }) => {
  await page.goto("/tour");
  await ready(page);
  const bar = page.getByRole("progressbar");
  await expect(bar).toHaveAttribute("value", "0");
  await expect(page.getByText(word("tour.xiangqi.0"))).toBeVisible();
  await expect(page.getByText(word("tour.xiangqi.1"))).toBeVisible();
  await page.getByRole("button", button("play.watch.pause")).click();
  const at = await bar.getAttribute("value");
  await page.waitForTimeout(6000);
  await expect(bar).toHaveAttribute("value", at ?? "");
  await page.getByRole("button", button("tour.skip")).click();
  await expect(page.getByText(word("tour.jieqi.0"))).toBeVisible();
  await page.getByRole("button", button("tour.again")).click();
  await expect(page.getByText(word("tour.xiangqi.0"))).toBeVisible();
});

test("without motion every step waits for the viewer, and both games end in mate", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/tour");
  await ready(page);
  const bar = page.getByRole("progressbar");
  await page.waitForTimeout(6000);
  await expect(bar).toHaveAttribute("value", "0");
  const steps = Number(await bar.getAttribute("max"));
  for (let i = 1; i <= steps; i++) {
    await page.getByRole("button", button("tour.step")).click();
    await expect(bar).toHaveAttribute("value", String(i));
    if (i === 7) {
      await expect(page.getByText(word("tour.xiangqi.7"))).toBeVisible();
      await expect(page.locator(".kb-check")).toHaveCount(1);
    }
  }
  await expect(page.getByText(word("tour.jieqi.15"))).toBeVisible();
  await expect(page.locator(".kb-check")).toHaveCount(1);
  await page.getByRole("link", button("tour.play")).click();
  await expect(page).toHaveURL(/\/play\/xiangqi$/);
});

for (const kind of kinds)
  test(`the history of each game has its sources: ${kind}`, async ({ page }) => {
    await page.goto(`/history/${kind}`);
    await expect(page.getByRole("heading", { name: "Nguồn" })).toBeVisible();
    expect(await page.locator(".prose li").count()).toBeGreaterThan(1);
    await expect(page.getByRole("link", { name: word("nav.rules"), exact: true }).last()).toHaveAttribute(
      "href",
      `/rules/${kind}`,
    );
  });
