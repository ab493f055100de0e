// A player leaves an online game and comes back; at the end the board stays.
import { expect, test } from "@playwright/test";
import { board, click, fromMenu, invited, join, moves, ready, status, word } from "./play";

test("back leads from a game to the lobby, and the lobby back to the game", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("button", { name: word("online.seek") }).click();
  await expect(a.getByText(word("online.waiting"))).toBeVisible();
  await b.goto("/online");
  await join(b, a);
  for (const page of [a, b]) {
    await expect(page).toHaveURL(/\/g\//);
    await ready(page);
    const game = page.url();
    await page.goBack();
    await expect(page).toHaveURL(/\/online$/);
    // The game in progress stands above the buttons that start a new one.
    const link = page.getByRole("main").getByRole("link", { name: word("games.underway") });
    await expect(link).toBeVisible();
    const [there, others] = await Promise.all([
      link.boundingBox(),
      page.getByRole("heading", { name: word("online.lobby") }).boundingBox(),
    ]);
    expect(there?.y ?? Infinity).toBeLessThan(others?.y ?? 0);
    await link.click();
    await expect(page).toHaveURL(game);
    await ready(page);
  }
  await Promise.all([one.close(), two.close()]);
});

test("who leaves a game for another page is reminded of it until the end", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const game = b.url();
  await b.getByRole("link", { name: word("nav.learn") }).click();
  await expect(b).toHaveURL(/\/learn$/);
  await b.locator(".summons a").click();
  await expect(b).toHaveURL(game);
  await ready(b);
  await expect(b.locator(".summons")).toBeHidden();
  await fromMenu(b, word("online.abort"));
  await expect(status(b)).toHaveClass(/end/);
  // A game that does not count is no draw.
  await expect(status(b)).not.toHaveAttribute("data-seal", /./);
  await b.getByRole("link", { name: word("nav.learn") }).click();
  await expect(b).toHaveURL(/\/learn$/);
  await expect(b.locator(".summons")).toBeHidden();
  await end();
});

test("what was prepared leaves the board when the game ends", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const start = await board(b);
  await click(b, "e7e5");
  await expect.poll(() => board(b)).not.toEqual(start);
  await fromMenu(a, word("online.abort"));
  await expect(status(b)).toHaveClass(/end/);
  await expect.poll(() => board(b)).toEqual(start);
  await moves(b, 0);
  await end();
});

test("who waits for a friend is not told to look for an opponent", async ({ browser }) => {
  const { a, end } = await invited(browser);
  await expect(a.getByText(word("online.waiting"))).toBeVisible();
  await expect(a.getByText(word("online.lobby.none"))).toBeHidden();
  await end();
});
