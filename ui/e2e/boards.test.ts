// These tests check that every game has three boards with true previews, and that the device stores
// the choice.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { kinds, ready, word } from "./play";
import { tick } from "./tick";

const ground = (page: Page, at: string) =>
  page
    .locator(at)
    .first()
    .evaluate((el) =>
      ["--wood-b", "--sq-dark", "--sheet-paper"].map((name) => getComputedStyle(el).getPropertyValue(name)).join(" "),
    );

for (const kind of kinds) {
  test(`${kind}: a board is chosen by its picture and stays`, async ({ page }) => {
    await page.goto("/settings");
    const game = page.getByRole("group", { name: word(`game.${kind}`), exact: true });
    const boards = game.getByRole("group", { name: word("settings.board"), exact: true });
    await expect(boards.getByRole("radio")).toHaveCount(3);
    // Each preview must contain the empty board and pieces of the real sprite, and look different
    // from the others.
    const pictures = boards.locator("svg.small");
    await expect(pictures).toHaveCount(3);
    for (const use of await pictures.first().locator("use").all()) {
      const id = (await use.getAttribute("href")) ?? "";
      await expect(page.locator(`svg[data-sprite] ${id}`)).toHaveCount(1);
    }
    const names = await pictures.evaluateAll((all) => all.map((el) => el.getAttribute("data-board") ?? ""));
    const seen = await Promise.all(names.map((n) => ground(page, `svg.small[data-game=${kind}][data-board=${n}]`)));
    expect(new Set(seen).size).toBe(3);
    await tick(boards.getByRole("radio").nth(1));
    await page.goto(`/hotseat/${kind}`);
    await ready(page);
    await expect(page.locator(".kb")).toHaveAttribute("data-board", names[1] ?? "");
    expect(await ground(page, ".kb")).toBe(seen[1]);
  });
}
