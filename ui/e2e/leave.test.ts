// Tests the end of an online game, and waiting for a game.
import { expect } from "@playwright/test";
import { test } from "./test";
import { board, click, fromMenu, invited, moves, ready, status, word } from "./play";

test("what was prepared leaves the board when the game ends", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const start = await board(b);
  await click(b, "e7e5");
  await expect.poll(() => board(b)).not.toEqual(start);
  await fromMenu(a, word("online.abort"));
  await expect(status(b)).toHaveClass(/end/);
  await expect.poll(() => board(b)).toEqual(start);
  await moves(b, 0);
  await end();
});

test("who waits for a friend is not told to look for an opponent", async ({ browser }) => {
  const { a, end } = await invited(browser);
  await expect(a.getByText(word("online.waiting"))).toBeVisible();
  await expect(a.getByText(word("online.lobby.none"))).toBeHidden();
  await end();
});
