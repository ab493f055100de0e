// A rated game between two accounts, from one press each to the ratings on both profiles.
import { expect, test } from "@playwright/test";
import { twoAccounts } from "./accounts";
import { click, moves, ready, word } from "./play";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Profile {
  ratings: { game: string; rating: number; games: number }[];
}

test("two accounts play a rated game, and both profiles show the new ratings", async ({ browser }) => {
  test.setTimeout(120_000);
  const two = await twoAccounts(browser, phone);
  for (const page of two.pages) {
    await page.goto(`/player/${two.ids[0]}`);
    await expect(page.getByText(word("rank.unrated"))).toBeVisible();
  }
  for (const page of two.pages) {
    await page.goto("/online");
    await page.locator('.mini[data-value="chess"]').click();
  }
  for (const page of two.pages) await page.waitForURL(/\/g\//);
  await Promise.all(two.pages.map(ready));
  const id = two.pages[0].url().split("/").at(-1) ?? "";
  const view = (await (await two.pages[0].request.get(`/api/matches/${id}`)).json()) as {
    viewer: string;
    rated: boolean;
  };
  expect(view.rated).toBe(true);
  // The table says that the game counts, and its menu leads to the profiles of both.
  await expect(two.pages[0].getByText(word("online.rated"), { exact: true })).toBeVisible();
  await expect(two.pages[0].locator(`a[href="/player/${two.ids[1]}"]`)).toHaveCount(1);
  const winner = view.viewer === "second" ? 0 : 1; // the first side is mated
  const [white, black] = [two.pages[1 - winner], two.pages[winner]];
  if (!white || !black) throw new Error("no pages");
  for (const [i, move] of ["f2f3", "e7e5", "g2g4", "d8h4"].entries()) {
    await click(i % 2 === 0 ? white : black, move);
    await Promise.all(two.pages.map((p) => moves(p, i + 1)));
  }
  // Ratings follow the rows of ended matches in the background.
  const ratings: number[] = [];
  for (const player of two.ids) {
    const read = async () => (await (await white.request.get(`/api/players/${player}`)).json()) as Profile;
    await expect.poll(async () => (await read()).ratings.length).toBe(1);
    ratings.push((await read()).ratings[0]?.rating ?? 0);
  }
  expect(ratings[winner]).toBeGreaterThan(1500);
  expect(ratings[1 - winner]).toBeLessThan(1500);
  for (const [i, page] of two.pages.entries()) {
    await page.goto(`/player/${two.ids[i]}`);
    await expect(page.locator(".ratings")).toContainText(String(Math.round(ratings[i] ?? 0)));
  }
  await two.end();
});
