// These tests simulate a club night on plain http: twelve people, one of them without a phone, play
// a Swiss tournament of three rounds, with one wooden board. The phones open the address of the QR
// code. One player drops out, one comes late, and the server is killed and restarted in round two.
// The organiser looks at the reasons for a pairing, prints the standings and downloads the report.
import { chromium, type Browser, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { register } from "./accounts";
import { long, word } from "./play";
import { firstStart, type Server } from "./server";
import { tick } from "./tick";

const program = path.resolve(process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai");
type Lang = "vi" | "en";
const devices = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};
type Device = keyof typeof devices;

let server: Server;
let browser: Browser;
test.beforeEach(async () => {
  server = await firstStart();
  // The phones open the server by a host name of the local network. The browser does not treat this
  // origin as secure.
  const { launchOptions } = test.info().project.use;
  const args = [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP kydai.lan 127.0.0.1"];
  browser = await chromium.launch({ ...launchOptions, args });
});
test.afterEach(async () => {
  await browser.close();
  await server.end();
});

interface Board {
  board: number;
  first: number;
  second: number;
  match?: string;
  result?: string;
}
interface Phone {
  page: Page;
  entrant: number;
}

/** Sends a request from within the page, as the client does, and returns the parsed response. */
async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const got = await page.evaluate(
    async ({ method, path, data }) => {
      const type = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method, ...(data ? { headers: type, body: JSON.stringify(data) } : {}) });
      return { ok: answer.ok, text: await answer.text() };
    },
    { method, path, data },
  );
  expect(got.ok, `${method} ${path}: ${got.text}`).toBe(true);
  return JSON.parse(got.text || "null") as T;
}

/** A club night: its phones, and the number of actions that people took on the pages (`steps`). */
class Evening {
  readonly phones: Phone[] = [];
  steps = 0;
  constructor(
    readonly device: Device,
    readonly lang: Lang,
  ) {}

