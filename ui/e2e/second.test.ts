// Checks waiting for a game and starting the next one: a player does not start a second game by
// accident, and every player sees which side they have.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { click, fromMenu, invited, moves, ready, word } from "./play";

const ticketOf = async (page: Page) => (await (await page.request.get("/api/ticket")).json()) as unknown;

test("quick pairing names the live game first, and the wait ends on its page", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(a, "e2e4");
  await Promise.all([moves(a, 1), moves(b, 1)]);
  const at = new URL(a.url()).pathname;
  // It is the turn of player b. If one of the two players starts another game, the page must ask
  // about the game in progress.
  for (const page of [a, b]) {
    await page.goto("/online");
    await page.locator('.mini[data-value="jieqi"]').click();
    const asks = page.locator(".quick").getByRole("alertdialog", { name: word("online.busy") });
    await expect(asks.getByRole("link")).toHaveAttribute("href", at);
    expect(await ticketOf(page)).toMatchObject({ game: "" });
  }
  await a
    .locator(".quick")
    .getByRole("button", { name: word("online.busy.both") })
    .click();
  await expect(a.locator(".wait")).toBeVisible();
  expect(await ticketOf(a)).toMatchObject({ game: "jieqi" });
  await a.goto(at);
  await ready(a);
  await expect.poll(() => ticketOf(a)).toMatchObject({ game: "" });
  await end();
});

test("a rematch says the side, not the old result", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const said = (page: Page) => page.locator(".app > .unseen[role=status]");
  const side = (s: string) => word("online.side").replace("{side}", word(`side.${s}`));
  await expect(said(a)).toContainText(side("white"));
  for (const [i, code] of ["e2e4", "e7e5"].entries()) {
    await click(i % 2 === 0 ? a : b, code);
    await Promise.all([moves(a, i + 1), moves(b, i + 1)]);
  }
  await fromMenu(a, word("play.resign"));
  await a
    .getByRole("alertdialog")
    .getByRole("button", { name: word("play.yes") })
    .click();
  await expect(said(a)).toContainText(word("end.resigned"));
  const old = a.url();
  for (const page of [a, b])
    await page
      .getByRole("button", { name: word("online.rematch") })
      .first()
      .click();
  await expect(a).not.toHaveURL(old);
  await ready(a);
  await expect(said(a)).toContainText(side("black"));
  await end();
});

test("an invitation that is gone leads to the lobby", async ({ page }) => {
  await page.goto("/c/nothere");
  await expect(page.getByRole("alert").first()).toHaveText(word("online.invited.gone"));
  await page.locator(".empty").getByRole("link").click();
  await expect(page).toHaveURL(/\/online$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("a new invitation comes into view with its QR code", async ({ page }) => {
    await page.goto("/online");
    await page.getByRole("button", { name: word("online.friend") }).click();
    await expect(page.locator(".code img")).toBeVisible();
    const field = page.getByLabel(word("online.link"));
    await expect(field).toBeInViewport({ ratio: 1 });
    const [link, tabs] = await Promise.all([field.boundingBox(), page.locator("nav.tabs").boundingBox()]);
    expect((link?.y ?? Infinity) + (link?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);
  });
});
