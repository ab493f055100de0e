// A whole game of each kind by the keyboard alone: Tab to the board, arrows
// and Enter to play, and words that tell how it ended.
import { expect, test, type Page } from "@playwright/test";
import { keys, moves, ready, status, wholeGames, shelved } from "./play";

/** Presses Tab until the keyboard is on the board. */
async function tabToBoard(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.getAttribute("role"))) === "gridcell") return;
  }
  throw new Error("Tab does not lead to the board");
}

for (const { kind, codes, end, seed } of wholeGames) {
  test(`a game of ${kind} by the keyboard alone`, async ({ page }) => {
    if (seed !== undefined) await shelved(page, { kind, seed });
    await page.goto(`/hotseat/${kind}`);
    await ready(page);
    await tabToBoard(page);
    for (const [i, code] of codes.entries()) {
      await keys(page, code);
      await moves(page, i + 1);
    }
    await expect(status(page)).toHaveText(end);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}
