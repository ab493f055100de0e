// This test plays a club night on plain http: twelve phones join through the address in the QR code
// and play three Swiss rounds, with one game on a physical board. One player drops out, one comes
// late, the server is killed in round two, and the organiser downloads the report.
import { type APIRequestContext, type Browser, expect, type Page, request } from "@playwright/test";
import { test } from "./test";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { register } from "./accounts";
import { word } from "./play";

const program = path.resolve(process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai");
const port = Number(process.env.KYDAI_TEST_E2E_PORT ?? 23211) + 17;
const origin = `http://127.0.0.1:${port}`;
const said = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key));

/** The club's server. It can be killed and started again with the same data. */
class Club {
  readonly #data = mkdtempSync(path.join(tmpdir(), "kydai-club-"));
  #server: ChildProcess | null = null;
  out = "";

  async start(): Promise<void> {
    const args = ["serve", "--unlimited", "--listen", `127.0.0.1:${port}`, "--data", this.#data];
    this.#server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#server.stdout?.on("data", (text: Buffer) => (this.out += text.toString()));
    await expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            (a) => a.status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const over = new Promise((done) => server.once("exit", done));
    server.kill("SIGKILL");
    await over;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

let club: Club;
const phones: Phone[] = [];
test.beforeEach(async () => {
  club = new Club();
  await club.start();
});
test.afterEach(async () => {
  await Promise.all(phones.splice(0).map((p) => p.api.dispose()));
  await club.end();
});

interface Board {
  board: number;
  first: number;
  second: number;
  match?: string;
  result?: string;
  version: number;
}
interface Round {
  boards: Board[];
  byes: { entrant: number }[];
}
interface Phone {
  api: APIRequestContext;
  entrant: number;
}

/** Sends a request and returns the parsed response. */
async function ask<T>(api: APIRequestContext, method: "get" | "post" | "put" | "delete", path: string, data?: object) {
  const answer = await api[method](path, data ? { data } : {});
  const text = await answer.text();
  expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true);
  return JSON.parse(text || "null") as T;
}

/** A phone opens the address of the QR code, and its player enters the event. */
async function enter(at: string, name: string): Promise<Phone> {
  const api = await request.newContext({ baseURL: origin });
  expect((await api.get(at)).ok()).toBe(true);
  await api.get("/api/me");
  await api.patch("/api/me", { data: { name } });
  const { entrant } = await ask<{ entrant: number }>(
    api,
    "post",
    `/api/events${at.replace("/event", "")}/entrants`,
    {},
  );
  const phone = { api, entrant };
  phones.push(phone);
  return phone;
}

/** The page of the organiser in a browser. */
async function organiser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "vi-VN", baseURL: origin });
  const boss = await context.newPage();
  await register(boss, "Chủ quán");
  await expect.poll(() => club.out).toMatch(/#admin=\S+/);
  const link = /#admin=(\S+)/.exec(club.out)?.[1] ?? "";
  await ask(boss.request, "post", "/api/account/admin", { link });
  return boss;
}

