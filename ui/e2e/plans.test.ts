// Tests conditional moves in a correspondence game: they are entered on the board, listed, deleted,
// and played while the player is offline.
import { devices, expect } from "@playwright/test";
import { test } from "./test";
import { challenge, twoAccounts } from "./accounts";
import { sound } from "./axe";
import { click, moves, ready, word } from "./play";

const button = (key: string) => ({ name: word(key), exact: true });
const line = (theirs: string, mine: string) => word("plan.line").replace("{theirs}", theirs).replace("{mine}", mine);

test("a line is made on the board and played for who is away", async ({ browser }) => {
  const two = await twoAccounts(browser, { ...devices["Pixel 7"], serviceWorkers: "block" });
  const [a, b] = two.pages;
  const path = await challenge(two, { game: "caro", clock: "3d/move" });
  await ready(a);
  await ready(b);
  const plans = a.locator(".plans");
  await expect(plans).toHaveCount(0); // it is this player's turn, so no lines can be stored
  await click(a, "h8");
  await moves(a, 1);

  // A line consists of the opponent's move and the reply to it; without the reply it cannot be
  // saved.
  await a.getByRole("button", button("plan.open")).click();
  const save = a.getByRole("button", button("plan.save"));
  await expect(plans.getByRole("status")).toHaveText(word("plan.theirs"));
  await expect(save).toBeDisabled();
  await click(a, "i9");
  await moves(a, 2);
  await expect(plans.getByRole("status")).toHaveText(word("plan.mine"));
  await expect(save).toBeDisabled();
  await click(a, "g7");
  await moves(a, 3);
  await a.getByRole("button", button("plan.undo")).click();
  await moves(a, 2);
  await click(a, "g9");
  await moves(a, 3);
  await expect(plans.getByRole("status")).toHaveText(word("plan.more"));
  await sound(a);
  await save.click();
  await expect(plans.locator("li span")).toHaveText([line("i9", "g9")]);
  // The board shows the game again, and the opponent sees nothing of the line.
  await moves(a, 1);
  await moves(b, 1);
  await expect(b.locator(".plans")).toHaveCount(0);

  // A second reply to the same move is refused; a line for another move can be entered by
  // typing.
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await a.locator(".command input").fill(text);
      await a.locator(".command button").click();
      await expect(a.locator(".command input")).toHaveValue("");
    }
  };
  await a.getByRole("button", button("plan.open")).click();
  await type("i9", "a1");
  await save.click();
  await expect(a.locator(".note")).toHaveText(word("error.two-plans"));
  await a.getByRole("button", button("plan.close")).click();
  await moves(a, 1);
  await a.getByRole("button", button("plan.open")).click();
  await type("j10", "g7");
  await save.click();
  await expect(plans.locator("li")).toHaveCount(2);
  await a.reload();
  await expect(plans.locator("li span")).toHaveText([line("i9", "g9"), line("j10", "g7")]);
  await plans.getByRole("button", { name: word("plan.drop").replace("{line}", line("j10", "g7")) }).click();
  await expect(plans.locator("li")).toHaveCount(1);

  // The player is offline: the opponent moves, and the server plays the stored reply.
  await a.goto("about:blank");
  await click(b, "i9");
  await moves(b, 3);
  await a.goto(path);
  await ready(a);
  await moves(a, 3);
  await expect(plans.getByRole("button", button("plan.open"))).toBeVisible();
  await expect(plans.locator("li")).toHaveCount(0);

  // If the opponent moves while the player enters a line, the board returns to the game.
  await a.getByRole("button", button("plan.open")).click();
  await click(a, "a1");
  await moves(a, 4);
  await click(b, "b2");
  await expect(a.locator(".note")).toHaveText(word("plan.moved"));
  await moves(a, 4);
  await expect(plans).toHaveCount(0);
  await click(a, "g7");
  await moves(b, 5);
  await two.end();
});

test("a game with hidden pieces or by the clock has no lines", async ({ browser }) => {
  const two = await twoAccounts(browser, { ...devices["Pixel 7"], serviceWorkers: "block" });
  for (const terms of [
    { game: "jieqi", clock: "3d/move", options: {} },
    { game: "caro", clock: "10+5" },
  ]) {
    await challenge(two, terms);
    await ready(two.pages[1]);
    await expect(two.pages[1].locator(".actions")).toBeVisible();
    await two.pages[1].waitForTimeout(1500); // longer than the list needs to appear in games with lines
    await expect(two.pages[1].locator(".plans")).toHaveCount(0);
  }
  await two.end();
});
