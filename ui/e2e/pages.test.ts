// Tests every page: axe in the light theme on a phone and in the dark theme on a desktop, no
// overflow at 360 px, both languages, the gallery, and pages without script.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { filesOf } from "../scripts/games.mjs";
import { sound } from "./axe";
import { kinds, word } from "./play";

// Each kind of page is tested with another game, so that every game occurs on
// some pages.
const ofGames = ["/play/", "/hotseat/", "/analysis/", "/editor/", "/learn/", "/rules/"];
const pages = [
  "/",
  ...Array.from({ length: Math.max(kinds.length, ofGames.length) }, (_, i) => {
    const place = ofGames[i % ofGames.length] ?? "";
    return place + kinds[i % kinds.length];
  }),
  "/play",
  "/games",
  "/import",
  "/learn",
  "/tour",
  "/lab",
  "/online",
  "/fair",
  "/settings",
  "/no/such/page",
];

// These letters occur in Vietnamese but not in English.
const vietnamese = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/i;

// These headings are written in Vietnamese without such letters, such as "Online" and names of
// games.
const headings = [word("online.title"), ...kinds.map((kind) => word(`game.${kind}`))];
const plain = new Set(headings.filter((s) => !vietnamese.test(s)));

/**
 * Checks that a page is completely in English or completely in Vietnamese, and shows no text keys.
 * It removes the lobby from the page first.
 */
async function speaks(page: Page, path: string, lang: "vi" | "en"): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The heading may appear before the rest of the page, so wait for the rest.
  if (lang === "vi") await expect(page.locator("main")).toContainText(vietnamese);
  // The lobby shows names of players from other tests, so it is removed.
  await page.locator(".lobby").evaluateAll((lists) => lists.forEach((list) => list.remove()));
  // The names of the site and of the languages are the same in every language, so
  // they are removed.
  const text = (await page.locator("body").innerText()).replace(/kỳ đài|Tiếng Việt/gi, "");
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  const said = lang === "en" || plain.has(heading) ? text : heading;
  expect.soft(vietnamese.test(said), `${path} in ${lang}`).toBe(lang === "vi");
  expect.soft(text, path).not.toMatch(/\b(app|play|lab|editor|import|game|settings|learn|online|nav)\.[a-z]+/);
}

for (const path of pages) {
  // The browser's language is Vietnamese, so this test also fails if a page is in another language.
  test(`axe, width and language: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    // Scroll to the end of the page: there, a button with a fixed place on the screen must not
    // cover anything.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await sound(page);
    await speaks(page, path, "vi");
  });
}

test("the page speaks the browser's language and the viewer's", async ({ browser }) => {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Open it and play/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/settings");
  await page.getByRole("radio", { name: "Tiếng Việt" }).click({ force: true });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cài đặt");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Mở ra là chơi/);
});

test("every page is all English for an English browser", async ({ browser }) => {
  const page = await (await browser.newContext({ locale: "en-GB", viewport: { width: 360, height: 740 } })).newPage();
  for (const path of pages) {
    await page.goto(path);
    await speaks(page, path, "en");
  }
});

test("the gallery is shown where the server says so, and only there", async ({ browser }) => {
  // Block the service worker, because it would answer instead of the server.
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(e.message));
  await page.goto("/dev/gallery");
  for (const kind of filesOf("ui/samples.json").keys())
    await expect(page.locator(`[data-sample^="${kind}/"]`).first()).toBeVisible();
  await page.goto("/dev/gallery?only=chess/middle");
  await expect(page.locator("[data-sample]").first()).toBeVisible();
  expect(await page.locator('[data-sample]:not([data-sample^="chess/middle/"])').count()).toBe(0);
  await expect(page.getByRole("gridcell", { name: /^e4, / }).first()).toBeAttached();
  expect(errors).toEqual([]);
  // Change the page into the form that a server without the gallery sends.
  await page.route("/dev/gallery", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"gallery":true', '"gallery":false') });
  });
  await page.goto("/dev/gallery");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Không có trang này");
  await page.context().close();
});

test("the rules are read without a script", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, locale: "vi-VN" })).newPage();
  await page.goto("/rules/xiangqi");
  await expect(page.getByRole("heading", { name: "Lộ mặt tướng" })).toBeVisible();
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
});

// On every screen size, the HTML from the server must show the board of the game that was played
// last, at its final place.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`nothing moves when the board comes, at ${viewport.width} px`, async ({ browser, baseURL }) => {
    for (const kind of kinds) {
      const context = await browser.newContext({ viewport });
      await context.addCookies([{ name: "kydai-kind", value: kind, url: baseURL ?? "" }]);
      const page = await context.newPage();
      await page.addInitScript(() => {
        const seen = { cls: 0 };
        Object.assign(globalThis, { seen });
        new PerformanceObserver((l) => {
          for (const e of l.getEntries() as (PerformanceEntry & { value: number })[]) seen.cls += e.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto("/");
      await expect(page.locator(`.table[data-kind=${kind}] [role=gridcell]`).first()).toBeAttached();
      await page.waitForTimeout(300);
      const { cls } = await page.evaluate(() => (globalThis as unknown as { seen: { cls: number } }).seen);
      expect.soft(cls, kind).toBeLessThanOrEqual(0.02);
      await context.close();
    }
  });
}
