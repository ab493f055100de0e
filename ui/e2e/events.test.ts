// These tests check the pages of tournaments: the form, entering as a guest, results reported by
// both players, corrections by the arbiter, and the reasons for pairings.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";
import { firstStart, type Server } from "./server";
import { tick } from "./tick";

let server: Server;
test.afterEach(() => server.end());

const begin = async () => {
  server = await firstStart();
};

/** Makes the account of a page an administrator. */
async function rule(page: Page): Promise<void> {
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await page.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
}

const phone = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

async function arrive(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...phone, locale: "vi-VN", baseURL: server.origin });
  return context.newPage();
}

/** Presses a button and waits for the server's response. */
async function press(page: Page, key: string, params: Record<string, string | number> = {}): Promise<void> {
  const name = Object.entries(params).reduce((s, [k, v]) => s.replace(`{${k}}`, String(v)), word(key));
  const answer = page.waitForResponse((r) => r.url().includes("/api/events") && r.request().method() !== "GET");
  await page.getByRole("button", { name, exact: true }).click();
  expect((await answer).ok()).toBe(true);
}

/** Checks that nothing is wider than a small phone. */
async function fits(page: Page): Promise<void> {
  await page.setViewportSize(phone.viewport);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

test("a tournament of three guests on small phones", async ({ browser }) => {
  test.slow();
  await begin();
  const boss = await arrive(browser);
  await boss.goto("/events");
  await expect(boss.getByText(word("events.new.guest"))).toBeVisible();
  await register(boss, "Chủ quán");
  await boss.reload();
  await expect(boss.getByText(word("events.new.role"))).toBeVisible();
  await rule(boss);
  await boss.goto("/online");
  await boss.getByRole("link", { name: word("events.title"), exact: true }).click();
  await expect(boss.getByText(word("events.none"))).toBeVisible();
  await boss.getByText(word("events.new"), { exact: true }).click();
  await boss.getByLabel(word("event.name")).fill("Giải tối thứ bảy");
  await tick(boss.getByRole("radio", { name: word("event.scoring.2-1-0") }));
  // Change the tie-breaks: move the second tie-break to the front and remove the last one.
  const breaks = boss.getByRole("group", { name: word("event.breaks") });
  const named = (key: string, name: string) =>
    breaks.getByRole("button", { name: word(key).replace("{name}", word(`event.break.${name}`)), exact: true });
  await named("event.breaks.up", "buchholz").click();
  await named("event.breaks.drop", "wins").click();
  await breaks.getByLabel(word("event.breaks.add")).selectOption("direct");
  await expect(breaks.getByRole("listitem")).toHaveText(
    ["buchholz", "buchholz-cut1", "direct"].map((b) => word(`event.break.${b}`)),
  );
  await sound(boss);
  await fits(boss);
  await press(boss, "event.create");
  await boss.waitForURL(/\/event\//);
  const at = new URL(boss.url()).pathname;
  await expect(boss.getByText(word("event.phase.draft"))).toBeVisible();

  const stranger = await arrive(browser);
  await stranger.goto(at);
  await expect(stranger.getByRole("alert")).toHaveText(word("event.missing"));
  await press(boss, "event.desk.open");

  const guests: Page[] = [];
  for (const name of ["Lan", "Minh", "Nam"]) {
    const guest = await arrive(browser);
    await guest.goto(at);
    await guest.getByLabel(word("event.enter.name")).fill(name);
    await press(guest, "event.enter");
    await expect(guest.getByText(word("event.entered"))).toBeVisible();
    guests.push(guest);
  }
  await boss.reload();
  await press(boss, "event.desk.start");
  await press(boss, "event.desk.pair", { n: 1 });
  await sound(boss);
  await fits(boss);
  // Lan plays against Minh, with either side. The third player, Nam, has no opponent and gets the
  // bye.
  const [lan, minh, nam] = guests as [Page, Page, Page];
  for (const guest of guests) await guest.reload();
  await expect(nam.getByText(word("event.bye.pairing")).first()).toBeVisible();
  await expect(lan.locator(".ticket .number")).toHaveText("1");
  await expect(lan.locator(".ticket .rival")).toContainText("Minh");
  await sound(lan);
  await fits(lan);

  // At first the two players report different results.
  await press(lan, "event.claim.win");
  await expect(lan.getByText(word("event.claimed.wait").replace("{name}", "Minh"))).toBeVisible();
  await minh.reload();
  await expect(minh.getByText(word("event.claims.loss").replace("{name}", "Lan"))).toBeVisible();
  await press(minh, "event.claim.win");
  await expect(minh.getByText(word("event.claims.differ"))).toBeVisible();
  // The organiser sees both reports at the board, and a message about the disputed board among the
  // controls of the event.
  await expect(boss.locator(".boards .disputed")).toHaveText(word("event.disputed"));
  const claims = boss.locator(".boards .reported.both > p").first();
  for (const claim of ["Lan báo: Lan thắng Minh", "Minh báo: Minh thắng Lan"])
    await expect(claims).toContainText(claim);
  await expect(boss.locator(".desk .disputed")).toHaveText(word("event.desk.disputed").replace("{boards}", "1"));
  await press(minh, "event.claim.loss");
  await expect(minh.getByText(word("event.got.loss"))).toBeVisible();
  // The opponent's page is updated without a reload.
  await expect(lan.getByText(word("event.got.win"))).toBeVisible();
  await expect(lan.locator(".standings tr.own")).toContainText("Lan2");

  // The page explains why Lan and Minh meet, and why Lan does not meet another player.
  await lan.locator(".boards summary", { hasText: word("event.why") }).click();
  await expect(lan.locator(".why li").first()).toContainText("0 điểm");
  await lan.getByRole("button", { name: word("event.why.ask"), exact: true }).click();
  await expect(lan.locator(".whynot [role=status]")).toContainText("thứ hạng");
  await sound(lan);

  // The arbiter corrects the result and gives a reason that everyone sees.
  await boss.reload();
  await boss.locator("summary", { hasText: word("event.correct") }).click();
  const form = boss.getByRole("form", { name: word("event.decide.result").replace("{n}", "1") });
  await tick(form.getByRole("radio", { name: word("event.decide.draw") }));
  await form.getByLabel(word("event.decide.reason")).fill("Ghi nhầm phiếu");
  await press(boss, "event.decide.do");
  await expect(boss.locator(".boards")).toContainText(
    word("event.reason.corrected").replace("{reason}", "Ghi nhầm phiếu"),
  );
  await expect(boss.locator(".boards .score")).toHaveText("½ – ½");

  // The hall page shows the score in large letters, with a QR code for the page of the event.
  const eye = await arrive(browser);
  expect((await eye.goto(`${at}/hall`))?.status()).toBe(200);
  await expect(eye.locator(".hall .score")).toHaveText("½ – ½");
  const code = eye.getByRole("img", { name: word("event.hall.qr") });
  await expect.poll(() => code.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(0);
  await expect(eye.locator(".top")).toBeHidden();
  await sound(eye);
  await fits(eye);

  // Each print button prints only its part.
  await boss.evaluate(() => (window.print = () => undefined));
  await boss.getByText(word("event.print"), { exact: true }).click();
  for (const [key, shown] of [
    ["slips", ".slips li"],
    ["standings", ".standings table"],
    ["pairings", ".pairings .names"],
  ] as const) {
    await boss.getByRole("button", { name: word(`event.print.${key}`), exact: true }).click();
    await boss.emulateMedia({ media: "print" });
    for (const part of [".slips li", ".standings table", ".pairings .names"])
      await expect(boss.locator(part), `${part} of ${key}`).toBeVisible({ visible: part === shown });
    await expect(boss.locator(".tabs, .desk").first()).toBeHidden();
    await boss.emulateMedia({ media: "screen" });
  }

  // Undoing a round requires a confirmation; then the round is gone.
  await boss.getByText(word("event.desk.more"), { exact: true }).click();
  await boss.getByRole("button", { name: word("event.desk.undo").replace("{n}", "1"), exact: true }).click();
  await expect(boss.getByRole("button", { name: word("event.desk.no"), exact: true })).toBeFocused();
  await press(boss, "event.desk.yes");
  await expect(boss.getByText(word("event.pairings.none"))).toBeVisible();
  await expect(boss.getByRole("button", { name: word("event.desk.pair").replace("{n}", "1") })).toBeVisible();
});

test("players who check in are seated on screen, and the game gives the result", async ({ browser }) => {
  await begin();
  const boss = await arrive(browser);
  await boss.goto("/events");
  await register(boss, "Chủ quán");
  await rule(boss);
  await boss.reload();
  await boss.getByText(word("events.new"), { exact: true }).click();
  await boss.getByLabel(word("event.name")).fill("Giải trên mạng");
  await tick(boss.getByRole("radio", { name: word("event.boards.screen"), exact: true }));
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
    await press(guest, "event.checkin", { n: 1 });
    await expect(guest.getByText(word("event.checkin.yes").replace("{n}", "1"))).toBeVisible();
    guests.push(guest);
  }
  const [lan, minh] = guests as [Page, Page];
  // A player who has opened another page gets a link to the board on that page.
  const called = minh.waitForResponse((r) => r.url().endsWith("/entrants"));
  await minh.goto("/");
  await called;
  await boss.reload();
  await press(boss, "event.desk.start");
  await press(boss, "event.desk.pair", { n: 1 });
  await lan.getByRole("link", { name: word("event.go").replace("{n}", "1"), exact: true }).click();
  await minh.getByRole("link", { name: "Vòng 1: bàn 1, gặp Lan", exact: true }).click();
  for (const guest of guests) await expect(guest.locator(".kb")).toBeVisible();
  const match = new URL(lan.url()).pathname;
  expect(new URL(minh.url()).pathname).toBe(match);
  const resigned = await lan.request.post(`/api/matches/${match.replace("/g/", "")}/acts`, {
    data: { kind: "resign" },
  });
  expect(resigned.ok(), await resigned.text()).toBe(true);
  await expect(boss.getByRole("button", { name: word("event.desk.pair").replace("{n}", "2") })).toBeVisible();
  // The page of the match links back to the event and says when the next round is paired.
  const back = minh.getByRole("button", { name: word("event.match.back"), exact: true });
  await expect(back).toBeInViewport();
  await expect(minh.getByRole("button", { name: word("online.rematch"), exact: true })).toHaveCount(0);
  await expect(minh.getByRole("link", { name: /^Giải trên mạng · vòng 1 · bàn 1$/ })).toHaveAttribute("href", at);
  const id = at.replace("/event/", "");
  // The server cannot pair a second round of these two players. So the test changes the next answer
  // that Minh's page gets about the event: the answer says that round 2 is paired.
  await minh.route(`**/api/events/${id}`, async (r) => {
    const answer = await r.fetch();
    await r.fulfill({ response: answer, json: { ...((await answer.json()) as object), paired: 2 } });
  });
  const told = await lan.request.put(`/api/events/${id}/entrants/1/checkin`, { data: { round: 2, in: true } });
  expect(told.ok(), await told.text()).toBe(true);
  await expect(minh.getByText(word("event.match.next").replace("{n}", "2"))).toBeVisible();
  await minh.unroute(`**/api/events/${id}`);
  await back.click();
  await expect(minh).toHaveURL(new RegExp(`${at}$`));
  await expect(minh.getByText(word("event.got.win"))).toBeVisible();
});
