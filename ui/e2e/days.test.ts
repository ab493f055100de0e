// These tests play a correspondence game: the player chooses it in the form, and every page
// announces when it is the player's turn.
import { devices, expect } from "@playwright/test";
import { test } from "./test";
import { challenge, twoAccounts } from "./accounts";
import { click, moves, ready, word } from "./play";
import { tick } from "./tick";

test("a game over days says on every page whose turn it is", async ({ browser }) => {
  const phone = { ...devices["Pixel 7"] };
  const [one, two] = await Promise.all([browser.newContext(phone), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await tick(a.getByRole("radio", { name: word("game.caro"), exact: true }));
  await tick(a.locator("input[type=radio][value=first]"));
  await tick(a.getByRole("radio", { name: word("play.clock.days").replace("{n}", "3") }));
  await a.getByRole("button", { name: word("online.friend") }).click();
  await b.goto(await a.getByLabel(word("online.link")).inputValue());
  await b.getByRole("button", { name: word("online.accept") }).click();
  await ready(a);
  await ready(b);
  const clock = a.locator(".clock").first();
  await expect(clock).toHaveText(word("time.days").replace("{n}", "3"));
  expect(await clock.textContent(), "its words stay together").not.toContain(" ");
  await b.goto("/learn");
  await expect(b.locator(".tabs .count")).toHaveCount(0);
  await click(a, "h8");
  await expect(a.locator(".moves li")).not.toHaveCount(0);

  // The second player opens another page. It shows that a game waits for a move, and its links lead
  // back to the game.
  await b.goto("/rules/caro");
  await expect(b.locator(".tabs .count")).toHaveText("1");
  await expect(b).toHaveTitle(/^\(1\) /);
  await b.locator('.tabs a[href="/online"]').click();
  await b.locator(".turns a").click();
  await ready(b);
  await expect(b.locator(".tabs .count")).toHaveCount(0);
  await click(b, "i9");
  await b.goto("/");
  await expect(b).toHaveTitle(/^[^(]/);
  await Promise.all([one.close(), two.close()]);
});

test("a player who was away is reminded when little time is left", async ({ browser }) => {
  const two = await twoAccounts(browser, { ...devices["Pixel 7"], serviceWorkers: "block" });
  const [a, b] = two.pages;
  const path = await challenge(two, { game: "caro", clock: "3d/move" });
  await ready(a);
  await ready(b);
  // The second player is offline when the first one moves.
  await b.goto("about:blank");
  await click(a, "h8");
  await moves(a, 1);
  // The test cannot wait three days, so it changes the deadline in the server's answer: at first 72
  // hours are left, later five.
  let left = 72;
  await b.route("**/api/me/turns", async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { deadline: number; soon?: boolean }[];
    for (const x of list) x.deadline -= (72 - left) * 3_600_000;
    if (left <= 18) for (const x of list) x.soon = true;
    await route.fulfill({ response: answer, json: list });
  });
  const reminder = b.locator(".summons a");
  await b.goto("/rules/caro");
  await expect(b.locator(".tabs .count")).toHaveText("1");
  await expect(reminder).toHaveCount(0);
  left = 5;
  for (const page of ["/rules/caro", "/"]) {
    await b.goto(page);
    await expect(reminder).toContainText(word("play.yourturn"));
    await expect(reminder).toContainText(/4:59:\d\d/);
  }
  await reminder.click();
  await expect(b).toHaveURL(new RegExp(`${path}$`));
  await ready(b);
  await expect(reminder).toHaveCount(0);
  await click(b, "i9");
  await moves(b, 2);
  // After the player's move there is no reminder.
  await b.goto("/learn");
  await expect(b.locator("h1")).toBeVisible();
  await b.waitForResponse("**/api/me/turns");
  await expect(b.locator(".tabs .count")).toHaveCount(0);
  await expect(reminder).toHaveCount(0);
  await two.end();
});
