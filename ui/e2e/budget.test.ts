// These tests check the performance limits of the client: bytes, requests, first paint, layout
// shifts, response time of a press, and frame rate of a drag.
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { test } from "./test";
import {
  frames,
  gzipped,
  median,
  Meter,
  mobileNetwork,
  PHONE,
  quiet,
  seen,
  slow,
  FRAME,
  typical,
  watch,
} from "./measure";
import { cell, click, moves, ready, shelved } from "./play";

// Block the service worker, because it fetches files that the page has not requested.
test.use({ serviceWorkers: "block" });

/**
 * Fonts, pictures of style sheets, and the code that handles a turned phone: pages are shown
 * without waiting for these files.
 */
const dress = /\.woff2$|assets\/.*\.svg$|assets\/turned-/;

/**
 * Collects the files that a page requests, each file once, without icons. `which` selects the
 * files.
 */
function files(page: Page, which = (url: string) => !dress.test(url)): Set<string> {
  const all = new Set<string>();
  page.on("request", (r) => {
    if (!/icon|manifest/.test(r.url()) && r.url().startsWith("http") && which(r.url())) all.add(r.url());
  });
  return all;
}

async function sum(urls: Iterable<string>, suffix: string): Promise<number> {
  const wanted = [...urls].filter((u) => new URL(u).pathname.endsWith(suffix));
  return (await Promise.all(wanted.map(gzipped))).reduce((a, b) => a + b, 0);
}

const playable = (page: Page) => expect(page.locator('[role="gridcell"]').first()).toBeAttached();

// Sizes are in bytes with gzip. The game rules are a WebAssembly module that runs in a worker and
// has a separate budget. A page that contains the start position loads this module later.
const weights: {
  name: string;
  at: string;
  js: number;
  requests: number;
  wasm?: boolean;
  done?(page: Page): Promise<void>;
}[] = [
  { name: "landing", at: "/", js: 45_000, requests: 8 },
  { name: "game on one device", at: "/hotseat/caro", js: 60_000, requests: 12 },
  {
    name: "analysis",
    at: "/analysis/xiangqi",
    js: 90_000,
    requests: 12,
    wasm: true,
    done: (page) => expect(page.locator(".lines li").first()).toBeVisible(),
  },
];

for (const w of weights) {
  test(`bytes and requests: ${w.name}`, async ({ page }) => {
    const asked = files(page);
    await page.goto(w.at);
    await playable(page);
    const requests = new Set(asked);
    await w.done?.(page);
    const [js, css] = [await sum(asked, ".js"), await sum(asked, ".css")];
    console.log(`\n${w.name}: ${requests.size} requests until it can be played, js ${js} B, css ${css} B with gzip`);
    expect(js).toBeGreaterThan(10_000);
    expect(js).toBeLessThanOrEqual(w.js);
    expect(css).toBeGreaterThan(1000);
    expect(css).toBeLessThanOrEqual(12_000);
    expect(requests.size).toBeLessThanOrEqual(w.requests);
    expect([...asked].some((u) => u.endsWith(".wasm"))).toBe(w.wasm ?? false);
  });
}

