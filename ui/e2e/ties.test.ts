// Following, blocking and reporting on a phone.
import { devices, expect, type Page, test } from "@playwright/test";
import { twoAccounts } from "./accounts";
import { faults } from "./axe";
import { ready, word } from "./play";

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const button = (page: Page, key: string) => page.getByRole("button", { name: word(key), exact: true });

async function press(page: Page, game: string): Promise<void> {
  await page.goto("/online");
  await page.locator(`.mini[data-value="${game}"]`).click();
  await expect(page.locator(".wait")).toBeVisible();
}

test("a player is followed from the profile, seen online, and challenged", async ({ browser }) => {
  const two = await twoAccounts(browser, phone);
  const [a, b] = two.pages;
  await a.goto(`/player/${two.ids[1]}`);
  await button(a, "ties.follow").click();
  await expect(button(a, "ties.unfollow")).toBeVisible();
  expect(await a.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await b.goto("/online");
  await expect(b.locator(".mini").first()).toBeVisible();
  await a.goto("/online");
  const row = a.getByRole("listitem").filter({ hasText: two.names[1] });
  await expect(row.getByText(word("rank.online"))).toBeVisible({ timeout: 30_000 });
  await row.getByRole("button").click();
  await expect(row.getByRole("button", { name: word("ties.uninvite") })).toBeVisible();
  await b
    .getByRole("listitem")
    .filter({ hasText: two.names[0] })
    .getByRole("button", { name: word("online.join") })
    .click();
  await expect(a).toHaveURL(/\/g\/.+/);
  await expect(b).toHaveURL(/\/g\/.+/);
  await two.end();
});

test("the opponent is blocked at the table, not paired again, and unblocked", async ({ browser }) => {
  test.setTimeout(120_000);
  const two = await twoAccounts(browser, phone);
  const [a, b] = two.pages;
  await press(a, "caro");
  await b.goto("/online");
  await b.locator('.mini[data-value="caro"]').click();
  await a.waitForURL(/\/g\/.+/);
  await b.waitForURL(/\/g\/.+/);
  await ready(a);
  const id = new URL(a.url()).pathname.slice(3);
  await a.request.post(`/api/matches/${id}/acts`, { data: { kind: "abort" } });
  await expect(a.locator(".status.end")).toBeVisible();
  await a.getByRole("button", { name: word("app.menu") }).click();
  await button(a, "ties.report").click();
  await a.getByLabel(word("ties.reason")).selectOption("abuse");
  await a.getByLabel(word("ties.report.text")).fill("Nói bậy");
  await expect(a.getByText(word("ties.report.next"))).toBeVisible();
  await button(a, "ties.report.send").click();
  await expect(a.locator(".note")).toHaveText(word("ties.report.sent"));
  await button(a, "ties.block").click();
  await expect(a.getByText(word("ties.blocked"))).toBeVisible();

  await press(a, "caro");
  await press(b, "caro");
  await a.waitForTimeout(10_000); // two players who have waited for 7 seconds are paired whatever their ratings
  await expect(a.locator(".wait")).toBeVisible();
  await expect(b.locator(".wait")).toBeVisible();
  const refused = await b.request.post("/api/offers", { data: { game: "caro", clock: "5+3", to: two.ids[0] } });
  expect(refused.status()).toBe(403);

  await a.goto("/account");
  const row = a.getByRole("listitem").filter({ hasText: two.names[1] });
  await expect(row).toBeVisible();
  expect(await faults(a)).toEqual([]);
  await row.getByRole("button", { name: word("ties.unblock") }).click();
  await expect(row).toHaveCount(0);
  // Both still wait, so they are paired at once.
  await b.waitForURL(/\/g\/.+/);
  const again = new URL(b.url()).pathname.slice(3);
  await expect
    .poll(async () => (await (await a.request.get("/api/ticket")).json()) as unknown)
    .toMatchObject({ match: again });
  await two.end();
});
