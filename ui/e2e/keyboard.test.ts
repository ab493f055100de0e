// Plays a whole game of each kind with the keyboard alone: Tab to the board, arrows and Enter to
// move. A text says how the game ended.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, keys, long, moves, ready, status, wholeGames, shelved } from "./play";
import { tick } from "./tick";

/** Presses Tab until the keyboard focus is on the board. */
async function tabToBoard(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.getAttribute("role"))) === "gridcell") return;
  }
  throw new Error("Tab does not lead to the board");
}

for (const [i, { kind, codes, end, seed }] of wholeGames.entries()) {
  test(`a game of ${kind} by the keyboard alone`, long(i % 2 > 0), async ({ page }) => {
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

test("where moves are confirmed, those by key and by text are asked about too", async ({ page }) => {
  await page.goto("/settings");
  await tick(page.getByRole("switch", { name: "Xác nhận trước khi đi" }));
  await page.goto("/hotseat/chess");
  await ready(page);
  await keys(page, "e2e4");
  await expect(page.locator('.kb [role="status"]')).toHaveText(/^e4.*bấm lần nữa để đi/);
  await moves(page, 0);
  await page.keyboard.press("Enter");
  await moves(page, 1);
  const field = page.getByRole("textbox", { name: "Gõ nước đi", exact: true });
  await field.fill("e5");
  await field.press("Enter");
  await expect(page.getByText("e5: bấm lần nữa để đi").first()).toBeVisible();
  await moves(page, 1);
  // A changed text in the field is another move, so it must be confirmed again.
  await field.fill("c5");
  await field.press("Enter");
  await moves(page, 1);
  await field.press("Enter");
  await moves(page, 2);
  await expect(page.locator(".moves")).toContainText("c5");
});

test("after Escape from a dialog one thing has the ring of the focus", async ({ page }) => {
  await page.goto("/play/chess");
  await ready(page);
  const name = page.locator("button.who");
  await name.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  const ringed = await page.evaluate(() => {
    const ring = getComputedStyle(document.activeElement!).outline;
    return Array.from(document.querySelectorAll("*"), (e) => getComputedStyle(e).outline).filter((o) => o === ring);
  });
  expect(ringed).toHaveLength(1);
});

test("undo and redo have the keys of other programs, and Escape opens the menu, where music is switched", async ({
  page,
}) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await keys(page, "e2e4");
  await moves(page, 1);
  await keys(page, "e7e5");
  await moves(page, 2);
  await page.keyboard.press("Control+z");
  await moves(page, 1);
  await page.keyboard.press("Control+y");
  await moves(page, 2);
  await page.keyboard.press("Backspace");
  await moves(page, 1);
  const menu = page.getByRole("dialog");
  // The first Escape deselects the piece, the second opens the menu, the third closes it.
  await cell(page, "g8").click({ force: true });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(menu).toBeVisible();
  await tick(menu.getByRole("switch", { name: "Nhạc nền" }));
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("kydai.settings") ?? "{}").music)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});
