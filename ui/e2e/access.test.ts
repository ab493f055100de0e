// These tests play a whole game of each kind through the accessibility tree alone: cells are found
// by role and name and pressed by a click without a pointer, as TalkBack sends it; a status
// announces the end of the game. They also check the settings for more contrast and for signs
// instead of colours.
import { expect } from "@playwright/test";
import { test } from "./test";
import { sound } from "./axe";
import { moves, ready, shelved, squares, wholeGames, word } from "./play";
import { tick } from "./tick";

for (const { kind, codes, end, seed } of wholeGames) {
  test(`a game of ${kind} through the accessibility tree`, async ({ page }) => {
    test.slow();
    if (seed !== undefined) await shelved(page, { kind, seed });
    await page.goto(`/hotseat/${kind}`);
    await expect(page.getByRole("grid", { name: word("board.label") })).toBeVisible();
    for (const [i, code] of codes.entries()) {
      for (const sq of squares(code))
        await page.getByRole("gridcell", { name: new RegExp(`^${sq},`) }).dispatchEvent("click");
      // A capture may end on the square where the last move ended, so wait for the number of moves
      // too.
      await moves(page, i + 1);
      const to = squares(code).at(-1) ?? "";
      // The accessible name of the cell says that the last move ended there, also at the end of the
      // game.
      await expect(page.getByRole("gridcell", { name: new RegExp(`^${to},.*${word("board.last")}`) })).toHaveCount(1);
    }
    await expect(page.getByRole("status").filter({ hasText: end })).toHaveCount(1);
  });
}

test("the first Tab leads to the board", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toHaveAttribute("role", "gridcell");
});

test("more contrast by the system's wish or by the setting, and signs instead of colours", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await page.goto("/hotseat/xiangqi");
  await ready(page);
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
  await sound(page);
  await page.emulateMedia({ contrast: "no-preference" });
  await expect(page.locator("html")).not.toHaveAttribute("data-contrast", "more");
  await page.goto("/settings");
  await tick(
    page
      .getByRole("group", { name: word("settings.contrast") })
      .getByRole("radio", { name: word("settings.contrast.more") }),
  );
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
  await sound(page);
  await page.getByRole("switch", { name: word("settings.marks") }).check();
  await page.goto("/hotseat/jieqi");
  await ready(page);
  const signs = await page
    .locator(".kb-piece[data-side]")
    .evaluateAll((all) =>
      all.map((el) => [(el as HTMLElement).dataset.side, getComputedStyle(el, "::after").content !== "none"].join(" ")),
    );
  expect(signs.filter((s) => s === "first false")).toHaveLength(16);
  expect(signs.filter((s) => s === "second true")).toHaveLength(16);
});
