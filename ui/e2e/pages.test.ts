// Every page: axe by day on a phone and by night on a desk, no overflow at 360 px, budgets, both languages, no script.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

const pages = [
  "/",
  "/play/xiangqi",
  "/play",
  "/games",
  "/hotseat/jieqi",
  "/analysis/caro",
  "/editor/xiangqi",
  "/import",
  "/learn",
  "/learn/caro",
  "/rules/jieqi",
  "/lab",
  "/online",
  "/settings",
  "/no/such/page",
];

async function faults(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
}

for (const path of pages) {
  test(`axe and width: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await faults(page)).toEqual([]);
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

test("the rules are read without a script", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, locale: "vi-VN" })).newPage();
  await page.goto("/rules/xiangqi");
  await expect(page.getByRole("heading", { name: "Lộ mặt tướng" })).toBeVisible();
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
});

// The budgets of the landing page: bytes as they travel, requests until it can
// be played, the largest paint and what moves.
test("the landing page keeps its budget", async ({ page }) => {
  const sizes: { url: string; bytes: number }[] = [];
  page.on("response", async (r) => {
    const s = await r
      .request()
      .sizes()
      .catch(() => undefined);
    if (s) sizes.push({ url: new URL(r.url()).pathname, bytes: s.responseBodySize });
  });
  await page.addInitScript(() => {
    const seen = { cls: 0, lcp: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((l) => {
      for (const e of l.getEntries() as (PerformanceEntry & { value: number })[]) seen.cls += e.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((l) => {
      for (const e of l.getEntries()) seen.lcp = e.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto("/");
  await expect(page.getByRole("gridcell").first()).toBeAttached();
  const first = [...sizes];
  const { cls, lcp } = await page.evaluate(
    () => (globalThis as unknown as { seen: { cls: number; lcp: number } }).seen,
  );
  const sum = (suffix: string) => first.filter((s) => s.url.endsWith(suffix)).reduce((n, s) => n + s.bytes, 0);
  console.log(
    `\nlanding: ${first.length} requests, js ${sum(".js")} B, css ${sum(".css")} B, lcp ${Math.round(lcp)} ms, cls ${cls.toFixed(4)}`,
  );
  expect(sum(".js")).toBeLessThan(45_000);
  expect(sum(".css")).toBeLessThan(12_000);
  expect(sum(".wasm")).toBe(0);
  // Each file once; what the service worker and the system ask for comes after.
  const files = new Set(first.map((s) => s.url).filter((u) => !/icon|manifest|sw\.js|offline\.json/.test(u)));
  expect(files.size).toBeLessThanOrEqual(8);
  expect(cls).toBeLessThanOrEqual(0.02);
});

// The shell has the board of the last game in its place, on every screen.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`nothing moves when the board comes, at ${viewport.width} px`, async ({ browser, baseURL }) => {
    for (const kind of ["chess", "xiangqi", "jieqi", "caro"]) {
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
