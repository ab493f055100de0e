// Tests the profile of an account on a phone: it is found by name and lists the
// games.
import { expect } from "@playwright/test";
import { test } from "./test";
import { word } from "./play";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-GB" });

test("a profile is found by the name of the account", async ({ page, browser }) => {
  const name = `Lan ${Date.now() % 1_000_000}`;
  await page.goto("/ranking");
  const made = await page.request.post("/api/account", { data: { name, password: "một mật khẩu dài" } });
  expect(made.ok()).toBe(true);
  const other = await (await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } })).newPage();
  await other.goto("/ranking");
  await other.getByRole("searchbox").fill(name.toUpperCase());
  await other.getByRole("button", { name: "Open" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(other).toHaveURL(/\/player\/@LAN/);
  await expect(other.getByText("No games yet.")).toBeVisible();
  const wide = await other.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);

  await other.goto("/player/@Nobody%20here");
  await expect(other.getByRole("alert")).toHaveText(word("rank.nobody", "en").replace("{name}", "Nobody here"));
  // Another name can be searched immediately.
  await other.getByRole("searchbox").fill(name);
  await other.getByRole("button", { name: word("rank.open", "en") }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(name);
  await other.context().close();
});
