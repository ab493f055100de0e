// These tests check the controls of arbiters on the page of a tournament: pairing by hand, byes,
// forbidden pairs, teams and categories, corrections with their history, a board opened by its QR
// code, and games in progress on the hall page.
import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
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
const said = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key));

async function arrive(browser: Browser, options: BrowserContextOptions = phone): Promise<Page> {
  const context = await browser.newContext({ ...options, locale: "vi-VN", baseURL: server.origin });
  return context.newPage();
}

/** Sends a command through the API and checks that it succeeds. */
async function order(page: Page, method: "post" | "put" | "delete", path: string, data: object = {}): Promise<void> {
  const answer = await page.request[method](`/api/events${path}`, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

/** An organiser with an event; `at` is the path of the event's page. */
async function organiser(browser: Browser, settings: object): Promise<{ boss: Page; at: string; api: string }> {
  const boss = await arrive(browser);
  await register(boss, "Chủ quán");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await boss.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
  const usual = { clock: "10+5", format: "swiss", rounds: 3, scoring: "1-0.5-0", tieBreaks: ["direct"] };
  const made = await boss.request.post("/api/events", {
    data: { name: "Giải câu lạc bộ", game: "xiangqi", ...usual, ...settings },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: string };
  await order(boss, "post", `/${id}/phase`, { phase: "open" });
  return { boss, at: `/event/${id}`, api: `/${id}` };
}

/** Runs an action that sends a command, and waits for the response. */
async function sends(page: Page, does: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((r) => r.url().includes("/api/events") && r.request().method() !== "GET");
  await does();
  expect((await answer).status()).toBe(200);
}

test("an arbiter pairs by hand, keeps two apart, corrects and reads the history", async ({ browser }) => {
  test.slow();
  const { boss, at, api } = await organiser(browser, { boards: "wood", teamBest: 2 });
  for (const name of ["An", "Bình", "Chi", "Dũng", "Em"]) await order(boss, "post", `${api}/entrants`, { name });
  await boss.goto(at);

  // Assign teams and categories.
  const person = (name: string) => boss.locator(".entrants li", { hasText: name });
  await person("An").getByText(word("event.edit"), { exact: true }).click();
  const edit = boss.getByRole("form", { name: said("event.edit.of", { name: "An" }) });
  await edit.getByLabel(word("event.edit.team"), { exact: true }).fill("Huế");
  await edit.getByLabel(word("event.edit.categories")).fill("U12; nữ");
  await sends(boss, () => edit.getByRole("button").click());
  await expect(person("An")).toContainText("Huế · U12 · nữ");

  // Forbid a pair of players to meet.
  await boss.getByText(word("event.desk.more"), { exact: true }).click();
  await boss.getByText(word("event.forbid"), { exact: true }).click();
  const apart = boss.getByRole("form", { name: word("event.forbid") });
  await apart.getByLabel(word("event.forbid.a")).selectOption({ label: "An" });
  await apart.getByLabel(word("event.forbid.b")).selectOption({ label: "Bình" });
  await sends(boss, () => apart.getByRole("button").click());
  await expect(boss.getByText("An – Bình", { exact: true })).toBeVisible();

  // Pair the first round by hand: Em, who had no opponent, takes the place of An, and An gets a
  // half-point bye.
  await sends(boss, () => boss.getByRole("button", { name: word("event.desk.start"), exact: true }).click());
  await boss.getByText(said("event.hand.pair", { n: 1 }), { exact: true }).click();
  const hand = boss.getByRole("form", { name: said("event.hand.pair", { n: 1 }) });
  await hand.getByLabel(said("event.hand.first", { n: 1 })).selectOption({ label: "Em" });
  await expect(hand.getByLabel(said("event.hand.bye", { name: "An" }))).toHaveValue("absent");
  await hand.getByLabel(said("event.hand.bye", { name: "An" })).selectOption("half");
  await sound(boss);
  await boss.setViewportSize(phone.viewport);
  await expect.poll(() => boss.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await sends(boss, () => hand.getByRole("button", { name: word("event.hand.do") }).click());
  await expect(boss.getByText(word("event.hand"), { exact: true })).toBeVisible();
  await expect(boss.locator(".boards > li .names")).toContainText(["Em", "Chi"]);
  await expect(boss.locator(".byes")).toContainText(`An ${word("event.bye.half")}`);

  // The QR code on the printed sheet opens the board, where the arbiter enters the result.
  await boss.evaluate(() => (window.print = () => undefined));
  await boss.getByText(word("event.print"), { exact: true }).click();
  await boss.getByRole("button", { name: word("event.print.cards"), exact: true }).click();
  const codes = boss.locator(".cards img");
  await expect(codes).toHaveCount(2);
  for (const i of [0, 1]) {
    await expect.poll(() => codes.nth(i).evaluate((x: HTMLImageElement) => x.naturalWidth)).toBeGreaterThan(0);
    expect(await codes.nth(i).getAttribute("src")).toContain(encodeURIComponent(`${at}/b${i + 1}`));
  }
  await boss.goto(`${at}/b2`);
  const here = boss.getByRole("region", { name: said("event.board", { n: 2 }) });
  await tick(here.getByRole("radio", { name: word("event.decide.draw"), exact: true }));
  await sends(boss, () => here.getByRole("button", { name: word("event.decide.do") }).click());
  await expect(here.locator(".score")).toHaveText(word("event.result.draw"));
  const stranger = await arrive(browser);
  await stranger.goto(`${at}/b1`);
  await expect(stranger.getByText(word("event.atboard.who"))).toBeVisible();
  await stranger.goto(`${at}/b9`);
  await expect(stranger.getByText(word("event.atboard.none"))).toBeVisible();

  // Corrections are recorded in a history that everyone can read.
  await order(boss, "put", `${api}/rounds/1/boards/2`, { result: "first", reason: "Nhầm phiếu", version: 1 });
  await stranger.goto(at);
  await stranger.getByText(word("event.history"), { exact: true }).click();
  const arbiter = said("event.source.arbiter", { name: "Chủ quán" });
  await expect(stranger.locator(".history li")).toContainText([arbiter, "Nhầm phiếu"]);
  await expect(stranger.locator(".history li b")).toHaveText([word("event.result.draw"), word("event.result.first")]);

  // Filter the standings by category, and show the teams.
  await tick(stranger.getByRole("radio", { name: "nữ", exact: true }));
  await expect(stranger.locator(".standings tbody tr")).toHaveCount(1);
  await tick(stranger.getByRole("radio", { name: word("event.standings.teams"), exact: true }));
  await expect(stranger.locator(".standings tbody th")).toHaveText("Huế An");

  // One player withdraws and is readmitted; another gets a bye.
  await order(boss, "put", `${api}/rounds/1/boards/1`, { result: "first", reason: "Phiếu", version: 0 });
  await order(boss, "delete", `${api}/entrants/3`);
  await boss.goto(at);
  await sends(boss, () => boss.getByRole("button", { name: said("event.return.of", { name: "Chi" }) }).click());
  await person("Bình").getByText(word("event.edit"), { exact: true }).click();
  await sends(boss, () => tick(person("Bình").getByRole("radio", { name: word("event.bye.ask.full") })));
  await sends(boss, () => boss.getByRole("button", { name: said("event.desk.pair", { n: 2 }), exact: true }).click());
  await expect(boss.locator(".boards")).toContainText("Chi");
  await expect(boss.locator(".byes")).toContainText("Bình");
});

/** Pairs a round of two guests on screen and opens the hall page at the view of the boards. */
async function hallOf(browser: Browser, game: string): Promise<Page> {
  const { boss, at, api } = await organiser(browser, { boards: "screen", game, firstMove: 300_000 });
  for (const n of [1, 2]) {
    const guest = await arrive(browser);
    await guest.request.get("/api/me");
    await order(guest, "post", `${api}/entrants`);
    await order(guest, "put", `${api}/entrants/${n}/checkin`, { round: 1, in: true });
  }
  await order(boss, "post", `${api}/phase`, { phase: "running" });
  await order(boss, "post", `${api}/rounds/1`);
  const eye = await arrive(browser, { viewport: { width: 1280, height: 800 } });
  await eye.clock.install();
  await eye.goto(`${at}/hall`);
  await expect(eye.locator(".tickets li")).toHaveCount(1);
  await eye.clock.fastForward(16_000);
  return eye;
}

test("the hall shows boards under way with their clocks, in turn with the pairings", async ({ browser }) => {
  test.slow();
  const eye = await hallOf(browser, "xiangqi");
  const picture = eye.locator(".screens img");
  await expect.poll(() => picture.evaluate((x: HTMLImageElement) => x.naturalWidth)).toBeGreaterThan(0);
  await expect(eye.locator(".screens p b")).toHaveText(["10:00", "10:00"]);
  await sound(eye);
  await eye.clock.fastForward(16_000);
  await expect(eye.locator(".tickets li")).toHaveCount(1);
});

test("the hall says that pieces are being dealt", async ({ browser }) => {
  test.slow();
  const eye = await hallOf(browser, "jieqi");
  await expect(eye.locator(".screens .dealing")).toBeVisible();
  await expect(eye.locator(".screens img")).toHaveCount(0);
});

test("an arbiter confirms what a player reports against somebody without a device", async ({ browser }) => {
  test.slow();
  const { boss, at, api } = await organiser(browser, { boards: "both", rounds: 1, firstMove: 300_000 });
  const lan = await arrive(browser);
  await lan.goto(at);
  await lan.getByLabel(word("event.enter.name")).fill("Lan");
  await sends(lan, () => lan.getByRole("button", { name: word("event.enter"), exact: true }).click());
  for (const name of ["Cụ Tám", "cụ  tám"]) await order(boss, "post", `${api}/entrants`, { name });
  // Before the event starts, a withdrawal can still be undone, as the confirmation says.
  await lan.getByRole("button", { name: word("event.leave"), exact: true }).click();
  await expect(lan.getByText(word("event.leave.before"))).toBeVisible();
  await lan.getByRole("button", { name: word("event.leave.no"), exact: true }).click();

  await boss.goto(at);
  await expect(boss.locator(".head")).toContainText(word("event.boards.both"));
  await expect(boss.locator(".entrants .who b")).toHaveText(["Cụ Tám", "cụ tám (2)"]);
  await sends(boss, () => boss.getByRole("button", { name: word("event.desk.start"), exact: true }).click());
  await expect(boss.getByText(word("event.standings.soon"))).toBeVisible();
  await sends(boss, () => boss.getByRole("button", { name: said("event.desk.pair", { n: 1 }), exact: true }).click());
  const row = boss.locator(".boards > li", { hasText: "Lan" });
  await expect(row.locator(".names")).toContainText(word("event.boards.wood"));

  // No result is preselected for the arbiter.
  await row.locator("summary", { hasText: word("event.decide") }).click();
  await expect(row.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(row.getByRole("button", { name: word("event.decide.do") })).toBeDisabled();

  await expect(lan.locator(".ticket")).toContainText(word("event.boards.wood"));
  await sends(lan, () => lan.getByRole("button", { name: word("event.claim.win"), exact: true }).click());
  await expect(lan.getByText(word("event.claimed.arbiter"))).toBeVisible();
  await expect(row.locator(".reported")).toContainText("Lan");
  await sound(boss);
  await sends(boss, () => row.getByText(word("event.reported.confirm"), { exact: true }).click());
  await expect(lan.getByText(word("event.got.win"))).toBeVisible();
  await expect(row.locator(".reported")).toHaveCount(0);

  // Ending the event requires a confirmation, so that it cannot happen by accident.
  await boss.locator(".desk > .main", { hasText: word("event.desk.end") }).click();
  await expect(boss.getByRole("button", { name: word("event.desk.no"), exact: true })).toBeFocused();
  await expect(boss.getByText(word("event.desk.over"))).toHaveCount(0);
  await sends(boss, () => boss.getByRole("button", { name: word("event.desk.yes"), exact: true }).click());
  await expect(boss.getByText(word("event.desk.over"))).toBeVisible();
});

test("who opens an event by localhost invites by the address in the network", async ({ browser }) => {
  const { boss, at } = await organiser(browser, { boards: "wood" });
  // The page warns that its address works only on this computer.
  await boss.goto(`${at}/hall`);
  await expect(boss.getByText(word("event.own"))).toBeVisible();
  await boss.goto(at);
  await expect(boss.getByText(word("event.own"))).toBeVisible();

  const eye = await arrive(browser);
  await eye.route("**/room/site.txt", (r) => r.fulfill({ body: "http://192.168.1.5:8080" }));
  await eye.goto(`${at}/hall`);
  const code = eye.getByRole("img", { name: word("event.hall.qr") });
  await expect(code).toHaveAttribute("src", `/room/site.svg?path=${encodeURIComponent(at)}`);
  await expect(eye.locator(".hall footer")).toContainText(`192.168.1.5:8080${at}`);
  await expect(eye.getByText(word("event.own"))).toHaveCount(0);
  await eye.goto(at);
  await eye.getByRole("button", { name: word("event.share"), exact: true }).click();
  await expect(eye.locator("dialog.share input").first()).toHaveValue(`http://192.168.1.5:8080${at}`);
  await expect(eye.locator("dialog.share .code img")).toHaveAttribute("src", /^\/room\/site\.svg/);
});
