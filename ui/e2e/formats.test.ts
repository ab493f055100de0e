// These tests check tournament formats on their pages: an arena pairs players automatically, a
// ladder by challenges.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";
import { firstStart, type Server } from "./server";
import { tick } from "./tick";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const arrive = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ ...phone, locale: "vi-VN", baseURL: server.origin })).newPage();

const said = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key));

/** Presses a button and waits for the server's response. */
async function press(page: Page, key: string, params: Record<string, string | number> = {}): Promise<void> {
  const answer = page.waitForResponse((r) => r.url().includes("/api/events") && r.request().method() !== "GET");
  await page.getByRole("button", { name: said(key, params), exact: true }).click();
  const got = await answer;
  expect(got.ok(), await got.text()).toBe(true);
}

/** An organiser creates an event of a format with the form; two guests enter it. */
async function gather(browser: Browser, format: string): Promise<{ boss: Page; guests: [Page, Page]; at: string }> {
  const boss = await arrive(browser);
  await boss.goto("/events");
  await register(boss, "Chủ quán");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await boss.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
  await boss.reload();
  await boss.getByText(word("events.new"), { exact: true }).click();
  await boss.getByLabel(word("event.name")).fill("Giải tối nay");
  await tick(boss.getByRole("radio", { name: word(`event.format.${format}`), exact: true }));
  await sound(boss);
  await press(boss, "event.create");
  await boss.waitForURL(/\/event\//);
  const at = new URL(boss.url()).pathname;
  await press(boss, "event.desk.open");
  const guests: Page[] = [];
  for (const name of ["Lan", "Minh"]) {
    const guest = await arrive(browser);
    await guest.goto(at);
    await guest.getByLabel(word("event.enter.name")).fill(name);
    await press(guest, "event.enter");
    guests.push(guest);
  }
  await boss.reload();
  return { boss, guests: guests as [Page, Page], at };
}

test("an arena pairs who is ready, and again after the game", async ({ browser }) => {
  test.slow();
  const { boss, guests, at } = await gather(browser, "arena");
  for (const guest of guests) {
    await press(guest, "event.arena.join");
    await expect(guest.getByText(word("event.arena.ready"))).toBeVisible();
  }
  await press(boss, "event.desk.start");
  await expect(boss.getByText(word("event.desk.arena"))).toBeVisible();
  for (const board of [1, 2]) {
    const [lan] = guests;
    const match = await lan
      .getByRole("link", { name: said("event.go", { n: board }), exact: true })
      .getAttribute("href");
    const path = `/api/matches/${match?.replace("/g/", "")}`;
    await expect.poll(async () => (await lan.request.get(path)).status()).toBe(200);
    expect((await lan.request.post(`${path}/acts`, { data: { kind: "resign" } })).ok()).toBe(true);
  }
  await guests[1].goto(at);
  await expect(guests[1].getByRole("timer")).toBeVisible();
  await expect(guests[1].getByText(said("event.place", { n: 1, points: 4 }))).toBeVisible();
  await sound(guests[1]);
});

test("who beats somebody above takes the place on a ladder", async ({ browser }) => {
  test.slow();
  const { boss, guests, at } = await gather(browser, "ladder");
  await press(boss, "event.desk.start");
  const [lan, minh] = guests;
  await minh.goto(at);
  await press(minh, "event.ladder.challenge", { name: "Lan" });
  await lan.goto(at);
  await press(lan, "event.claim.loss");
  await minh.reload();
  await press(minh, "event.claim.win");
  await expect(minh.getByText(said("event.place", { n: 1, points: 1 }))).toBeVisible();
  await sound(minh);
});
