// A series of two games: the rematch continues it with the sides swapped, and the score is shown.
import { devices, expect, test, type Page } from "@playwright/test";
import { click, fromMenu, moves, ready, word } from "./play";

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

async function resigns(page: Page): Promise<void> {
  await fromMenu(page, word("play.resign"));
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: word("play.yes") })
    .click();
}

const line = (n: number) => word("series.game").replace("{n}", String(n)).replace("{games}", "2");

test("two players play a series of two games", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(phone), browser.newContext(phone)]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("radio", { name: word("game.chess"), exact: true }).check({ force: true });
  await a.locator("input[type=radio][value=first]").check({ force: true });
  await a
    .getByRole("group", { name: word("series.games") })
    .getByRole("radio", { name: "2", exact: true })
    .check({ force: true });
  await a.getByRole("button", { name: word("online.friend") }).click();
  await b.goto(await a.getByLabel(word("online.link")).inputValue());
  await expect(b.getByText(word("online.series").replace("{n}", "2"))).toBeVisible();
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const score = (p: Page) => p.locator(".series");
  await expect(score(a)).toHaveText(`${line(1)} 0 : 0`);
  const first = a.url();

  // The first game: the one who invited wins with white.
  await click(a, "e2e4");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  await resigns(b);
  await expect(score(a)).toHaveText(`${line(1)} 1 : 0`);
  await expect(score(b)).toHaveText(`${line(1)} 0 : 1`);
  const shown = await score(a).boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 999)).toBeLessThanOrEqual(844);

  // The second one is the rematch: the other player begins.
  await b
    .locator(".actions")
    .getByRole("button", { name: word("online.rematch") })
    .click();
  await a.getByRole("button", { name: word("online.accept") }).click();
  await expect(a).not.toHaveURL(first);
  await Promise.all([ready(a), ready(b)]);
  await expect(score(a)).toHaveText(`${line(2)} 1 : 0`);
  await expect(score(b)).toHaveText(`${line(2)} 0 : 1`);
  await click(b, "e2e4");
  await moves(a, 1);
  await click(a, "e7e5");
  await moves(b, 2);
  await resigns(a);
  const over = word("series.over").replace("{games}", "2");
  await expect(score(a)).toHaveText(`${over} 1 : 1`);
  await expect(score(b)).toHaveText(`${over} 1 : 1`);
  await Promise.all([one.close(), two.close()]);
});
