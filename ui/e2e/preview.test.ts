// Link previews: a page names a picture by an absolute URL, and the picture is there.
import { expect, test, type APIRequestContext } from "@playwright/test";

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
  await expect(page.locator("a")).toHaveAttribute("href", "/analysis/chess?moves=e2e4");
});