async function night(browser: Browser, game: string): Promise<void> {
  const boss = await organiser(browser);
  const { id } = await ask<{ id: string }>(boss.request, "post", "/api/events", {
    name: "Đêm câu lạc bộ",
    game,
    clock: "10+5",
    format: "swiss",
    rounds: 3,
    scoring: "1-0.5-0",
    tieBreaks: ["buchholz-cut1", "sonneborn-berger"],
    boards: "both",
    firstMove: 600_000,
    lateUntil: 2,
  });
  const at = `/event/${id}`;
  const api = `/api/events/${id}`;
  const code = await boss.request.get(`/picture/qr.svg?path=${encodeURIComponent(at)}`);
  expect(await code.text()).toContain("<svg");
  await ask(boss.request, "post", `${api}/phase`, { phase: "open" });
  await ask(boss.request, "post", `${api}/entrants`, { name: "Bác Tư" }); // this player has no device
  for (let n = 1; n <= 11; n++) await enter(at, `Kỳ thủ ${n}`);
  await ask(boss.request, "post", `${api}/phase`, { phase: "running" });

  const round = (n: number) => ask<Round>(boss.request, "get", `${api}/rounds/${n}`);
  const owner = (entrant: number) => phones.find((p) => p.entrant === entrant);
  const gone = new Set<number>();
  /** All phones check in, and the organiser pairs on the page. */
  const pair = async (n: number): Promise<Round> => {
    for (const p of phones.filter((p) => !gone.has(p.entrant)))
      await ask(p.api, "put", `${api}/entrants/${p.entrant}/checkin`, { round: n, in: true });
    await boss.goto(at);
    await boss.getByRole("button", { name: said("event.desk.pair", { n }), exact: true }).click();
    await expect(boss.locator(".boards > li")).toHaveCount(6);
    return round(n);
  };
  /**
   * Ends a game: on screen the player with the second side resigns; for a wooden board the arbiter
   * enters the result.
   */
  const play = async (n: number, b: Board): Promise<void> => {
    if (!b.match) {
      const result = { result: "first", reason: "Phiếu", version: b.version };
      await ask(boss.request, "put", `${api}/rounds/${n}/boards/${b.board}`, result);
      return;
    }
    // The match starts a moment after the pairing, or after the server is running again, so retry.
    const resign = () =>
      owner(b.second)
        ?.api.post(`/api/matches/${b.match}/acts`, { data: { kind: "resign" } })
        .then((a) => a.ok());
    await expect.poll(resign, { timeout: 60_000 }).toBe(true);
  };
  const done = (n: number) =>
    expect.poll(async () => (await round(n)).boards.filter((b) => b.result).length, { timeout: 60_000 }).toBe(6);

  const first = await pair(1);
  expect(first.boards.filter((b) => !b.match)).toHaveLength(1);
  for (const b of first.boards) await play(1, b);
  await done(1);

  // One player drops out, another comes late.
  const [quits] = phones;
  if (!quits) throw new Error("there is no phone");
  await ask(quits.api, "delete", `${api}/entrants/${quits.entrant}`);
  gone.add(quits.entrant);
  const late = await enter(at, "Kỳ thủ 12");

  // Round two: the server is killed during the round and restarts without losing anything.
  const second = await pair(2);
  expect(second.boards.some((b) => b.first === quits.entrant || b.second === quits.entrant)).toBe(false);
  expect(second.boards.some((b) => b.first === late.entrant || b.second === late.entrant)).toBe(true);
  for (const b of second.boards.slice(0, 2)) await play(2, b);
  const before = await round(2);
  await club.kill();
  await club.start();
  const pairs = (r: Round) => r.boards.map((b) => [b.first, b.second, b.match]);
  expect(pairs(await round(2))).toEqual(pairs(before));
  for (const b of second.boards.slice(2)) await play(2, b);
  await done(2);
  for (const b of (await pair(3)).boards) await play(3, b);
  await done(3);

  // The organiser reads the reasons for a pairing, prints the table, ends the event and downloads
  // the report.
  await boss.goto(at);
  await boss.locator(".boards > li").first().getByText(word("event.why"), { exact: true }).click();
  await expect(boss.locator(".boards > li").first().locator(".why li").first()).toContainText("Kỳ thủ");
  await boss.evaluate(() => (window.print = () => (document.body.dataset.printed = "yes")));
  await boss.getByText(word("event.print"), { exact: true }).click();
  await boss.getByRole("button", { name: word("event.print.standings"), exact: true }).click();
  await expect(boss.locator("body")).toHaveAttribute("data-printed", "yes");
  await expect(boss.locator(".standings tbody tr")).toHaveCount(13);
  await boss.locator(".desk > .main", { hasText: word("event.desk.end") }).click();
  await boss.getByRole("button", { name: word("event.desk.yes"), exact: true }).click();
  await expect(boss.getByText(word("event.desk.over"))).toBeVisible();
  await boss.getByText(word("event.files"), { exact: true }).click();
  const wait = boss.waitForEvent("download");
  await boss.getByRole("link", { name: word("event.file.trf26"), exact: true }).click();
  const report = await (await wait).path();
  const check = execFileSync(program, ["tourney", "check", report]).toString();
  expect(check).toContain("round 3");
  expect(execFileSync(program, ["tourney", "standings", report]).toString()).toContain("Kỳ thủ 12");
}

test("a club night of twelve phones, in xiangqi", async ({ browser }) => {
  test.slow();
  await night(browser, "xiangqi");
});

test("a club night of twelve phones, in caro @long", async ({ browser }) => {
  test.slow();
  await night(browser, "caro");
});
