// These tests check the pages of clubs: joining, roles, calendar, league, and results that come
// from another server. They also check that pages of events are updated when something changes.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };
const arrive = async (browser: Browser, as: object = phone): Promise<Page> =>
  (await browser.newContext({ ...as, locale: "vi-VN", baseURL: server.origin })).newPage();

const said = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key));

/** A page of the server's administrator. */
async function boss(browser: Browser, as: object = phone): Promise<Page> {
  const page = await arrive(browser, as);
  await page.goto("/clubs");
  await register(page, "Chủ nhiệm");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await page.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
  await page.reload();
  return page;
}

const settings = (format: string, name: string) => ({
  name,
  game: "chess",
  clock: "10+5",
  format,
  ...(format === "swiss" ? { rounds: 1 } : {}),
  scoring: "1-0.5-0",
  boards: "wood",
});

/** Sends a request as the user of a page, and returns the parsed response. */
async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const got = await page.request.fetch(`/api${path}`, { method, ...(data ? { data } : {}) });
  expect(got.ok(), `${method} ${path}: ${await got.text()}`).toBe(true);
  const text = await got.text();
  return (text ? JSON.parse(text) : {}) as T;
}

/**
 * Plays an event in which an earlier name of the list always beats a later name. Returns the id of
 * the event.
 */
async function night(page: Page, club: string, format: string, names: string[], rounds: number): Promise<string> {
  const { id } = await ask<{ id: string }>(page, "POST", `/clubs/${club}/events`, {
    starts: Date.now(),
    settings: settings(format, `Tối ${format}`),
  });
  const at = `/events/${id}`;
  await ask(page, "POST", `${at}/phase`, { phase: "open" });
  for (const [i, name] of names.entries()) await ask(page, "POST", `${at}/entrants`, { name, rating: 2000 - i });
  await ask(page, "POST", `${at}/phase`, { phase: "running" });
  for (let n = 1; n <= rounds; n++) {
    await ask(page, "POST", `${at}/rounds/${n}`, {});
    const round = await ask<{ boards: { board: number; first: number; second: number }[] }>(
      page,
      "GET",
      `${at}/rounds/${n}`,
    );
    for (const b of round.boards)
      await ask(page, "PUT", `${at}/rounds/${n}/boards/${b.board}`, {
        result: b.first < b.second ? "first" : "second",
        reason: "xem",
        version: 0,
      });
  }
  return id;
}

