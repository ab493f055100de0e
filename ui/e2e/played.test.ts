// The games of a profile on a phone: counted, chosen, seen and downloaded.
import { devices, expect, type Page, test } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { type Two, twoAccounts } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";

const phone = { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } };

async function post(page: Page, path: string, data: unknown): Promise<{ id: string }> {
  const made = await page.request.post(`/api${path}`, { data });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()) as { id: string };
}

/** The first player plays a game with the second and wins or loses it. */
async function game({ pages, ids }: Two, kind: string, side: "first" | "second", won: boolean): Promise<string> {
  const code = kind === "caro" ? "h8" : "e2e4";
  const { id: offer } = await post(pages[0], "/offers", { game: kind, side, to: ids[1], clock: "10+5" });
  const { id } = await post(pages[1], `/offers/${offer}/accept`, {});
  await post(pages[side === "first" ? 0 : 1], `/matches/${id}/moves`, { ply: 0, code });
  await post(pages[won ? 1 : 0], `/matches/${id}/acts`, { kind: "resign" });
  return id;
}

test("games are counted, chosen by what they have in common, and downloaded", async ({ browser }) => {
  test.setTimeout(120_000);
  const two = await twoAccounts(browser, { ...phone, acceptDownloads: true });
  const [a, b] = two.pages;
  const chess = await game(two, "chess", "first", true);
  const caro = await game(two, "caro", "second", true);
  const lost = await game(two, "chess", "second", false);
  await expect
    .poll(async () => {
      const p = (await (await b.request.get(`/api/players/${two.ids[0]}`)).json()) as { results: unknown[] };
      return p.results.length;
    })
    .toBe(3);

  // Whoever looks again, turns the phone, or comes back from a game finds the same.
  for (const again of [false, true]) {
    await b.goto(`/player/${two.ids[0]}`);
    const thumbs = b.locator(".thumbs li");
    await expect(thumbs).toHaveCount(3);
    await expect(b.locator(".streaks")).toContainText("2");
    await b.locator(".chip", { hasText: word("rank.by.opponent") }).click();
    const row = b.locator(".results tbody tr");
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(two.names[1]);
    await expect(row.locator("td")).toHaveText(["2", "0", "1", "67 %", "67 %"]);

    await b.locator('select[name="game"]').selectOption("chess");
    await expect(thumbs).toHaveCount(2);
    await b.locator('select[name="result"]').selectOption("lost");
    await expect(thumbs).toHaveCount(1);
    await expect(thumbs.locator("a")).toHaveAttribute("href", `/g/${lost}`);
    await expect(b).toHaveURL(/\?game=chess&result=lost$/);
    await b.setViewportSize({ width: 740, height: 360 });
    const picture = thumbs.locator("img");
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0)).toBe(true);
    expect(await b.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await thumbs.locator("a").click();
    await expect(b).toHaveURL(new RegExp(`/g/${lost}$`));
    await b.goBack();
    await expect(b).toHaveURL(/\?game=chess&result=lost$/);
    await expect(thumbs).toHaveCount(1);
    await b.setViewportSize({ width: 360, height: 740 });
    await b.locator('select[name="side"]').selectOption("first");
    await expect(b.getByText(word("rank.nosuch"))).toBeVisible();
    await b.locator('select[name="side"]').selectOption("");
    await b.locator('select[name="result"]').selectOption("");
    await expect(thumbs).toHaveCount(2);
    if (again) continue;
    const saved = b.waitForEvent("download");
    await b.getByRole("link", { name: word("rank.download.some") }).click();
    const zip = await readFile(await (await saved).path(), "latin1");
    expect(zip).toContain(`${chess}.pgn`);
    expect(zip).toContain(`${lost}.pgn`);
    expect(zip).not.toContain(caro);
  }
  await sound(b);
  await a.close();
  await two.end();
});
