// These tests check arrows and circles on the board of a study, and that a study does not change
// the played game from which it was made.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { sound } from "./axe";
import { cell, click, moves, ready, resign, word } from "./play";

const arrows = (page: Page) => page.locator(".kb-over path.kb-head");
const rings = (page: Page) => page.locator(".kb-over circle.kb-arrow");

const button = (page: Page, key: string) =>
  page.locator(".notes").getByRole("button", { name: word(key), exact: true });

/** The tree of the only study that the device stores. */
const stored = (page: Page) =>
  page.evaluate(() => {
    const all = Object.keys(localStorage)
      .filter((k) => k.startsWith("kydai.game."))
      .map((k) => JSON.parse(localStorage.getItem(k) ?? "{}") as { study?: boolean; tree?: unknown; moves: string[] });
    return all.map((s) => ({ study: s.study === true, tree: s.tree, moves: s.moves }));
  });

async function drag(page: Page, from: string, to: string, button: "left" | "right" = "left"): Promise<void> {
  const [a, b] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
  if (!a || !b) throw new Error("no cell");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down({ button });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up({ button });
}

test("what the mouse draws is kept with its move", async ({ page }) => {
  await page.goto("/analysis/chess?moves=e2e4%20e7e5&engine=off");
  await ready(page);
  await moves(page, 2);
  await drag(page, "g1", "f3", "right");
  await expect(arrows(page)).toHaveCount(1);
  await drag(page, "d4", "d4", "right");
  await expect(rings(page)).toHaveCount(1);
  await moves(page, 2);
  await page.locator(".moves").getByRole("button", { name: "e4", exact: true }).click();
  await expect(arrows(page)).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(arrows(page)).toHaveCount(1);
  await expect(rings(page)).toHaveCount(1);
  const [study] = await stored(page);
  expect(study?.tree).toMatchObject({
    moves: [{ code: "e2e4" }, { code: "e7e5", comments: ["[%csl Gd4] [%cal Gg1f3]"] }],
  });
  // Drawing the same arrow again removes it.
  await drag(page, "g1", "f3", "right");
  await expect(arrows(page)).toHaveCount(0);
});

test("fingers and keys draw while the switch is on, and play when it is off", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
    locale: "vi-VN",
  });
  const page = await context.newPage();
  await page.goto("/analysis/xiangqi?engine=off");
  await ready(page);
  await page.locator(".notes summary").click();
  await button(page, "draw.on").click();
  await button(page, "draw.colour.warn").click();
  await cell(page, "h3").tap({ force: true });
  await expect(rings(page)).toHaveCount(1);
  const [a, b] = [await cell(page, "b3").boundingBox(), await cell(page, "e3").boundingBox()];
  if (!a || !b) throw new Error("no cell");
  // Send touch events as a finger on the screen would.
  const finger = await context.newCDPSession(page);
  const at = (r: typeof a) => [{ x: r.x + r.width / 2, y: r.y + r.height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(a) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(b) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(arrows(page)).toHaveCount(1);
  // Draw with the keyboard: from the cell that the Tab key reaches to the adjacent cell.
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(arrows(page)).toHaveCount(2);
  await expect(page.locator(".moves li button")).toHaveCount(0);
  expect((await stored(page))[0]?.tree).toMatchObject({ comments: ["[%csl Rh3] [%cal Rb3e3,Re0e1]"] });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await button(page, "draw.clear").click();
  await expect(arrows(page)).toHaveCount(0);
  await button(page, "draw.on").click();
  await click(page, "h2e2");
  await moves(page, 1);
  await sound(page);
  await context.close();
});

test("a study of a played game changes nothing in the game", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  for (const [i, code] of ["e2e4", "e7e5", "g1f3"].entries()) {
    await click(page, code);
    await moves(page, i + 1);
  }
  await resign(page);
  const before = await stored(page);
  const played = await page.evaluate(() => Object.entries(localStorage).find(([k]) => k.startsWith("kydai.game.")));
  await page.getByRole("button", { name: word("play.review"), exact: true }).click();
  await moves(page, 3);
  await page.locator(".moves").getByRole("button", { name: "e4", exact: true }).click();
  await click(page, "c7c5");
  await moves(page, 4);
  await page.locator(".notes summary").click();
  await button(page, "notes.promote").click();
  await expect(page.locator(".moves li:not(.aside) button")).toHaveText(["e4", "c5"]);
  await button(page, "notes.delete").click();
  await expect(page.locator(".moves li:not(.aside) button")).toHaveText(["e4", "e5", "Nf3"]);
  expect(await page.evaluate((k) => localStorage.getItem(k), played?.[0] ?? "")).toBe(played?.[1]);
  expect(before.map((s) => s.moves)).toEqual([["e2e4", "e7e5", "g1f3"]]);
});
