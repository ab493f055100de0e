// These tests check tournament files: a list of players is imported and its mistakes are reported,
// and the program can read the files that the page offers.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { register } from "./accounts";
import { sound } from "./axe";
import { word } from "./play";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const program = path.resolve(process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai");
const said = (key: string, params: Record<string, string | number> = {}) =>
  Object.entries(params).reduce((s, [k, v]) => s.replaceAll(`{${k}}`, String(v)), word(key));

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** An organiser on a phone, with the draft of a Swiss event on wooden boards. */
async function organiser(browser: Browser): Promise<{ boss: Page; at: string }> {
  const context = await browser.newContext({
    ...phone,
    locale: "vi-VN",
    baseURL: server.origin,
  });
  const boss = await context.newPage();
  await register(boss, "Chủ quán");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await boss.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
  const made = await boss.request.post("/api/events", {
    data: {
      name: "Giải câu lạc bộ",
      game: "xiangqi",
      clock: "10+5",
      format: "swiss",
      rounds: 3,
      scoring: "2-1-0",
      tieBreaks: ["buchholz-cut1", "direct"],
      boards: "wood",
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return { boss, at: `/event/${((await made.json()) as { id: string }).id}` };
}

test("an organiser enters a list and hands in the report", async ({ browser }) => {
  const { boss, at } = await organiser(browser);
  await boss.goto(at);
  await boss.getByText(word("event.list"), { exact: true }).click();
  const form = boss.getByRole("form", { name: word("event.list") });
  await form.getByLabel(word("event.list.paste")).fill("Tên;Elo\nLan;1500\nMinh;nhiều\n=1+1;1400\nNam;\nLan;1500\n");
  await form.getByRole("button", { name: word("event.list.read") }).click();
  await expect(form.getByRole("status")).toContainText(said("event.list.found", { n: 3 }));
  await expect(form.locator(".mistakes li")).toContainText([
    `${said("event.list.line", { n: 3 })} ${word("event.list.wrong.bad-rating")}`,
    `${said("event.list.line", { n: 6 })} ${word("event.list.wrong.twice")}`,
  ]);
  await sound(boss);
  await boss.setViewportSize(phone.viewport);
  await expect.poll(() => boss.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await form.getByRole("button", { name: said("event.list.take", { n: 3 }), exact: true }).click();
  await expect(boss.locator(".entrants li")).toHaveCount(3);

  // The file is in an old Windows character set.
  await boss.getByText(word("event.list"), { exact: true }).click();
  await form.getByLabel(word("event.list.file")).setInputFiles({
    name: "them.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("L\xea V\xe3n T\xe2\xecn\n", "latin1"),
  });
  await form.getByRole("button", { name: word("event.list.read") }).click();
  await form.getByRole("button", { name: said("event.list.take", { n: 1 }), exact: true }).click();
  await expect(boss.locator(".entrants li").nth(3)).toContainText("Lê Văn Tấn");

  for (const phase of ["open", "running"])
    expect((await boss.request.post(`/api/events${at.replace("/event", "")}/phase`, { data: { phase } })).ok()).toBe(
      true,
    );
  const api = `/api/events${at.replace("/event", "")}`;
  expect((await boss.request.post(`${api}/rounds/1`, { data: {} })).ok()).toBe(true);
  const decided = await boss.request.put(`${api}/rounds/1/boards/1`, {
    data: { result: "first", reason: "Phiếu", version: 0 },
  });
  expect(decided.ok()).toBe(true);
  await boss.reload();
  await boss.getByText(word("event.files"), { exact: true }).click();
  await sound(boss);
  const fetched = async (key: string): Promise<string> => {
    const wait = boss.waitForEvent("download");
    await boss.getByRole("link", { name: word(`event.file.${key}`), exact: true }).click();
    return (await wait).path();
  };
  for (const key of ["trf16", "trf26"])
    expect(execFileSync(program, ["tourney", "standings", await fetched(key)]).toString()).toContain("Lê Văn Tấn");
  expect(execFileSync(program, ["tourney", "check", await fetched("trf26")]).toString()).toContain("round 1");
  const { key } = (await (await boss.request.get("/api/events/key")).json()) as { key: string };
  const verified = execFileSync(program, ["tourney", "verify", await fetched("signed"), "--key", key]).toString();
  expect(verified).toContain("Giải câu lạc bộ, 4 players, 1 round");
  const table = readFileSync(await fetched("entrants"), "utf8");
  expect(table).toContain("\ufeffSố,Tên,");
  expect(table).toContain(",'=1+1,1400,");
});