test("fonts and pictures are light, and the page can be read and played without them", async ({ page }) => {
  const asked = files(page, (url) => dress.test(url) && !url.endsWith(".js"));
  await page.goto("/");
  await playable(page);
  await page.waitForLoadState("networkidle");
  const [fonts, pictures] = [await sum(asked, ".woff2"), await sum(asked, ".svg")];
  console.log(`\nfonts ${fonts} B, pictures ${pictures} B in ${asked.size} requests`);
  expect(fonts).toBeGreaterThan(10_000);
  expect(fonts + pictures).toBeLessThanOrEqual(70_000);
  expect(asked.size, [...asked].join(" ")).toBeLessThanOrEqual(8);
  expect(await page.evaluate(() => document.fonts.check('600 20px "Kydai Display"', "Ẫỗ"))).toBe(true);
  await page.route(dress, (route) => route.abort());
  await page.reload();
  await playable(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("bytes of a game through the server", async ({ browser }) => {
  const two = await Promise.all([browser.newContext(), browser.newContext({ serviceWorkers: "block" })]);
  const [a, b] = await Promise.all(two.map((c) => c.newPage()));
  if (!a || !b) throw new Error("no pages");
  await a.goto("/online");
  await a.getByRole("button", { name: "Mời bạn bằng link" }).click();
  await b.goto(await a.getByLabel("Gửi link này cho bạn bè:").inputValue());
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await b.waitForURL(/\/g\//);
  // Use a new page, because the first page may still be loading files.
  const again = await b.context().newPage();
  const asked = files(again);
  await again.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('[role="gridcell"]')) return;
      performance.mark("board");
      watch.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await again.goto(b.url());
  await playable(again);
  // The chat code is loaded after the board. On a slow machine, it may be loaded before the test
  // has seen the board, so the test ignores files that were requested after the page's performance
  // mark "board".
  const later = await again.evaluate(() => {
    const at = performance.getEntriesByName("board")[0]?.startTime ?? 0;
    return performance.getEntriesByType("resource").flatMap((e) => (e.startTime > at ? [e.name] : []));
  });
  const requests = new Set([...asked].filter((url) => !later.includes(url)));
  const js = await sum(requests, ".js");
  console.log(`\ngame through the server: ${requests.size} requests, js ${js} B with gzip`);
  expect(js).toBeGreaterThan(10_000);
  expect(js).toBeLessThanOrEqual(60_000);
  expect(requests.size).toBeLessThanOrEqual(14);
  await Promise.all(two.map((c) => c.close()));
});

// These visits use the network speed of a phone. Load on the machine only adds time, so the
// best of several visits counts.
test("the largest paint comes early and nothing moves", async ({ browser }) => {
  const visits: { lcp: number; cls: number }[] = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: "block" });
    await watch(context);
    const page = await context.newPage();
    await mobileNetwork(page);
    if (quiet) await slow(page);
    await page.goto("/");
    await playable(page);
    await page.waitForTimeout(300);
    visits.push(await seen(page));
    await context.close();
  }
  const lcp = visits.map((v) => v.lcp);
  console.log(`\nlargest paint after ${lcp.map(Math.round).join(", ")} ms`);
  expect(Math.min(...lcp)).toBeGreaterThan(0);
  expect(quiet ? median(lcp) : Math.min(...lcp)).toBeLessThanOrEqual(1500);
  for (const v of visits) expect(v.cls).toBeLessThanOrEqual(0.02);
});

/** A board of 20 by 20 with an empty row, and without a winning row. */
const crowd = `${Array.from({ length: 20 }, (_, r) =>
  r === 10 ? "20" : Array.from({ length: 20 }, (_, f) => ((f + 2 * r) % 4 < 2 ? "x" : "o")).join(""),
).join("/")} x`;
const free = Array.from({ length: 20 }, (_, f) => `${String.fromCharCode(97 + f)}10`);

/**
 * An action whose response is measured. `find` locates the elements beforehand, so that the search
 * does not count as work of the page. Pointer down and pointer up are measured separately.
 */
interface Press {
  find(): Promise<(() => Promise<unknown>)[]>;
  /** Runs after the action and is not measured. */
  after?(): Promise<unknown>;
}