test("a club takes members in, holds an evening and has a league", async ({ browser }) => {
  test.slow();
  const owner = await boss(browser);
  await owner.getByText(word("clubs.new"), { exact: true }).click();
  await owner.getByLabel(word("club.name"), { exact: true }).fill("CLB Bến Nghé");
  await owner.getByLabel(word("club.place")).fill("12 Lê Lợi, Huế");
  await owner.getByLabel(word("club.text")).fill("Tối thứ sáu, 19 giờ.\nAi cũng chơi được.");
  await sound(owner);
  await owner.getByRole("button", { name: word("clubs.create") }).click();
  await owner.waitForURL(/\/club\//);
  const at = new URL(owner.url()).pathname;
  const id = at.replace("/club/", "");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("CLB Bến Nghé");

  // An asks to join and is accepted; Bo joins with the invitation link.
  const an = await arrive(browser, desktop);
  await an.goto(at);
  await expect(an.getByText(word("club.signin"))).toBeVisible();
  await register(an, "An");
  await an.reload();
  await an.getByRole("button", { name: word("club.ask") }).click();
  await expect(an.getByText(word("club.asked"))).toBeVisible();
  await owner.reload();
  await owner.getByRole("button", { name: said("club.accept.who", { name: "An" }) }).click();
  await expect(owner.getByRole("link", { name: "An", exact: true })).toBeVisible();
  await owner.getByText(word("club.link"), { exact: true }).click();
  const link = await owner.locator(".joinlink code").innerText();
  await sound(owner);
  const bo = await arrive(browser);
  await bo.goto("/clubs");
  await register(bo, "Bo");
  await bo.goto(link);
  await bo.getByRole("button", { name: word("club.join") }).click();
  await expect(bo.getByText(word("club.you.member"))).toBeVisible();
  expect(new URL(bo.url()).hash).toBe("");

  // An becomes an organiser and sees the controls of organisers.
  await owner.reload();
  await owner.getByText(word("club.change"), { exact: true }).first().click();
  await owner.getByRole("button", { name: word("club.make.organiser") }).click();
  await expect(owner.getByText(word("club.role.organiser"), { exact: true })).toBeVisible();
  await night(an, id, "swiss", ["an", "Cụ Lê", "Bo", "Dũng"], 1).then((e) =>
    ask(an, "POST", `/events/${e}/phase`, { phase: "over" }),
  );
  await an.reload();
  await an.getByText(word("club.season.new"), { exact: true }).click();
  await an.getByLabel(word("club.season.name")).fill("Mùa này");
  await an.getByRole("button", { name: word("club.season.add") }).click();
  await bo.reload();
  const league = bo.getByRole("region", { name: word("club.league") });
  await expect(league.getByRole("row")).toHaveCount(5);
  await expect(league.getByRole("row").nth(1)).toContainText("An");
  await sound(bo);
  // The club cannot join two names that played in the same event, because they must be two people.
  await an.reload();
  await an.getByText(word("club.names"), { exact: true }).click();
  await an.getByLabel(word("club.names.one")).fill("Dũng");
  await an.getByLabel(word("club.names.other")).fill("Cụ Lê");
  await an.getByRole("button", { name: word("club.names.same") }).click();
  await expect(an.getByText(word("club.error.two-people")).first()).toBeVisible();
  // Two names from different events are joined as two spellings of one person's name, and separated
  // again.
  await night(an, id, "swiss", ["Lê Văn Tám", "Hai"], 1).then((e) =>
    ask(an, "POST", `/events/${e}/phase`, { phase: "over" }),
  );
  await an.reload();
  await an.getByText(word("club.names"), { exact: true }).click();
  await an.getByLabel(word("club.names.one")).fill("Lê Văn Tám");
  await an.getByLabel(word("club.names.other")).fill("Cụ Lê");
  await an.getByRole("button", { name: word("club.names.same") }).click();
  await expect(an.getByText(said("club.names.is", { name: "Lê Văn Tám", other: "Cụ Lê" }))).toBeVisible();
  await sound(an);
  await bo.reload();
  await expect(league.getByRole("row")).toHaveCount(6);
  await an.getByRole("button", { name: word("club.names.undo") }).click();
  await expect(an.getByText(said("club.names.is", { name: "Lê Văn Tám", other: "Cụ Lê" }))).toHaveCount(0);
  await bo.reload();
  await expect(league.getByRole("row")).toHaveCount(7);
  // A visitor who is not a member sees the page but no private information.
  const stranger = await arrive(browser);
  await stranger.goto(at);
  await expect(stranger.getByText("12 Lê Lợi, Huế")).toBeVisible();
  await expect(stranger.getByText(word("club.manage"))).toHaveCount(0);
  await stranger.goto("/clubs");
  await expect(stranger.getByRole("link", { name: /CLB Bến Nghé/ })).toBeVisible();
  await sound(stranger);
});

test("pages of an event learn of a change within a second", async ({ browser }) => {
  test.slow();
  const owner = await boss(browser);
  const { id: club } = await ask<{ id: string }>(owner, "POST", "/clubs", { name: "CLB Huế" });
  const { id } = await ask<{ id: string }>(owner, "POST", `/clubs/${club}/events`, {
    starts: Date.now(),
    settings: settings("swiss", "Giải"),
  });
  await ask(owner, "POST", `/events/${id}/phase`, { phase: "open" });
  const watcher = await arrive(browser);
  let asked = 0;
  watcher.on("request", (r) => void (r.url().endsWith(`/api/events/${id}`) && asked++));
  const follows = watcher
    .waitForEvent("websocket")
    .then((s) => s.waitForEvent("framereceived", { predicate: (f) => String(f.payload).includes('"event"') }));
  await watcher.goto(`/event/${id}`);
  await expect(watcher.getByRole("link", { name: said("event.club", { name: "CLB Huế" }) })).toBeVisible();
  await follows;
  const quiet = asked;
  await watcher.waitForTimeout(7000); // longer than the polling interval of a page without a socket
  expect(asked).toBe(quiet);
  for (const name of ["Cụ Lê", "Bác Tư"]) {
    await ask(owner, "POST", `/events/${id}/entrants`, { name });
    const told = Date.now();
    await expect(watcher.getByText(name, { exact: true })).toBeVisible({ timeout: 3000 });
    const took = Date.now() - told;
    test.info().annotations.push({ type: "shown after", description: `${took} ms` });
    expect(took).toBeLessThan(1000 * Number(process.env.KYDAI_TEST_PATIENCE ?? 1));
    await watcher.waitForTimeout(1000);
  }
});

for (const format of ["knockout", "double"])
  test(`the bracket of ${format} is drawn, on the page and in the hall`, async ({ browser }) => {
    test.slow();
    const owner = await boss(browser, desktop);
    const { id: club } = await ask<{ id: string }>(owner, "POST", "/clubs", { name: "CLB Huế" });
    const names = ["Nguyễn Thị Minh Khai", "Bình", "Chi", "Dũng", "Em", "Giang", "Hà"];
    const id = await night(owner, club, format, names, format === "double" ? 2 : 1);
    const page = await arrive(browser);
    await page.goto(`/event/${id}`);
    const bracket = page.getByRole("region", { name: word("event.bracket") });
    await expect(bracket.getByRole("listitem").first()).toBeVisible();
    await expect(bracket.getByText(word("event.bracket.open")).first()).toBeVisible();
    expect(await bracket.evaluate((e) => e.scrollWidth > e.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await sound(page);
    await owner.goto(`/event/${id}/hall`);
    await expect(
      owner
        .getByRole("region", { name: word("event.bracket") })
        .getByRole("listitem")
        .first(),
    ).toBeVisible();
  });

test("results of another server come in once, with the key", async ({ browser }) => {
  test.slow();
  const there = await boss(browser, desktop);
  const { id: far } = await ask<{ id: string }>(there, "POST", "/clubs", { name: "CLB Xa" });
  const event = await night(there, far, "swiss", ["Cụ Lê", "Bo"], 1);
  const file = await (await there.request.get(`/api/events/${event}/files/signed`)).body();
  const first = server;
  server = await firstStart();
  try {
    const owner = await boss(browser);
    const { id } = await ask<{ id: string }>(owner, "POST", "/clubs", { name: "CLB Gần" });
    await owner.goto(`/club/${id}`);
    await owner.getByText(word("club.import"), { exact: true }).click();
    for (let twice = 0; twice < 2; twice++) {
      await owner
        .getByLabel(word("club.import.file"))
        .setInputFiles({ name: "r.json", mimeType: "application/json", buffer: file });
      await owner.getByRole("button", { name: word("club.import.take") }).click();
      await expect(owner.getByRole("status").getByText("Tối swiss")).toBeVisible();
    }
    await sound(owner);
    const entry = owner.locator(".calendar").getByRole("link");
    await expect(entry).toHaveCount(1);
    await entry.click();
    await expect(owner.getByRole("row")).toHaveCount(3);
    await sound(owner);

    // A name in the other server's file is linked to a member only after the owner trusts the key
    // of that server and two people have confirmed the name.
    const bo = await arrive(browser);
    await bo.goto("/clubs");
    await register(bo, "Bo");
    const { player } = await ask<{ player: string }>(bo, "GET", "/me");
    await ask(bo, "POST", `/clubs/${id}/members`, {});
    await ask(owner, "PUT", `/clubs/${id}/members/${player}`, { role: "member" });
    const sheet = new URL(owner.url()).pathname;
    await bo.goto(sheet);
    await expect(bo.getByText(word("club.signed.untrusted"))).toBeVisible();
    await owner.goto(`/club/${id}`);
    await owner.getByText(word("club.keys"), { exact: true }).click();
    await owner.getByRole("button", { name: word("club.keys.trust") }).click();
    await owner.getByRole("button", { name: word("club.yes"), exact: true }).click();
    await expect(owner.getByText(word("club.keys.trusted"), { exact: true })).toBeVisible();
    await sound(owner);
    await bo.reload();
    await bo.getByLabel(word("club.signed.name")).selectOption("Bo");
    await bo.getByRole("button", { name: word("club.signed.me") }).click();
    const is = said("club.names.is", { name: "Bo", other: "Bo" });
    await expect(bo.getByText(is)).toContainText(word("club.names.unsure"));
    await sound(bo);
    await owner.goto(sheet);
    await owner.getByRole("button", { name: word("club.signed.confirm") }).click();
    await expect(owner.getByText(is)).not.toContainText(word("club.names.unsure"));
    await sound(owner);
    // The member undoes the link.
    await bo.reload();
    await bo.getByRole("button", { name: word("club.names.undo") }).click();
    await expect(bo.getByText(is)).toHaveCount(0);
  } finally {
    await first.end();
  }
});

test("an organiser puts an own event into the calendar of a club, and organisers of the club run it", async ({
  browser,
}) => {
  test.slow();
  const owner = await boss(browser);
  const helper = await arrive(browser, desktop);
  await helper.goto("/clubs");
  await register(helper, "An");
  const { player } = await ask<{ player: string }>(helper, "GET", "/me");
  const { id: club } = await ask<{ id: string }>(owner, "POST", "/clubs", { name: "CLB Huế" });
  await ask(helper, "POST", `/clubs/${club}/members`, {});
  for (const role of ["member", "organiser"]) await ask(owner, "PUT", `/clubs/${club}/members/${player}`, { role });
  const { id } = await ask<{ id: string }>(owner, "POST", "/events", settings("swiss", "Giải riêng"));
  await ask(owner, "POST", `/events/${id}/phase`, { phase: "open" });
  for (const name of ["Bác Tư", "Cô Hạnh"]) await ask(owner, "POST", `/events/${id}/entrants`, { name });
  await helper.goto(`/event/${id}`);
  await expect(helper.getByRole("heading", { level: 1 })).toHaveText("Giải riêng");
  await expect(helper.getByText(word("event.desk"), { exact: true })).toHaveCount(0);

  await owner.goto(`/event/${id}`);
  await owner.getByText(word("event.calendar"), { exact: true }).click();
  await expect(owner.getByRole("combobox", { name: word("event.calendar.club") })).toHaveValue(club);
  await owner.getByLabel(word("club.event.starts")).fill("2031-05-01T19:30");
  await sound(owner);
  await owner.getByRole("button", { name: word("event.calendar.put") }).click();
  const link = owner.getByRole("link", { name: said("event.club", { name: "CLB Huế" }) });
  await expect(link).toBeVisible();
  // The organiser changes the date of the event.
  await owner.reload();
  await owner.getByText(word("event.calendar"), { exact: true }).click();
  await expect(owner.getByLabel(word("club.event.starts"))).toHaveValue("2031-05-01T19:30");
  await owner.getByLabel(word("club.event.starts")).fill("2031-05-02T19:30");
  const changed = owner.waitForResponse((r) => r.request().method() === "PUT" && r.ok());
  await owner.getByRole("button", { name: word("event.calendar.date") }).click();
  await changed;
  // The other organiser of the club can run the event.
  await helper.reload();
  await helper.getByRole("button", { name: word("event.desk.start") }).click();
  await expect(helper.getByText(word("event.phase.running"), { exact: true })).toBeVisible();
  await link.click();
  await expect(owner.getByRole("link", { name: /Giải riêng.*2031/s })).toBeVisible();
  await owner.goBack();
  await owner.getByText(word("event.calendar"), { exact: true }).click();
  await owner.getByRole("button", { name: word("event.calendar.drop") }).click();
  await sound(owner);
  await owner.getByRole("button", { name: word("event.desk.yes") }).click();
  await expect(link).toHaveCount(0);
  await expect(owner.getByRole("button", { name: word("event.calendar.put") })).toBeVisible();
});
