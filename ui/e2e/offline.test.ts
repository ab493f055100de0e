// Tests the service worker: files that were loaded once work without a network.
import { expect } from "@playwright/test";
import { test } from "./test";
import { createHash } from "node:crypto";
import { click, kept, moves, ready } from "./play";

test.use({ serviceWorkers: "allow" });

test("plays on with the network off", async ({ page, context }) => {
  await kept(page);
  await context.setOffline(true);
  await page.goto("/play/caro");
  await ready(page);
  await click(page, "h8");
  await moves(page, 2);
  await page.goto("/learn/xiangqi");
  await expect(page.getByText("Bước 1 / 12")).toBeVisible();
});

test("every page opens without a network after the front page was loaded twice", async ({ page, context }) => {
  await kept(page);
  await page.goto("/play/caro");
  await ready(page);
  await click(page, "h8");
  await moves(page, 2);
  // Load the front page again, so that the service worker stores it with the headers of a
  // navigation request.
  await page.goto("/");
  await page.goto("/?again=1");
  await context.setOffline(true);
  await page.goto("/learn/caro");
  await expect(page.getByText("Bước 1 /")).toBeVisible();
  await page.goto("/rules/chess");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the rules have their pictures without a network, read before or not", async ({ page, context }) => {
  await kept(page);
  const pictures = () =>
    page.evaluate(
      async () => (await (await caches.open("kydai-files-1")).keys()).filter((r) => /picture/.test(r.url)).length,
    );
  await expect.poll(pictures, { timeout: 60_000 }).toBeGreaterThan(10);
  await context.setOffline(true);
  for (const kind of ["chess", "xiangqi"]) {
    await page.goto(`/rules/${kind}`);
    const shown = page.locator("main img");
    await expect(shown.first()).toBeAttached();
    expect(await shown.count()).toBeGreaterThan(2);
    for (const picture of await shown.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((el: HTMLImageElement) => el.naturalWidth)).toBeGreaterThan(0);
    }
  }
});

test("a page that is not kept says that there is no network", async ({ page, context }) => {
  await kept(page);
  await context.setOffline(true);
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Không có mạng.");
});

test("the lobby comes back with the network", async ({ page, context }) => {
  await kept(page);
  await context.setOffline(true);
  await expect(page.getByRole("link", { name: "Mất mạng" })).toBeVisible();
  await page.goto("/online");
  await expect(page.getByRole("alert")).toHaveText("Không có mạng.");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Phòng chờ" })).toBeVisible();
});

test("a new build is a new worker, so that all of it is fetched before the next flight", async ({ request }) => {
  const list = await (await request.get("/offline.json")).text();
  const stamp = createHash("sha256").update(list).digest("hex").slice(0, 16);
  expect(await (await request.get("/sw.js")).text()).toContain(`// ${stamp}`);
});
