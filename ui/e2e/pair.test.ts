// Two strangers are paired by one press each.
import { expect, test, type Page } from "@playwright/test";
import { fromMenu, word } from "./play";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function press(page: Page, game: string): Promise<void> {
  await page.goto("/online");
  await page.locator(`.mini[data-value="${game}"]`).click();
}

test("two strangers on phones are paired by one press each", async ({ browser }) => {
  const people = await Promise.all(
    ["vi-VN", "en-GB"].map((locale) =>
      browser.newContext({ locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    ),
  );
  const [a, b] = await Promise.all(people.map((c) => c.newPage()));
  if (!a || !b) throw new Error("no pages");
  await press(a, "caro");
  await expect(a.locator(".wait")).toBeVisible();
  // Who comes later sees that somebody waits.
  await b.goto("/online");
  await expect(b.locator('.mini[data-value="caro"] small')).toHaveText(/^[1-9]/, { timeout: 30_000 });
  await b.locator('.mini[data-value="caro"]').click();
  await expect(a).toHaveURL(/\/g\/.+/);
  await expect(b).toHaveURL(/\/g\/.+/);
  expect(new URL(a.url()).pathname).toBe(new URL(b.url()).pathname);
  await expect(a.locator('[role="grid"]')).toBeVisible();
  // One of them leaves at once: both are told who did, and each finds the next opponent by one press.
  await fromMenu(a, word("online.abort"));
  const end = (lang: "vi" | "en", who: string) =>
    `${word("end.aborted", lang)}: ${word("why.left", lang).replace("{loser}", word(`end.loser.${who}`, lang))}`;
  await expect(a.locator(".status.end")).toHaveText(end("vi", "you"));
  await expect(b.locator(".status.end")).toHaveText(end("en", "they"));
  const before = b.url();
  await a.getByRole("link", { name: word("online.next") }).click();
  await expect(a.locator(".wait")).toContainText(word("game.caro"));
  await expect(a).toHaveURL(/\/online$/);
  await b.getByRole("link", { name: word("online.next", "en") }).click();
  for (const page of [a, b]) {
    await expect(page).toHaveURL(/\/g\/.+/);
    expect(page.url()).not.toBe(before);
  }
  await expect(b.locator('[role="grid"]')).toBeVisible();
  // The page of a player can be opened by anybody.
  const me = (await (await a.request.get("/api/me")).json()) as { player: string };
  await a.goto(`/player/${me.player}`);
  await expect(a.getByRole("heading", { level: 1 })).toBeVisible();
  for (const c of people) await c.close();
});

test("a player who waits is called from a board", async ({ browser }) => {
  const one = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } });
  const page = await one.newPage();
  await page.clock.install();
  await press(page, "xiangqi");
  await expect(page.locator(".wait")).toBeVisible();
  await page.clock.runFor(16_000);
  await page.locator(".wait a.button").click();
  await expect(page).toHaveURL(/\/play\/xiangqi$/);
  // The wait is in view on every page.
  await expect(page.locator(".summons a")).toHaveText(word("online.waiting", "en"));
  const two = await browser.newContext({ locale: "vi-VN", viewport: { width: 390, height: 844 } });
  const other = await two.newPage();
  await press(other, "xiangqi");
  await expect(other).toHaveURL(/\/g\/.+/);
  await page.locator('.summons a[href^="/g/"]').click();
  await expect(page).toHaveURL(/\/g\/.+/);
  await one.close();
  await two.close();
});

test("who waits may cancel", async ({ page }) => {
  await press(page, "chess");
  await expect(page.locator(".wait")).toBeVisible();
  await expect(page.getByText(word("online.lobby.none"))).toBeHidden();
  await page.locator(".wait button").click();
  await expect(page.locator(".mini")).not.toHaveCount(0);
  await expect
    .poll(async () => (await (await page.request.get("/api/ticket")).json()) as unknown)
    .toMatchObject({ game: "" });
});

test("the leaderboard and a profile without games", async ({ page }) => {
  await page.goto("/ranking");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/game=/);
});
