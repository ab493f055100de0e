// Tests pages whose requests are refused: once, as by a busy server, or always.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { click, long, moves, ready, word } from "./play";

test.use({ serviceWorkers: "block" });

const busy = {
  status: 429,
  headers: { "Retry-After": "1" },
  contentType: "application/json",
  body: '{"code":"too-fast","text":"please wait a moment"}',
};

/** Refuses the first request whose URL matches, and counts the matching requests. */
async function refuseOnce(page: Page, fits: (url: URL) => boolean): Promise<() => number> {
  let asked = 0;
  await page.route(fits, (route) => (asked++ === 0 ? route.fulfill(busy) : route.continue()));
  return () => asked;
}

/**
 * Collects all requests of a page, except the browser's own requests for documents and style
 * sheets.
 */
async function filesOf(page: Page, at: string, shown: (p: Page) => Promise<void>): Promise<string[]> {
  const asked = new Set<string>();
  page.on("request", (r) => {
    if (r.resourceType() !== "image") asked.add(new URL(r.url()).pathname);
  });
  await page.goto(at);
  await shown(page);
  return [...asked].filter((p) => /\.(js|wasm|svg|json)$/.test(p) && !/\/(main|worker)-|^\/icon/.test(p));
}

const played = async (page: Page) => {
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
};
const lobby = (page: Page) => expect(page.getByRole("button", { name: word("online.seek") }).first()).toBeVisible();
const pages: [string, (p: Page) => Promise<void>][] = [
  ["/play/chess", played],
  ["/analysis/chess", ready],
  ["/learn/chess", ready],
  ["/online", lobby],
];
for (const [at, shown] of pages) {
  test(
    `${at} comes although any one file is refused once`,
    long(/analysis|learn|online/.test(at)),
    async ({ browser, page, baseURL }) => {
      test.slow();
      const files = await filesOf(page, at, shown);
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        const context = await browser.newContext({ baseURL, locale: "vi-VN", serviceWorkers: "block" });
        const p = await context.newPage();
        const asked = await refuseOnce(p, (url) => url.pathname === file);
        await p.goto(at);
        await test.step(file, () => shown(p));
        await expect.poll(asked, file).toBeGreaterThan(1);
        await context.close();
      }
    },
  );
}

test("a match comes although the server is too busy to tell it at first", async ({ page }) => {
  const made = await page.request.post("/api/matches", {
    data: { game: "chess", clock: "none", seats: [{ kind: "human" }, { kind: "level", level: 1 }] },
  });
  const { id } = (await made.json()) as { id: string };
  const asked = await refuseOnce(page, (url) => url.pathname === `/api/matches/${id}`);
  let sockets = 0;
  await page.routeWebSocket(
    /\/api\/socket$/,
    (ws) => void (sockets++ === 0 ? ws.close({ code: 1013 }) : ws.connectToServer()),
  );
  await page.goto(`/g/${id}`);
  await played(page);
  expect(asked()).toBe(2);
  expect(sockets).toBeGreaterThan(1);
});

for (const at of ["/play/chess", "/hotseat/chess", "/analysis/chess", "/learn/chess"]) {
  test(`${at} without its module says so and tries again`, long(/hotseat|analysis/.test(at)), async ({ page }) => {
    const module = /\/chess-[^/]*\.wasm$/;
    await page.route(module, (route) => route.abort());
    await page.goto(at);
    const again = page.getByRole("button", { name: word("app.retry") });
    if (!/analysis|learn/.test(at)) {
      await ready(page); // the page contains the board, but the rules could not be loaded
      await click(page, "e2e4");
    }
    await expect(page.getByRole("alert").filter({ hasText: word("error.no-module") })).toBeVisible();
    await again.click(); // this attempt fails too
    await expect(page.locator(".note")).toHaveText(word("app.loading.rules"));
    await expect(page.locator(".note")).toBeHidden();
    await expect(page.getByRole("alert").filter({ hasText: word("error.no-module") })).toBeVisible();
    await page.unroute(module);
    await again.click();
    await ready(page);
    await expect(again).toHaveCount(0);
    if (at === "/play/chess") await played(page);
  });
}

test("a machine that could not move is asked again", async ({ page }) => {
  const module = /\/chess-[^/]*\.wasm$/;
  await page.goto("/play/chess");
  await played(page);
  await page.route(module, (route) => route.abort());
  await page.getByRole("button", { name: word("play.undo") }).click();
  await moves(page, 0);
  await page.evaluate(() => {
    const ids = JSON.parse(localStorage.getItem("kydai.games") ?? "[]") as string[];
    const key = `kydai.game.${ids[0]}`;
    const saved = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...saved, moves: ["e2e4"], undone: [] }));
  });
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: word("error.no-module") })).toBeVisible();
  await page.unroute(module);
  await page.getByRole("button", { name: word("app.retry") }).click();
  await moves(page, 2);
});
