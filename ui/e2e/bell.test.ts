// The bell: a player is told of a challenge, the start, a turn and the result on any page, and led to the game.
import { devices, expect, test } from "@playwright/test";
import { twoAccounts } from "./accounts";
import { click, moves, ready, word } from "./play";

test("the bell tells of a game from the challenge to the result", async ({ browser }) => {
  const two = await twoAccounts(browser, {
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  const [a, b] = two.pages;
  // The account page knows that this device belongs to an account.
  await b.goto("/account");
  await expect(b.locator(".account .who")).toBeVisible();
  await b.goto("/rules/caro");
  const bell = b.locator(".bell");
  await expect(bell).toHaveAccessibleName(word("bell.title"));
  await bell.click();
  await expect(b.locator(".menu:popover-open")).toContainText(word("bell.none"));
  await b.keyboard.press("Escape");

  const made = await a.request.post("/api/offers", {
    data: { side: "first", to: two.ids[1], game: "caro", clock: "3d/move" },
  });
  const offer = (await made.json()) as { id: string };
  await b.goto("/learn");
  await expect(bell.locator(".count")).toHaveText("1");
  await bell.click();
  const list = b.locator(".notices a");
  await expect(list).toHaveText([new RegExp(word("bell.challenge").replace("{who}", two.names[0]))]);
  // A phone shows the whole sheet, and every line is large enough for a finger.
  const box = await list.first().boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(44);
  expect(box!.x + box!.width).toBeLessThanOrEqual(390);
  await list.click();
  await expect(b).toHaveURL(new RegExp(`/c/${offer.id}$`));
  await b.getByRole("button", { name: word("online.accept") }).click();
  await ready(b);
  const path = new URL(b.url()).pathname;

  // Who looks at the game has seen that it started. A turn comes while the player is elsewhere.
  await b.goto("/learn");
  await expect(bell).toHaveAccessibleName(word("bell.title"));
  await a.goto(path);
  await ready(a);
  await click(a, "h8");
  await moves(a, 1);
  await b.goto("/rules/chess");
  await expect(bell.locator(".count")).toHaveText("1");
  await bell.click();
  await expect(list.first()).toContainText(word("bell.turn").replace("{who}", two.names[0]));
  await list.first().click();
  await expect(b).toHaveURL(new RegExp(`${path}$`));
  await ready(b);
  await click(b, "i9");
  await moves(b, 2);
  await b.goto("/learn");
  await expect(bell).toHaveAccessibleName(word("bell.title"));

  // What is switched off is told no more.
  await bell.click();
  await b.locator(".menu:popover-open summary").click();
  await b.getByRole("switch", { name: word("bell.when.result") }).uncheck({ force: true });
  await b.keyboard.press("Escape");
  await a.request.post(`/api/matches${path.replace("/g", "")}/acts`, { data: { kind: "resign" } });
  await expect
    .poll(
      async () =>
        ((await (await a.request.get("/api/me/notices")).json()) as { notices: { kind: string }[] }).notices[0]?.kind,
    )
    .toBe("result");
  await b.goto("/rules/caro");
  await expect(bell).toHaveAccessibleName(word("bell.title"));
  await bell.click();
  await expect(b.locator(".menu:popover-open")).toContainText(word("bell.none"));
  await b.locator(".menu:popover-open summary").click();
  await b.getByRole("switch", { name: word("bell.when.result") }).check({ force: true });
  await expect(list).toHaveText([new RegExp(word("bell.result.won").replace("{who}", two.names[0]))]);
  await two.end();
});

test("the bell leaves room for the games on the front page of a phone", async ({ browser }) => {
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("kydai.settings", '{"played":true}'));
  await page.goto("/");
  const bell = page.locator(".bell");
  await expect(bell).toBeVisible({ timeout: 20_000 });
  const [own, kinds] = [await bell.boundingBox(), await page.locator(".kinds").boundingBox()];
  expect(own!.width).toBeGreaterThanOrEqual(44);
  expect(own!.x + own!.width).toBeLessThanOrEqual(390);
  // The games stand below the line of the bell, or end before it.
  const below = kinds!.y >= own!.y + own!.height - 1;
  expect(below || kinds!.x + kinds!.width <= own!.x + 1).toBe(true);
  await context.close();
});

for (const [width, height] of [
  [1280, 800],
  [844, 390],
  [360, 740],
] as const) {
  test(`nothing moves when the bell comes, which is soon, at ${width}x${height}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem("kydai.settings", '{"played":true}'));
    let free = () => {};
    const held = new Promise<void>((resolve) => (free = resolve));
    await page.route("**/api/me/notices", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/");
    await ready(page);
    const places = () =>
      page
        .locator(".tabs a, .kinds a, .brand")
        .evaluateAll((all) => all.map((a) => Object.values(a.getBoundingClientRect().toJSON() as object)));
    const before = await places();
    expect(before.length).toBeGreaterThan(8);
    free();
    await expect(page.locator(".bell")).toBeVisible({ timeout: 20_000 });
    expect(await places()).toEqual(before);
    // The list is asked for soon after the first picture of the page.
    const waited = await page.evaluate(() => {
      const asked = performance.getEntriesByType("resource").find((e) => e.name.endsWith("/me/notices"));
      const seen = performance.getEntriesByName("first-contentful-paint")[0];
      return (asked?.startTime ?? Infinity) - (seen?.startTime ?? 0);
    });
    expect(waited).toBeLessThan(3500);
    await context.close();
  });
}
