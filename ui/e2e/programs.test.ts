// Tests an external engine program, configured by the operator, as an opponent on a separate
// server.
import { expect, test } from "@playwright/test";
import { existsSync } from "node:fs";
import { click, moves, ready, word } from "./play";
import { firstStart } from "./server";
import { tick } from "./tick";

const stockfish = ["/usr/games/stockfish", "/usr/bin/stockfish"].find((f) => existsSync(f));

test("a program of the server is chosen by its name, answers and is met again", async ({ browser }) => {
  test.skip(!stockfish, "stockfish is not installed");
  test.setTimeout(180_000);
  const server = await firstStart(["--unlimited", "--engine", `fish=uci:${stockfish}?nodes=2000`]);
  try {
    const context = await browser.newContext({ baseURL: server.origin, locale: "vi-VN" });
    const page = await context.newPage();
    const program = page.locator('input[name="opponent"][value="engine"]');
    // The server is already running while it requests the list of games from the program, so retry.
    await expect(async () => {
      await page.goto("/play?kind=chess");
      await expect(program).toHaveCount(1, { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await tick(program);
    await expect(page.locator('input[name="program"][value="fish"]')).toBeChecked();
    await expect(page.getByText(word("play.program"), { exact: true })).toBeVisible();
    // The program is not offered for caro, because it does not support this game.
    await tick(page.locator('input[name="kind"][value="caro"]'));
    await expect(program).toHaveCount(0);
    await expect(page.locator('input[name="opponent"][value="machine"]')).toBeChecked();
    await tick(page.locator('input[name="kind"][value="chess"]'));
    await tick(program);
    await page.getByRole("button", { name: word("play.start"), exact: true }).click();
    await page.waitForURL(/\/g\//);
    await ready(page);
    await expect(page.locator(".seat b", { hasText: "fish" })).toBeVisible();
    await click(page, "e2e4");
    await moves(page, 2);
    await page.reload();
    await moves(page, 2);
    await click(page, "d2d4");
    await moves(page, 4);
    // Play again with the other side: the program moves first.
    await page.goto("/play?kind=chess");
    await tick(program);
    await tick(page.locator('input[name="side"][value="second"]'));
    await page.getByRole("button", { name: word("play.start"), exact: true }).click();
    await page.waitForURL(/\/g\//);
    await moves(page, 1);
    await context.close();
  } finally {
    await server.end();
  }
});

test("without programs there is nothing to choose", async ({ page }) => {
  await page.goto("/play?kind=chess");
  await expect(page.locator('input[name="opponent"][value="machine"]')).toBeChecked();
  await expect(page.locator('input[name="opponent"][value="engine"]')).toHaveCount(0);
});
