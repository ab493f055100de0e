// This test checks that both players of an online game can open its analysis after the game.
import { expect } from "@playwright/test";
import { test } from "./test";
import { board, click, invited, long, moves, ready, resign, wholeGames, word } from "./play";

for (const [i, { kind, codes: whole }] of wholeGames.entries()) {
  const codes = whole.slice(0, 3);
  test(`${kind}: both players analyse the game that one has given up`, long(i % 2 === 0), async ({ browser }) => {
    const { a, b, end } = await invited(browser, kind);
    await b.getByRole("button", { name: word("online.accept") }).click();
    await Promise.all([ready(a), ready(b)]);
    for (const [i, code] of codes.entries()) {
      await click(i % 2 === 0 ? a : b, code);
      await Promise.all([moves(a, i + 1), moves(b, i + 1)]);
    }
    await resign(b);
    for (const page of [a, b]) {
      await expect(page.locator(".status.end")).toBeVisible();
      const texts = await page.locator(".moves li button").allTextContents();
      const shown = (await board(page)).toSorted();
      // The link is beside the rematch button, as after a local game.
      await page
        .locator(".act .more")
        .getByRole("link", { name: word("play.analyse") })
        .click();
      await expect(page).toHaveURL(new RegExp(`/analysis/${kind}`));
      // The engine shows a line of play, and the controls of the match are gone. The user can step
      // through the moves.
      await expect(page.locator(".lines li").first()).toBeVisible();
      await ready(page);
      // The review adds its marks to the moves.
      await expect(page.locator(".moves li button")).toHaveText(
        texts.map((text) => new RegExp(`^${text.replace(/[.+()*]/g, "\\$&")}[?!✗]*$`)),
      );
      expect((await board(page)).toSorted()).toEqual(shown);
      await page.getByRole("button", { name: word("play.prev"), exact: true }).click();
      await expect(page.locator(".status.past")).toBeVisible();
    }
    await end();
  });
}
