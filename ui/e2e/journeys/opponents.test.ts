// In this simulated visit to the site, a newcomer plays two opponents on a phone: the automatically
// chosen opponent, and an opponent with a requested opening. The phone is turned, the network is
// lost once, and the opponent takes a person's time if the player wants that.
import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { cell, click, moves, ready, resign, word } from "../play";
import { test } from "../test";

const vi = JSON.parse(readFileSync(new URL("../../i18n/character/vi.json", import.meta.url), "utf8")) as Record<
  string,
  string
>;
const of = (kind: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../games/${kind}/text/characters.vi.json`, import.meta.url), "utf8"),
  ) as Record<string, string>;

const upright = { width: 390, height: 844 };
const sideways = { width: 844, height: 390 };

/** Checks that nothing is wider than the page. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);

/** Saves a screenshot for people who look at the test run, if KYDAI_TEST_SHOTS names a folder. */
const shot = async (page: Page, name: string) => {
  if (process.env.KYDAI_TEST_SHOTS) await page.screenshot({ path: `${process.env.KYDAI_TEST_SHOTS}/${name}.png` });
};

test.use({ serviceWorkers: "allow" });

test("a newcomer plays two opponents on a phone and asks one for an opening", async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ viewport: upright, hasTouch: true, isMobile: true, locale: "vi-VN" });
  const page = await context.newPage();
  const said = page.locator(".seat .said");

  // The automatically chosen opponent makes its first remark, and plays the same with the phone
  // upright and sideways.
  await page.goto("/play/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
  await expect(said).toHaveText(vi["char.say.start.taker"] ?? "");
  await shot(page, "hello-phone");
  await page.setViewportSize(sideways);
  await click(page, "d2d3");
  await moves(page, 4);
  await fits(page);
  await shot(page, "game-landscape");
  await page.setViewportSize(upright);
  await fits(page);

  // Without a network the game continues.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await click(page, "a2a3");
  await moves(page, 6);
  await context.setOffline(false);
  await resign(page);
  await expect(said).toHaveText(vi["char.say.won"] ?? "");

  // The player wants another opponent to play the opening "screen horses".
  await page.goto("/play?kind=xiangqi");
  const wish = page.getByLabel(vi["char.opening"] ?? "");
  await expect(page.locator(".wish")).toContainText(vi["char.name.taker"] ?? "");
  await page.getByRole("radio", { name: "6", exact: true }).first().check({ force: true });
  await expect(page.locator(".wish")).toContainText(vi["char.name.centre"] ?? "");
  await wish.selectOption(of("xiangqi")["opening.screen-horses"] ?? "");
  await fits(page);
  await page.locator(".wish").scrollIntoViewIfNeeded();
  await shot(page, "wish-phone");
  await page.getByRole("button", { name: word("play.start") }).click();
  await ready(page);
  await click(page, "h2e2");
  await moves(page, 2);
  await click(page, "h0g2");
  await moves(page, 4);
  await click(page, "i0h0");
  await moves(page, 6);
  // Both black horses are on the squares that define the opening.
  for (const square of ["c7", "g7"])
    await expect(cell(page, square)).toHaveAttribute("aria-label", new RegExp(word("piece.disc.n"), "i"));
  await shot(page, "screen-horses-phone");
  await page.setViewportSize(sideways);
  await fits(page);
  await shot(page, "screen-horses-landscape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await shot(page, "screen-horses-desktop");
  await page.setViewportSize(upright);

  // With immediate replies switched off, the engine waits before it replies, as a person would.
  // With remarks switched off, the opponent shows no remarks.
  await page.goto("/settings");
  await page.getByRole("switch", { name: vi["char.instant"] ?? "" }).uncheck({ force: true });
  await page.getByRole("switch", { name: vi["char.silent"] ?? "" }).check({ force: true });
  await fits(page);
  await page.goto("/play/caro");
  await ready(page);
  const began = Date.now();
  await click(page, "h8");
  await expect(page.locator(".seat .thinking")).toBeVisible();
  await moves(page, 2);
  expect(Date.now() - began).toBeGreaterThan(250);
  await expect(said).toHaveCount(0);
  await context.close();
});
