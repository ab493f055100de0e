// Tests two ratings: the rating on the device, from games against engine levels, and the rating
// from rated games between people.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { register, twoAccounts } from "./accounts";
import { click, moves, ready, resign, word } from "./play";
import { tick } from "./tick";

const desk = { viewport: { width: 1280, height: 800 } };

/** Checks that nothing is wider than the page. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);

/**
 * Begins a game at a new entry of the browser's history, because the old entry shows the finished
 * game again.
 */
async function begin(page: Page): Promise<void> {
  await page.goto("/play");
  await page.goto("/play/chess");
  await ready(page);
}

async function shortGame(page: Page): Promise<void> {
  await begin(page);
  for (const [i, move] of ["a2a3", "h2h3"].entries()) {
    await click(page, move);
    await moves(page, 2 * i + 2);
  }
  await resign(page);
}

/** Parses a displayed rating change: "1500 → 1196 (−304)". */
const shown = async (page: Page, where: string): Promise<{ by: number; to: number }> => {
  const text = await page.locator(where).locator(".change").first().innerText();
  const [, from, to, by = ""] = /^(\d+) → (\d+) \(([−+]\d+)\)$/.exec(text) ?? [];
  expect(Number(to) - Number(from), text).toBe(Number(by.replace("−", "-")));
  return { by: Number(by.replace("−", "-")), to: Number(to) };
};

// The test journeys/rated.test.ts checks the same and more on a phone.
test("a guest on a desk has a rating on the device, makes an account and plays a rated game", async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  let last = 1500;
  for (let n = 1; n <= 3; n++) {
    await shortGame(page);
    const after = page.locator(".after");
    await expect(after).toContainText(word("rank.games").replace("{n}", String(n)));
    await expect(after.locator("svg.chart polyline")).toBeVisible();
    const change = await shown(page, ".after");
    expect(change.by).toBeLessThan(0);
    expect(change.to).toBe(last + change.by);
    last = change.to;
    await fits(page);
  }
  // A game with a takeback does not count for the rating.
  await begin(page);
  for (const [i, move] of ["a2a3", "h2h3"].entries()) {
    await click(page, move);
    await moves(page, 2 * i + 2);
  }
  await page
    .locator(".actions")
    .getByRole("button", { name: word("play.undo") })
    .click();
  await moves(page, 2);
  await click(page, "g2g3");
  await moves(page, 4);
  await resign(page);
  await expect(page.getByText(word("rank.device.helped"))).toBeVisible();

  // A guest sees why they cannot offer a rated game.
  await page.goto("/online");
  await expect(page.getByText(word("rank.offer.guest"))).toBeVisible();
  await expect(page.getByRole("switch", { name: word("rank.offer") })).toHaveCount(0);

  const id = await register(page, `Chi ${Array.from(String(Date.now()), (d) => "bcdghklmnp"[Number(d)]).join("")}`);
  const two = await twoAccounts(browser, desk);
  const other = two.pages[0];
  await page.goto("/online");
  const rated = page.getByRole("switch", { name: word("rank.offer") });
  // A game without a clock cannot be rated.
  await tick(page.locator('input[name="clock"][value="none"]'));
  await expect(rated).toBeDisabled();
  await tick(page.locator('input[name="clock"][value="10+5"]'));
  await tick(page.locator('input[name="side"][value="first"]'));
  await tick(page.locator('input[name="kind"][value="chess"]'));
  await tick(rated);
  await expect(page.getByText(word("rank.offer.about"))).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: word("online.friend") }).click();
  const link = await page.locator(".setup input[readonly]").inputValue();
  await other.goto(new URL(link).pathname);
  await other.getByRole("button", { name: word("online.accept") }).click();
  for (const p of [page, other]) await p.waitForURL(/\/g\//);
  await Promise.all([page, other].map(ready));
  await expect(page.getByText(word("online.rated"), { exact: true })).toBeVisible();
  for (const [i, move] of ["f2f3", "e7e5", "g2g4", "d8h4"].entries()) {
    await click(i % 2 === 0 ? page : other, move);
    await Promise.all([page, other].map((p) => moves(p, i + 1)));
  }
  // A moment after the end, both players see their new ratings.
  for (const p of [page, other]) {
    const lost = await shown(p, '.changes [data-side="first"]');
    const won = await shown(p, '.changes [data-side="second"]');
    expect(lost.by).toBeLessThan(0);
    expect(won.by).toBeGreaterThan(0);
    expect(lost.to).toBe(1500 + lost.by);
    expect(won.to).toBe(1500 + won.by);
  }
  const lost = await shown(page, '.changes [data-side="first"]');
  const profile = (await (await page.request.get(`/api/players/${id}`)).json()) as { ratings: { rating: number }[] };
  expect(Math.round(profile.ratings[0]?.rating ?? 0)).toBe(lost.to);
  await page.reload();
  await expect.poll(() => shown(page, '.changes [data-side="first"]')).toEqual(lost);
  // On the next visit the profile shows the rating, and the next game on the device continues from
  // the rating that the device had stored last.
  await page.close();
  const next = await context.newPage();
  await next.goto(`/player/${id}`);
  await expect(next.locator(".ratings")).toContainText(String(lost.to));
  await shortGame(next);
  await expect(next.locator(".after")).toContainText(word("rank.games").replace("{n}", "4"));
  const change = await shown(next, ".after");
  expect(change.to).toBe(last + change.by);
  await two.end();
  await context.close();
});

// A new site has too few games, so the page does not show how strong a level is in the games of
// this site.
test("the strength of a level here is shown only if it is known", async ({ page }) => {
  await page.goto("/play/chess");
  await ready(page);
  const asked = page.waitForResponse((r) => r.url().endsWith("/api/levels/chess"));
  await page.locator(".levels summary").first().click();
  expect(await (await asked).json()).toEqual([]);
  await expect(page.locator(".levels .here")).toHaveCount(0);
});