const on = (target: Locator): Press => ({
  async find() {
    const box = await target.boundingBox();
    if (!box) throw new Error("it is not on the page");
    const { page, x, y } = { page: target.page(), x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(x, y);
    return [() => page.mouse.down(), () => page.mouse.up()];
  },
});
const key = (page: Page, name: string): Press => ({ find: async () => [() => page.keyboard.press(name)] });

/** Common actions, repeated several times. Each must respond at once. */
const presses: { name: string; at: string; start?: string; acts(page: Page): Press[] }[] = [
  {
    name: "a piece is picked up",
    at: "/hotseat/chess",
    acts: (page) => ["e2", "d2", "g1", "b1", "a2", "h2", "c2"].map((sq) => on(cell(page, sq))),
  },
  {
    name: "a piece is put down",
    at: "/hotseat/chess",
    acts: (page) =>
      "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4".split(" ").map((code, i) => ({
        async find() {
          await click(page, code.slice(0, 2));
          return on(cell(page, code.slice(2))).find();
        },
        after: () => moves(page, i + 1),
      })),
  },
  {
    name: "a stone is set on a crowded board",
    at: "/hotseat/caro",
    start: crowd,
    acts: (page) =>
      free.slice(0, 9).map((sq, i) => ({ find: on(cell(page, sq)).find, after: () => moves(page, i + 1) })),
  },
  {
    name: "a game is stepped through",
    at: "/analysis/xiangqi?moves=h2e2%20h9g7%20h0g2%20i9h9%20e2e6%20g7e6%20b0c2%20b9c7",
    acts: (page) => [..."LLLLRRRRL"].map((k) => key(page, k === "L" ? "ArrowLeft" : "ArrowRight")),
  },
  {
    name: "the menu opens",
    at: "/hotseat/jieqi",
    acts: (page) =>
      Array.from({ length: 7 }, () => ({
        find: on(page.getByRole("button", { name: "Menu" })).find,
        async after() {
          await expect(page.getByRole("dialog")).toBeVisible();
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toBeHidden();
        },
      })),
  },
];

/**
 * The limit in milliseconds. On a shared machine CPU time is up to twice as high, so the real limit
 * applies only on a quiet machine.
 */
const INP = quiet ? 100 : 200;

for (const p of presses) {
  test(`soon on the screen: ${p.name}`, async ({ page, context }) => {
    await watch(context);
    if (p.start) await shelved(page, { kind: "caro", start: p.start });
    await page.goto(p.at);
    await ready(page);
    await page.waitForLoadState("networkidle");
    if (quiet) await slow(page);
    const meter = await Meter.on(page);
    const own = await meter.own(page);
    const work: number[] = [];
    for (const act of p.acts(page)) {
      const parts: number[] = [];
      for (const press of await act.find()) parts.push((await meter.of(page, press)) - own);
      work.push(Math.max(...parts));
      await act.after?.();
    }
    // The estimated time on a phone is the measured work, slowed to the speed of a phone, plus one
    // frame.
    const shown = PHONE * typical(work) + FRAME;
    const waited = (await seen(page)).events.map((e) => e.duration);
    console.log(
      `\n${p.name}: main thread ${work.map((w) => w.toFixed(1)).join(" ")} ms; on a phone shown after ${shown.toFixed(0)} ms` +
        (quiet ? `; waited ${waited.join(" ")} ms` : ""),
    );
    expect(typical(work)).toBeGreaterThan(0);
    expect(quiet ? median(waited) : shown).toBeLessThanOrEqual(INP);
  });
}

const RATE = quiet ? 55 : 40; // frames per second; lower on a shared machine, like the time limits

/** Drags a stone back and forth, one step per frame. */
async function dragAbout(page: Page, context: BrowserContext, n: number): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const [from, to] = await Promise.all(["c3", "r18"].map((sq) => cell(page, sq).boundingBox()));
  if (!from || !to) throw new Error("no cells");
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= n; i++) {
    const part = Math.abs((i % 80) / 40 - 1);
    const x = from.x + from.width / 2 + (to.x - from.x) * part;
    const y = from.y + from.height / 2 + (to.y - from.y) * part;
    sent.push(cdp.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 }));
    await page.waitForTimeout(FRAME);
  }
  await Promise.all(sent);
}

test("a stone is dragged smoothly over a crowded board", async ({ page, context }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto(`/editor/caro?start=${encodeURIComponent(crowd)}`);
  await expect(page.getByRole("gridcell")).toHaveCount(400);
  await expect(page.locator(".kb-piece:not(.kb-hover)")).toHaveCount(380);
  if (quiet) await slow(page);
  const meter = await Meter.on(page);
  const runs: { rate: number; work: number }[] = [];
  for (let i = 0; i < 5; i++) {
    await cell(page, "c3").hover({ force: true });
    await page.mouse.down();
    await dragAbout(page, context, 10);
    await expect(page.locator(".kb-drag")).toHaveCount(1);
    const before = await meter.read();
    const counted = await frames(page, () => dragAbout(page, context, 80));
    runs.push({ rate: counted.rate, work: ((await meter.read()) - before) / counted.n });
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
  const work = typical(runs.map((r) => r.work));
  const rates = runs.map((r) => r.rate);
  const rate = quiet ? median(rates) : Math.min(60, 1000 / (PHONE * work));
  console.log(
    `\ndrag: main thread ${runs.map((r) => r.work.toFixed(2)).join(" ")} ms a frame, ${rate.toFixed(1)} frames a second on a phone; here ${rates.map((r) => r.toFixed(0)).join(" ")}`,
  );
  expect(work).toBeGreaterThan(0);
  expect(rate).toBeGreaterThanOrEqual(RATE);
});
