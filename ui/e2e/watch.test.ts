// Tests the page of games in progress on a phone: the board shows the best game, and after the end
// of this game it shows the next game.
import { devices, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { challenge, twoAccounts } from "./accounts";
import { sound } from "./axe";
import { click, moves, ready, word } from "./play";

const phone = { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } };

async function post(page: Page, path: string, data: unknown): Promise<{ id: string }> {
  const made = await page.request.post(`/api${path}`, { data });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()) as { id: string };
}

test("the best game is on the board, moves are seen, and the next one follows its end", async ({ browser }) => {
  test.setTimeout(180_000);
  const two = await twoAccounts(browser, phone);
  const [a, b] = two.pages;
  const begin = async (moves: readonly string[]): Promise<string> => {
    const { id: offer } = await post(a, "/offers", { game: "chess", side: "first", to: two.ids[1], clock: "10+5" });
    const { id } = await post(b, `/offers/${offer}/accept`, {});
    for (const [ply, code] of moves.entries()) await post(ply % 2 ? b : a, `/matches/${id}/moves`, { ply, code });
    return id;
  };
  const best = await begin(["e2e4", "e7e5", "g1f3"]);
  const other = await begin([]);
  const page = await (await browser.newContext(phone)).newPage();
  const link = page.locator(".best a");
  const path = (id: string) => `/g/${id}`;
  const drawn = async () => {
    const picture = page.locator(".best img");
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0)).toBe(true);
  };

  // Other tests play on the same server, so their games are removed from the response.
  await page.route("**/api/live*", async (route) => {
    const response = await route.fetch();
    const games = (await response.json()) as { id: string }[];
    await route.fulfill({ response, json: games.filter((g) => g.id === best || g.id === other) });
  });
  await page.goto("/online");
  await page.getByRole("link", { name: word("watch.title") }).click();
  await expect(page).toHaveURL(/\/watch$/);
  // The board shows one game and the list contains the other.
  await expect(page.locator(`a[href="${path(best)}"]`)).toHaveCount(1);
  await expect(page.locator(`a[href="${path(other)}"]`)).toHaveCount(1);
  await expect(link).toHaveCount(1);
  await drawn();
  await sound(page);
  await page.emulateMedia({ colorScheme: "light" });
  for (const size of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await drawn();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  }

  // The page requests the picture again after a move, and then shows the move.
  const shown = (await link.getAttribute("href")) ?? "";
  const svg = () => page.locator(".best img").evaluate(async (i: HTMLImageElement) => (await fetch(i.src)).text());
  const before = await svg();
  if (shown === path(best)) await post(b, `/matches/${best}/moves`, { ply: 3, code: "b8c6" });
  else await post(a, `/matches/${other}/moves`, { ply: 0, code: "d2d4" });
  await expect.poll(svg).not.toBe(before);
  // Open a game from the list and go back, twice.
  for (let i = 0; i < 2; i++) {
    await page.locator(`a[href="${path(other)}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${path(other)}$`));
    await page.goBack();
    await expect(page).toHaveURL(/\/watch$/);
    await expect(link).toHaveCount(1);
  }
  // The game on the board ends, and the other game takes its place.
  const ends = shown === path(other) ? other : best;
  const stays = ends === best ? other : best;
  await post(a, `/matches/${ends}/acts`, { kind: "resign" });
  await expect(page.locator(`a[href="${path(ends)}"]`)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator(`a[href="${path(stays)}"]`)).toHaveCount(1);
  await expect(link).toHaveCount(1);
  await page.context().close();
  await two.end();
});

test("a rated game with hidden pieces is watched some seconds later", async ({ browser }) => {
  test.setTimeout(120_000);
  const two = await twoAccounts(browser, phone);
  const path = await challenge(two, { game: "jieqi", clock: "10+5", rated: true, fair: true });
  const [a, b] = two.pages;
  await Promise.all([ready(a), ready(b)]);
  const spectator = await browser.newContext(phone);
  const page = await spectator.newPage();
  await page.goto(path);
  await expect(page.locator(".note")).toHaveText(word("error.delayed"));
  await ready(page);
  await expect(page.getByText(word("online.spectator"))).toBeVisible();
  // The spectator also sees a later move.
  await click(a, "a3a4");
  await moves(a, 1);
  await moves(b, 1);
  await expect(page.locator(".moves li button")).toHaveCount(0);
  await moves(page, 1);
  await spectator.close();
  await two.end();
});
