// One game after another on the same page: a new game and a rematch start with an empty move list and the start
// position, cell by cell.
import { expect, test, type Page } from "@playwright/test";
import { board, click, fromMenu, moves, ready, resign, status, word } from "./play";

// Each test has its own browser context.
test.describe.configure({ mode: "parallel" });

// First moves that differ from game to game, and the second side's answers in two-player games. For jieqi only
// moves after which no revealed piece can give check.
const openings: Record<string, [string, string][]> = {
  chess: [
    ["e2e4", "e7e5"],
    ["d2d4", "d7d5"],
    ["c2c4", "g8f6"],
  ],
  xiangqi: [
    ["h2e2", "h9g7"],
    ["b0c2", "c6c5"],
    ["c3c4", "b7e7"],
  ],
  jieqi: [
    ["a3a4", "b7b5"],
    ["c3c4", "i6i5"],
    ["b2b4", "a6a5"],
  ],
  caro: [
    ["h8", "a1"],
    ["c3", "k8"],
    ["g7", "b2"],
  ],
};

/** Checks that the board equals the saved game, which the reloaded page reads. */
async function sameAfterReload(page: Page, plies: number): Promise<void> {
  const before = await board(page);
  await page.reload();
  await ready(page);
  await moves(page, plies);
  expect(await board(page)).toEqual(before);
}

async function fresh(page: Page, start: string[]): Promise<void> {
  await expect(page.locator(".moves li.none")).toBeVisible();
  await expect.poll(() => board(page)).toEqual(start);
}

for (const device of ["desktop", "phone"] as const) {
  test.describe(device, () => {
    if (device === "phone") test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    // A tap on a small cell only selects it; clicks work the same on both devices.
    for (const [kind, games] of Object.entries(openings)) {
      test(`${kind}: three games in a row against the machine`, async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ level: 1 })));
        await page.goto(`/play/${kind}`);
        await ready(page);
        const start = await board(page);
        const [first, second, third] = games.map(([code]) => code) as [string, string, string];
        await click(page, first);
        await moves(page, 2);
        await fromMenu(page, word("play.new"));
        await fresh(page, start);
        await click(page, second);
        await moves(page, 2);
        await resign(page);
        await page
          .locator(".actions")
          .getByRole("button", { name: word("play.again") })
          .click();
        await fresh(page, start);
        await expect(status(page)).toHaveText(word("play.first.move"));
        await click(page, third);
        await moves(page, 2);
        await expect(status(page)).toContainText(word("play.yourturn"));
        await sameAfterReload(page, 2);
      });

      test(`${kind}: three games in a row on one device`, async ({ page }) => {
        await page.goto(`/hotseat/${kind}`);
        await ready(page);
        const start = await board(page);
        for (const [n, [one, two]] of games.entries()) {
          await fresh(page, start);
          await click(page, one);
          await moves(page, 1);
          await click(page, two);
          await moves(page, 2);
          expect(await board(page)).not.toEqual(start);
          if (n === 0) await fromMenu(page, word("play.new"));
          if (n === 1) {
            await resign(page);
            await page
              .locator(".actions")
              .getByRole("button", { name: word("play.again") })
              .click();
          }
        }
        await sameAfterReload(page, 2);
      });
    }
  });
}

test("the keyboard stays at the table when a new game begins", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 1);
  await fromMenu(page, word("play.new"));
  await expect(page.locator(".moves li.none")).toBeVisible();
  await expect(page.locator(".table :focus")).toBeVisible();
});
