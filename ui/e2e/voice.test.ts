// Tests engine opponents in games through the server: an opponent makes remarks, the switch in the
// game's menu silences it, and it plays the opening that the player has asked for.
import { expect } from "@playwright/test";
import { readFileSync } from "node:fs";
import { click, moves, ready, resign, word } from "./play";
import { test } from "./test";

const vi = JSON.parse(readFileSync(new URL("../i18n/character/vi.json", import.meta.url), "utf8")) as Record<
  string,
  string
>;

test("a level on the server plays the opening that it was asked for and says its sentences", async ({ page }) => {
  const seats = [{ kind: "human" }, { kind: "level", level: 5, opening: "screen-horses" }];
  const made = await page.request.post("/api/matches", { data: { game: "xiangqi", clock: "none", seats } });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/g/${id}`);
  await ready(page);
  const said = page.locator(".seat .said");
  await expect(page.locator('.seat [data-face="5"]')).toBeVisible();
  await expect(said).toHaveText(vi["char.say.start.trader"] ?? "");
  await click(page, "h2e2");
  await moves(page, 2);
  await click(page, "h0g2");
  await moves(page, 4);
  const match = (await (await page.request.get(`/api/matches/${id}`)).json()) as { codes: string[]; seats: object[] };
  expect(match.seats[1]).toMatchObject({ opening: "screen-horses" });
  expect([match.codes[1], match.codes[3]].toSorted()).toEqual(["b9c7", "h9g7"]);

  // The switch in the menu silences the opponent.
  const silent = page.getByRole("switch", { name: vi["char.silent"] ?? "" });
  await page
    .locator(".actions")
    .getByRole("button", { name: word("app.menu") })
    .click();
  await silent.check({ force: true });
  await expect(page.locator(".seat [role=status]")).toHaveCount(0);
  await silent.uncheck({ force: true });
  await page.keyboard.press("Escape");
  await resign(page);
  await expect(said).toHaveText(vi["char.say.won"] ?? "");
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`a remark covers neither name nor captured pieces at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(() => localStorage.setItem("kydai.settings", JSON.stringify({ lang: "en" })));
    const seats = [{ kind: "human" }, { kind: "level", level: 1 }];
    const data = { game: "chess", clock: "10+5", seats };
    const made = await page.request.post("/api/matches", { data });
    expect(made.ok(), await made.text()).toBe(true);
    await page.goto(`/g/${((await made.json()) as { id: string }).id}`);
    await ready(page);
    const seat = page.locator(".seat", { has: page.locator(".said.voice") });
    await expect(seat).toContainText("Machine, level 1");
    // The remark rises into its place.
    await seat.locator(".voice").evaluate((el) => Promise.all(el.getAnimations().map((a) => a.finished)));
    const [remark, ...others] = await seat.evaluate((row) =>
      [".voice", ".who", ".tray", ".clock"].map((part) => {
        const el = row.querySelector(part);
        const { left, right, top, bottom, width } = el?.getBoundingClientRect() ?? new DOMRect();
        return { part, left, right, top, bottom, width, cut: el ? el.scrollWidth > el.clientWidth : true };
      }),
    );
    if (!remark) throw new Error("no remark");
    expect(remark.width).toBeGreaterThan(60);
    expect(remark.left).toBeGreaterThanOrEqual(0);
    expect(remark.right).toBeLessThanOrEqual(viewport.width);
    expect(remark.top).toBeGreaterThanOrEqual(0);
    for (const o of others) {
      const apart =
        o.right <= remark.left + 1 ||
        o.left >= remark.right - 1 ||
        o.bottom <= remark.top + 1 ||
        o.top >= remark.bottom - 1;
      expect(apart, `${o.part} ${JSON.stringify([o, remark])}`).toBe(true);
    }
    expect(others[0]?.cut).toBe(false);
  });
