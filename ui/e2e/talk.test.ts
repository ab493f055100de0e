// Tests the chat between two players.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { challenge, twoAccounts } from "./accounts";
import { fromMenu, invited, ready, word } from "./play";

// A service worker would answer the requests that a test delays, so service workers are blocked.
test.use({ serviceWorkers: "block" });

const open = (p: Page) =>
  p
    .locator(".actions")
    .getByRole("button", { name: word("talk.say"), exact: true })
    .click();
const sheet = (p: Page) => p.getByRole("dialog", { name: word("talk.title") });

// The code of the chat is loaded some time after the board. If a player opens the chat earlier, the
// code must be loaded at once.
test("the button to talk works before its code has come, and after it was refused", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await ready(a);
  await ready(b);
  let asks = 0;
  let refused = true;
  await b.route(/assets\/talk-.*\.js/, async (route) => {
    asks++;
    if (refused) return route.abort();
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await b.reload();
  await ready(b);
  await open(b);
  await expect.poll(() => asks).toBeGreaterThanOrEqual(3);
  await b.waitForTimeout(2000); // after its retries the client has stopped requesting the file
  await expect(sheet(b)).toBeHidden();
  refused = false;
  await open(b);
  await expect(sheet(b)).toBeVisible();
  await sheet(b)
    .getByRole("button", { name: word("talk.hello") })
    .click();
  await expect(a.locator(".said")).toHaveText(word("talk.hello"));
  await end();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("two accounts write to each other", async ({ browser }) => {
  const two = await twoAccounts(browser, phone);
  const [a, b] = two.pages;
  await challenge(two, { game: "xiangqi", clock: "10+5" });
  await Promise.all([ready(a), ready(b)]);
  await open(a);
  const field = sheet(a).getByLabel(word("talk.text"));
  await field.fill("x".repeat(150));
  await expect(field).toHaveValue("x".repeat(140));
  const text = "Ván trước bạn đi pháo đầu <b>hay</b> lắm!";
  await field.fill(text);
  await sheet(a)
    .getByRole("button", { name: word("talk.send") })
    .click();
  await expect(sheet(a)).toBeHidden();
  await expect(b.locator(".said")).toHaveText(text);
  await open(b);
  await expect(sheet(b).locator(".talk li")).toContainText(text);
  await sheet(b).getByLabel(word("talk.text")).fill("Cảm ơn bạn, đấu tiếp nhé");
  await b.keyboard.press("Enter");
  await expect(a.locator(".said")).toHaveText("Cảm ơn bạn, đấu tiếp nhé");
  // A player can mute the opponent whose message the player has just read.
  await open(a);
  await expect(sheet(a).locator(".talk li")).toHaveCount(2);
  await sheet(a).getByRole("switch").check();
  await expect(sheet(a).locator(".talk li")).toHaveCount(1);
  await two.end();
});

test("in a rated game with hidden pieces there are phrases only, until it ends", async ({ browser }) => {
  const two = await twoAccounts(browser, phone);
  const [a, b] = two.pages;
  await challenge(two, { game: "jieqi", clock: "10+5", rated: true, takebacks: 0 });
  await Promise.all([ready(a), ready(b)]);
  await open(a);
  await expect(sheet(a)).toContainText(word("talk.none.hidden"));
  await expect(sheet(a).getByRole("textbox")).toHaveCount(0);
  await a.keyboard.press("Escape");
  await fromMenu(b, word("online.abort"));
  await open(a);
  await sheet(a).getByLabel(word("talk.text")).fill("Hẹn ván sau");
  await a.keyboard.press("Enter");
  await expect(b.locator(".said")).toHaveText("Hẹn ván sau");
  await two.end();
});
