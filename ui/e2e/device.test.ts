// These tests check games on this device: a game in two tabs at once, takebacks after the end of a
// game, and the list of games.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { click, moves, ready, resign, reshelved, word } from "./play";

/** The moves of each game stored on the device. */
const stored = (page: Page) =>
  page.evaluate(() => {
    const games = Object.keys(localStorage).filter((k) => k.startsWith("kydai.game."));
    return games.map((k) => (JSON.parse(localStorage.getItem(k) ?? "{}") as { moves: string[] }).moves);
  });

const list = async (page: Page) => (await page.locator(".moves ol").innerText()).replace(/\s+/g, " ").trim();

test("a game against the engine in two tabs: each tab shows what the other played", async ({ page, context }) => {
  await page.goto("/play/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
  const other = await context.newPage();
  await other.goto("/play/chess");
  await moves(other, 2);
  await click(other, "d2d4");
  await moves(other, 4);
  await moves(page, 4);
  await click(page, "a2a3");
  await moves(page, 6);
  await moves(other, 6);
  const shown = await list(page);
  expect(await list(other)).toBe(shown);
  const [game = [], ...more] = await stored(page);
  expect(more).toEqual([]);
  expect([game[0], game[2], game[4]]).toEqual(["e2e4", "d2d4", "a2a3"]);
  expect(await stored(other)).toEqual([game]);
  for (const p of [page, other]) {
    await p.reload();
    await moves(p, 6);
    expect(await list(p)).toBe(shown);
  }
  // The other tab also shows a takeback and the end of the game.
  await other.getByRole("button", { name: word("play.undo"), exact: true }).click();
  await moves(other, 4);
  await moves(page, 4);
  await resign(page);
  await expect(other.locator(".status.end")).toBeVisible();
});

test("the engine answers in another tab if the tab of the move was closed", async ({ page, context }) => {
  await reshelved(page, {
    kind: "chess",
    moves: ["e2e4", "e7e5"],
    seats: { first: { kind: "human" }, second: { kind: "machine", level: 1 } },
  });
  await page.goto("/game/shelved");
  await moves(page, 2);
  const other = await context.newPage();
  await other.goto("/rules");
  // Store a game in the state that a tab leaves if the user closes the tab during an engine search.
  await other.evaluate(() => {
    const s = JSON.parse(localStorage.getItem("kydai.game.shelved") ?? "{}") as { moves: string[]; updated: number };
    localStorage.setItem("kydai.game.shelved", JSON.stringify({ ...s, moves: [...s.moves, "g1f3"], updated: 5 }));
  });
  await other.close();
  await expect(page.locator(".seat .thinking")).toBeVisible();
  await moves(page, 4);
});

test("the rating of a game whose end is taken back is restored", async ({ page }) => {
  await reshelved(page, {
    kind: "chess",
    moves: ["e2e4", "e7e5", "g1f3", "b8c6"],
    seats: { first: { kind: "human" }, second: { kind: "machine", level: 1 } },
  });
  await page.goto("/game/shelved");
  await moves(page, 4);
  await resign(page);
  await expect(page.locator(".after .change")).toContainText("1500 →");
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("kydai.rating.chess") ?? "{}") as unknown);
  expect(await kept()).toMatchObject({ games: 1 });
  await page.getByRole("button", { name: word("play.undo"), exact: true }).click();
  await moves(page, 2);
  await expect.poll(kept).toMatchObject({ games: 0, mean: 1500, points: [] });
  // A game with a takeback does not count for the rating, so the second resignation does not change
  // the rating.
  await resign(page);
  await expect(page.getByText(word("rank.device.helped"))).toBeVisible();
  expect(await kept()).toMatchObject({ games: 0, mean: 1500 });
});

test("a reviewed game is listed once, and deleted with its study", async ({ page }) => {
  await reshelved(page, {
    kind: "chess",
    moves: ["e2e4", "e7e5", "g1f3", "b8c6"],
    seats: { first: { kind: "human" }, second: { kind: "machine", level: 3 } },
    ended: { why: "resignation", winner: "second" },
  });
  await page.goto("/game/shelved");
  await page.getByRole("button", { name: word("play.review"), exact: true }).click();
  await expect(page.locator(".players tbody tr")).toHaveCount(2);
  await moves(page, 4);
  // Adding a comment stores the analysis as a study, so the device stores two entries: the game and
  // the study.
  await page.locator(".notes summary").click();
  await page.locator(".notes textarea").last().fill("so so");
  await page.locator(".notes textarea").last().blur();
  await expect.poll(async () => (await stored(page)).length).toBe(2);
  await page.goto("/games");
  const rows = page.locator("ul.list > li");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link").first()).toHaveAttribute("href", "/game/shelved");
  // The entry of the game in the list opens the study.
  await rows.getByRole("link", { name: word("analysis.title") }).click();
  await expect(page.locator(".moves")).toContainText("so so");
  await page.goto("/games");
  await rows.getByRole("button").click();
  expect(await stored(page)).toEqual([]);
  await rows.getByRole("button", { name: word("games.restore") }).click();
  expect(await stored(page)).toHaveLength(2);
  await rows.getByRole("button").click();
  await page.reload();
  await expect(rows).toHaveCount(0);
});
