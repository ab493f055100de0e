// These tests play several games one after another on the same page: a new game and a rematch must
// start with an empty move list and the start position, compared cell by cell.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { choose } from "./journeys/choose";
import { fresh } from "./journeys/person";
import { startRules, stateAt, type Played } from "./journeys/rules";
import { board, click, fromMenu, kinds, long, moves, ready, resign, status, word } from "./play";

// The tests may run in parallel, because each has its own browser context.
test.describe.configure({ mode: "parallel" });

/** Returns a first move for the game; each n gives another move. */
function opening(kind: string, n: number): string {
  const { legal, cells } = stateAt(fresh(kind), wish);
  const quiet = legal.filter((m) => m.to >= 0 && !cells[m.to]);
  return quiet[Math.floor((quiet.length * (n + 0.5)) / 3)]?.code ?? "";
}

const wish = { view: "" as const, notation: "", lang: "vi" };

/**
 * Reads the current game from the page's storage. The test cannot compute this game itself, because
 * its deal is random.
 */
async function kept(page: Page): Promise<Played> {
  const saved = await page.evaluate(() => {
    const [id] = JSON.parse(localStorage.getItem("kydai.games") ?? "[]") as string[];
    return JSON.parse(localStorage.getItem(`kydai.game.${id}`) ?? "{}") as Played & { moves: string[] };
  });
  return { ...saved, codes: saved.moves };
}

test.beforeAll(startRules);

/** Reloads the page, and checks that the number of moves and the board are unchanged. */
async function sameAfterReload(page: Page, plies: number): Promise<void> {
  const before = await board(page);
  await page.reload();
  await ready(page);
  await moves(page, plies);
  expect(await board(page)).toEqual(before);
}

async function atStart(page: Page, start: string[]): Promise<void> {
  await expect(page.locator(".moves li.none")).toBeVisible();
  await expect.poll(() => board(page)).toEqual(start);
}

for (const device of ["desktop", "phone"] as const) {
  test.describe(device, () => {
    if (device === "phone") test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    // A tap on a small cell only selects it, so the test uses clicks, which work the same on
    // both devices.
    for (const [i, kind] of kinds.entries()) {
      // The phone tests half of the games against the engine and the other half with two players;
      // the desktop tests the opposite halves. The remaining combinations run only in the long
      // test.
      const odd = (i % 2 === 1) === (device === "phone");
      test(`${kind}: three games in a row against the machine`, long(!odd), async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ level: 1 })));
        await page.goto(`/play/${kind}`);
        await ready(page);
        const start = await board(page);
        await click(page, opening(kind, 0));
        await moves(page, 2);
        await fromMenu(page, word("play.new"));
        await atStart(page, start);
        await expect(status(page)).toHaveText(word("play.first.move"));
        await click(page, opening(kind, 1));
        await moves(page, 2);
        const seats = () => page.locator(".seat .who").allInnerTexts();
        const upper = async () => (await page.getByRole("gridcell").first().getAttribute("aria-label"))?.split(",")[0];
        const before = { seats: await seats(), upper: await upper() };
        await resign(page);
        const announced = page.locator(".app > .unseen[role=status]");
        await expect(announced).toContainText(word("end.resigned"));
        const again = () => page.locator(".actions").getByRole("button", { name: word("play.again") });
        await again().click();
        // In a rematch the engine moves first; the person stays at the bottom of the board.
        await moves(page, 1);
        await expect(status(page)).toContainText(word("play.yourturn"));
        await expect(announced).not.toContainText(word("end.resigned"));
        await expect(page.locator(".seat").last()).toHaveAttribute("data-side", "second");
        await expect(page.locator(".seat").last()).toContainText(word("seat.you"));
        await click(page, choose(await kept(page), { ...wish, view: "second" }));
        await moves(page, 3);
        await sameAfterReload(page, 3);
        await expect(page.locator(".seat").last()).toContainText(word("seat.you"));
        await resign(page);
        await again().click();
        await atStart(page, start);
        await expect(status(page)).toHaveText(word("play.first.move"));
        expect({ seats: await seats(), upper: await upper() }).toEqual(before);
        await click(page, opening(kind, 2));
        await moves(page, 2);
        await expect(status(page)).toContainText(word("play.yourturn"));
        await sameAfterReload(page, 2);
      });

      test(`${kind}: three games in a row on one device`, long(odd), async ({ page }) => {
        await page.goto(`/hotseat/${kind}`);
        await ready(page);
        const start = await board(page);
        for (let n = 0; n < 3; n++) {
          await atStart(page, start);
          await click(page, opening(kind, n));
          await moves(page, 1);
          await click(page, choose(await kept(page), wish));
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

test("a finished game is there again after Back and Forward", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ level: 1 })));
  await page.goto("/rules");
  await page.locator(".tabs a").first().click();
  await ready(page);
  await click(page, "h2e2");
  await moves(page, 2);
  await resign(page);
  const [result, texts] = [await status(page).innerText(), await page.locator(".moves li button").allTextContents()];
  const there = async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/rules$/);
    await page.goForward();
    await ready(page);
  };
  await there();
  await expect(status(page)).toHaveClass(/end/);
  expect(await status(page).innerText()).toBe(result);
  await expect(page.locator(".moves li button")).toHaveText(texts);
  // The next game replaces the finished one.
  await page
    .locator(".actions")
    .getByRole("button", { name: word("play.again") })
    .click();
  await moves(page, 1);
  await there();
  await expect(status(page)).not.toHaveClass(/end/);
});