  said(key: string, params: Record<string, string | number> = {}): string {
    return Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key, this.lang));
  }

  async arrive(device: Device, origin: string): Promise<Page> {
    const locale = this.lang === "vi" ? "vi-VN" : "en-GB";
    return (await browser.newContext({ ...devices[device], locale, baseURL: origin })).newPage();
  }

  /** Opens a page and checks that nothing on it is wider than the window. */
  async open(page: Page, path: string): Promise<void> {
    this.steps++;
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over).toBeLessThanOrEqual(0);
  }

  /**
   * Presses a button that sends a request about the event, and checks that the server accepts the
   * request.
   */
  async press(page: Page, key: string, params: Record<string, string | number> = {}): Promise<void> {
    this.steps++;
    const answer = page.waitForResponse((r) => r.url().includes("/api/events") && r.request().method() !== "GET");
    await page.getByRole("button", { name: this.said(key, params), exact: true }).click();
    const got = await answer;
    expect(got.ok(), `${key}: ${await got.text()}`).toBe(true);
  }

  /** Unfolds a part of a page. */
  async unfold(page: Page, key: string): Promise<void> {
    this.steps++;
    await page.getByText(this.said(key), { exact: true }).first().click();
  }

  /** Opens the address of the QR code on a new phone and enters the event under a name. */
  async enter(at: string, name: string): Promise<Phone> {
    const page = await this.arrive("phone", `http://kydai.lan:${new URL(server.origin).port}`);
    await this.open(page, at);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByLabel(this.said("event.enter.name")).fill(name);
    await this.press(page, "event.enter");
    await expect(page.getByText(this.said("event.entered"))).toBeVisible();
    const { entrant } = await ask<{ entrant: number }>(page, "GET", `/api/events/${at.replace("/event/", "")}`);
    const phone = { page, entrant };
    this.phones.push(phone);
    return phone;
  }

  /** Opens a page of the organiser and makes the organiser the administrator of the server. */
  async organiser(): Promise<Page> {
    const boss = await this.arrive(this.device, server.origin);
    await register(boss, "Chủ quán");
    const link = new URL(server.link).hash.replace("#admin=", "");
    expect((await boss.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
    return boss;
  }
}

async function night(game: string, device: Device, lang: Lang): Promise<void> {
  const began = Date.now();
  const e = new Evening(device, lang);
  const { phones } = e;
  const boss = await e.organiser();
  await e.open(boss, "/events");
  await e.unfold(boss, "events.new");
  await boss.getByLabel(e.said("event.name")).fill("Đêm câu lạc bộ");
  for (const key of [`game.${game}`, "event.boards.both"])
    await tick(boss.getByRole("radio", { name: e.said(key), exact: true }));
  await boss.getByLabel(e.said("event.rounds"), { exact: true }).fill("3");
  await e.press(boss, "event.create");
  await boss.waitForURL(/\/event\//);
  const at = new URL(boss.url()).pathname;
  const api = `/api/events/${at.replace("/event/", "")}`;
  await e.press(boss, "event.desk.open");

  // Eleven people enter through the QR code of the hall page. The organiser enters one more player,
  // who has no phone.
  await e.open(boss, `${at}/hall`);
  const code = boss.getByRole("img", { name: e.said("event.hall.qr") });
  await expect.poll(() => code.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(0);
  const scanned = new URL((await code.getAttribute("src")) ?? "", server.origin).searchParams.get("path") ?? "";
  expect(scanned).toBe(at);
  for (let n = 1; n <= 11; n++) await e.enter(scanned, `Kỳ thủ ${n}`);
  await e.open(boss, at);
  await boss
    .getByRole("textbox", { name: e.said("event.desk.add.name") })
    .first()
    .fill("Bác Tư");
  await e.press(boss, "event.desk.add.do");
  await e.press(boss, "event.desk.start");

  const boards = async (n: number) => (await ask<{ boards: Board[] }>(boss, "GET", `${api}/rounds/${n}`)).boards;
  const gone = new Set<Phone>();
  /**
   * All phones whose players have not dropped out check in to round `n`, and the organiser pairs
   * the round. Returns the boards.
   */
  const pair = async (n: number): Promise<Board[]> => {
    for (const p of phones.filter((p) => !gone.has(p))) {
      await p.page.goto(at);
      await e.press(p.page, "event.checkin.both", { n });
    }
    await e.open(boss, at);
    await e.press(boss, "event.desk.pair", { n });
    await expect(boss.locator(".boards > li")).toHaveCount(6);
    return boards(n);
  };
  /**
   * Ends a game: on screen, the player with the second side resigns; for a wooden board, the
   * organiser opens the page of the board and enters the result.
   */
  const play = async (b: Board): Promise<void> => {
    if (!b.match) {
      await e.open(boss, `${at}/b${b.board}`);
      const here = boss.getByRole("region", { name: e.said("event.board", { n: b.board }) });
      await tick(here.getByRole("radio").first());
      await e.press(boss, "event.decide.do");
      return;
    }
    const p = phones.find((p) => p.entrant === b.second);
    if (!p) throw new Error(`nobody plays on board ${b.board}`);
    await p.page.getByRole("link", { name: e.said("event.go", { n: b.board }), exact: true }).click();
    await expect(p.page.getByRole("grid")).toBeVisible();
    e.steps += 2;
    const resigns = () =>
      ask(p.page, "POST", `/api/matches/${b.match}/acts`, { kind: "resign" }).then(
        () => true,
        () => false,
      );
    await expect.poll(resigns, { timeout: 60_000 }).toBe(true);
  };
  const done = (n: number) =>
    expect.poll(async () => (await boards(n)).filter((b) => b.result).length, { timeout: 60_000 }).toBe(6);

  const first = await pair(1);
  expect(first.filter((b) => !b.match)).toHaveLength(1);
  for (const b of first) await play(b);
  await done(1);

  // One player drops out, and another player comes late.
  const [quits] = phones as [Phone];
  await quits.page.goto(at);
  await quits.page.getByRole("button", { name: e.said("event.leave"), exact: true }).click();
  await e.press(quits.page, "event.leave.yes");
  gone.add(quits);
  const late = await e.enter(scanned, "Kỳ thủ 12");

  // In round two the server is killed and started again, and nothing is lost.
  const second = await pair(2);
  const plays = (p: Phone) => second.some((b) => b.first === p.entrant || b.second === p.entrant);
  expect([plays(quits), plays(late)]).toEqual([false, true]);
  for (const b of second.slice(0, 2)) await play(b);
  const kept = (list: Board[]) => list.map((b) => [b.first, b.second, b.match]);
  const before = kept(await boards(2));
  await server.kill();
  await server.again();
  expect(kept(await boards(2))).toEqual(before);
  for (const b of second.slice(2)) await play(b);
  await done(2);
  for (const b of await pair(3)) await play(b);
  await done(3);

  // The organiser looks at the reasons for a pairing, prints the standings, ends the event and
  // downloads the report.
  await e.open(boss, at);
  await e.unfold(boss, "event.why");
  await expect(boss.locator(".boards > li").first().locator(".why li").first()).toContainText("Kỳ thủ");
  await boss.evaluate(() => (window.print = () => (document.body.dataset.printed = "yes")));
  await e.unfold(boss, "event.print");
  await boss.getByRole("button", { name: e.said("event.print.standings"), exact: true }).click();
  await expect(boss.locator("body")).toHaveAttribute("data-printed", "yes");
  await expect(boss.locator(".standings tbody tr")).toHaveCount(13);
  await boss.locator(".desk > .main", { hasText: e.said("event.desk.end") }).click();
  await e.press(boss, "event.desk.yes");
  await expect(boss.getByText(e.said("event.desk.over"))).toBeVisible();
  await e.unfold(boss, "event.files");
  const wait = boss.waitForEvent("download");
  await boss.getByRole("link", { name: e.said("event.file.trf26"), exact: true }).click();
  const report = await (await wait).path();
  expect(execFileSync(program, ["tourney", "check", report]).toString()).toContain("round 3");
  expect(execFileSync(program, ["tourney", "standings", report]).toString()).toContain("Kỳ thủ 12");
  e.steps += 3;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`club night in ${game} (${device}, ${lang}): ${e.steps} steps, ${seconds} s`);
}

for (const [i, [game, device, lang]] of (
  [
    ["xiangqi", "phone", "vi"],
    ["caro", "desktop", "en"],
    ["xiangqi", "desktop", "en"],
    ["caro", "phone", "vi"],
  ] as const
).entries())
  test(`a club night of twelve phones, in ${game} (${device}, ${lang})`, long(i > 0), async () => {
    test.setTimeout(600_000);
    await night(game, device, lang);
  });
