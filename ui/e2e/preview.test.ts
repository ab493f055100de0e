// Tests link previews: a page names a picture by an absolute URL, and the picture
// exists.
import { expect, type APIRequestContext } from "@playwright/test";
import { test } from "./test";
import { word } from "./play";

async function previewOf(
  request: APIRequestContext,
  path: string,
): Promise<{ url: string; body: Buffer; kind: string }> {
  const page = await request.get(path);
  expect(page.status()).toBe(200);
  const found = /<meta property="og:image" content="([^"]+)">/.exec(await page.text());
  const url = (found?.[1] ?? "").replaceAll("&amp;", "&");
  expect(url).toMatch(/^http:\/\//);
  const picture = await request.get(url);
  expect(picture.status(), url).toBe(200);
  return { url, body: await picture.body(), kind: picture.headers()["content-type"] ?? "" };
}

test("a position brings its picture along", async ({ request }) => {
  const one = await previewOf(request, "/analysis/chess?moves=e2e4");
  const other = await previewOf(request, "/analysis/chess?moves=d2d4");
  expect(one.kind).toBe("image/png");
  expect(one.body.equals(other.body)).toBe(false);
});

test("a match brings its picture along, and may be framed as a board only", async ({ request }) => {
  const made = await request.post("/api/matches", {
    data: { game: "xiangqi", seats: [{ kind: "human" }, { kind: "level", level: 1 }] },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: string };
  const { kind, url } = await previewOf(request, `/g/${id}`);
  expect(kind).toBe("image/png");
  expect(url).toContain(`/picture/g/${id}.png`);
  const frame = await request.get(`/embed/g/${id}`);
  expect(frame.headers()["content-security-policy"]).toContain("frame-ancestors *");
  expect(frame.headers()["x-frame-options"]).toBeUndefined();
  const page = await request.get(`/g/${id}`);
  expect(page.headers()["x-frame-options"]).toBe("DENY");
});

test("a board in a frame shows the picture", async ({ page }) => {
  await page.goto("/embed/chess?moves=e2e4");
  const img = page.locator("img");
  await expect.poll(() => img.evaluate((el: HTMLImageElement) => el.naturalWidth)).toBeGreaterThan(0);
  for (const link of [page.locator("a:has(img)"), page.getByRole("link", { name: word("app.name"), exact: true })])
    await expect(link).toHaveAttribute("href", "/analysis/chess?moves=e2e4");
  // A frame that is wider than tall also shows the whole board.
  await page.setViewportSize({ width: 640, height: 420 });
  const [picture, buttons] = [await img.boundingBox(), await page.locator("nav").boundingBox()];
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
});

test("the moves of a board in a frame are stepped through, by pointer and by keyboard", async ({ page, request }) => {
  const board = page.locator("img");
  const shows = (ply: number) => expect(board).toHaveAttribute("data-ply", String(ply));
  const button = (key: string) => page.getByRole("button", { name: word(key), exact: true });
  await page.goto("/embed/chess?moves=e2e4+e7e5+g1f3");
  await expect(button("play.next")).toBeDisabled();
  await button("play.prev").click();
  await shows(2);
  const two = await board.screenshot();
  await button("play.first").click();
  await shows(0);
  await expect.poll(async () => (await board.screenshot()).equals(two)).toBe(false);
  await expect(button("play.prev")).toBeDisabled();
  await button("play.next").focus();
  await page.keyboard.press("Enter");
  await shows(1);
  await button("play.last").click();
  await shows(3);
  await button("play.prev").click();
  await shows(2);
  await expect.poll(async () => (await board.screenshot()).equals(two)).toBe(true);

  // The URL of this page contains no moves, so the server says how many moves the
  // match has.
  const made = await request.post("/api/matches", {
    data: { game: "caro", seats: [{ kind: "human" }, { kind: "human" }] },
  });
  const { id } = (await made.json()) as { id: string };
  for (const [seq, code] of ["h8", "i9"].entries())
    expect((await request.post(`/api/matches/${id}/moves`, { data: { code, ply: seq } })).ok()).toBe(true);
  await page.goto(`/embed/g/${id}`);
  await expect(button("play.prev")).toBeEnabled();
  await expect(button("play.next")).toBeDisabled();
  await button("play.prev").click();
  await shows(1);
  // The last button leads to the newest position, which may have changed since the page was
  // loaded.
  await request.post(`/api/matches/${id}/moves`, { data: { code: "j10", ply: 2 } });
  await button("play.last").click();
  await shows(3);
});
