// Every page: axe by day on a phone and by night on a desk, no overflow at 360 px, both languages, the gallery, no script.
import { expect } from "@playwright/test";
import { test } from "./test";
import { filesOf } from "../scripts/games.mjs";
import { sound } from "./axe";
import { kinds, word } from "./play";

// Each page gets another game, so that every game is on some pages.
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

for (const path of pages) {
  test(`axe and width: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    // At the end of the page the fixed button covers nothing.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await sound(page);
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

// Letters that Vietnamese has and English has not.
const vietnamese = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/i;

// Headings that Vietnamese writes without such letters: "Online", and names of games.
const headings = [word("online.title"), ...kinds.map((kind) => word(`game.${kind}`))];
const plain = new Set(headings.filter((s) => !vietnamese.test(s)));

test("every page is all English or all Vietnamese", async ({ browser }) => {
  for (const [locale, lang] of [
    ["en-GB", "en"],
    ["vi-VN", "vi"],
  ] as const) {
    const page = await (await browser.newContext({ locale, viewport: { width: 360, height: 740 } })).newPage();
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // A heading may be there before the rest.
      if (lang === "vi") await expect(page.locator("main")).toContainText(vietnamese);
      // Players of other tests wait in the lobby under their own names.
      await page.locator(".lobby").evaluateAll((lists) => lists.forEach((list) => list.remove()));
      // Names of the site and of the languages stand as they are.
      const text = (await page.locator("body").innerText()).replace(/kỳ đài|Tiếng Việt/gi, "");
      const heading = await page.getByRole("heading", { level: 1 }).innerText();
      const said = lang === "en" || plain.has(heading) ? text : heading;
      expect.soft(vietnamese.test(said), `${path} in ${lang}`).toBe(lang === "vi");
      expect.soft(text, path).not.toMatch(/\b(app|play|lab|editor|import|game|settings|learn|online|nav)\.[a-z]+/);
    }
    await page.context().close();
  }
});

test("the gallery is shown where the server says so, and only there", async ({ browser }) => {
  // Without a service worker, because it would answer instead of the server.
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
  // As a server with another configuration would render it.
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

// The server's HTML shows the board of the last game at its final place, on every screen.
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
