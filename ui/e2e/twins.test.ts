// Tests team events in Cờ úp (jieqi): two tables of a match play the same deal with the sides
// swapped. The organiser chooses this in the form; the four players take part in the fair-deal
// exchange by opening their boards; only the two players of a table see its game until both games
// are over.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { click, moves, ready, resign, word } from "./play";
import { firstStart, type Server } from "./server";
import { tick } from "./tick";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

async function arrive(browser: Browser): Promise<Page> {
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
  return (await browser.newContext({ ...phone, locale: "vi-VN", baseURL: server.origin })).newPage();
}

async function order(page: Page, method: "post" | "put", path: string, data: object = {}): Promise<void> {
  const answer = await page.request[method](`/api/events${path}`, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

test("four players deal together, and a table is its players' own until both games are over", async ({ browser }) => {
  test.slow();
  const boss = await arrive(browser);
  await register(boss, "Chủ quán");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await boss.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);

  // The form shows the option of two tables with the same deal only for games to
  // which it applies.
  await boss.goto("/events");
  await boss.getByText(word("events.new"), { exact: true }).click();
  const form = boss.locator("form.eventform");
  await form.getByLabel(word("event.name")).fill("Cờ úp đồng đội");
  const option = form.getByText(word("event.duplicate"), { exact: true });
  await tick(form.getByRole("radio", { name: "Cờ úp" }));
  await tick(form.getByRole("radio", { name: word("event.boards.screen"), exact: true }));
  await expect(option).toBeHidden();
  await tick(form.getByRole("radio", { name: word("event.teams.boards"), exact: true }));
  await form.getByLabel(word("event.teams.boards.n")).fill("2");
  await option.click();
  await sound(boss);
  await form.getByRole("button", { name: word("event.create"), exact: true }).click();
  await expect(boss).toHaveURL(/\/event\//);
  const id = new URL(boss.url()).pathname.split("/").at(-1)!;
  await expect(boss.getByText(word("event.fact.duplicate"))).toBeVisible();
  await order(boss, "post", `/${id}/phase`, { phase: "open" });

  const players: Page[] = [];
  for (const [i, name] of ["An", "Bình", "Chi", "Dũng"].entries()) {
    const p = await arrive(browser);
    await register(p, name);
    await order(p, "post", `/${id}/entrants`, {});
    await order(boss, "put", `/${id}/entrants/${i + 1}`, { team: "AB"[i % 2], board: Math.floor(i / 2) + 1 });
    players.push(p);
  }
  await order(boss, "post", `/${id}/phase`, { phase: "running" });
  for (const [i, p] of players.entries())
    await order(p, "put", `/${id}/entrants/${i + 1}/checkin`, { round: 1, in: true });
  await order(boss, "post", `/${id}/rounds/1`);
  const round = (await (await boss.request.get(`/api/events/${id}/rounds/1`)).json()) as {
    boards: { first: number; second: number; match: string; twin?: number }[];
  };
  expect(round.boards.map((b) => b.twin)).toEqual([2, 1]);
  const seats = round.boards.map((b) => [players[b.first - 1]!, players[b.second - 1]!] as const);

  // Each player opens their own board; when the last player has opened it, both
  // games start.
  for (const [i, pair] of seats.entries())
    for (const p of pair) {
      await p.goto(`/event/${id}`);
      await expect(p.getByText(word("event.twin").replace("{n}", String(2 - i))).first()).toBeVisible();
      await p.locator(".ticket a.button").click();
      if (p !== seats[1]![1]) await expect(p.locator("[data-stage]")).toBeVisible();
    }
  for (const p of players) await ready(p);

  const [[a, b], [c, d]] = seats as [readonly [Page, Page], readonly [Page, Page]];
  for (const [first, second] of seats) {
    await click(first, "b2b9");
    await moves(second, 1);
    await click(second, "a6a5");
    await moves(first, 2);
  }
  // Before the end, only its two players can see a table: the organiser and the team-mate cannot.
  for (const p of [boss, c]) {
    const seen = await p.request.get(`/api/matches/${round.boards[0]!.match}`);
    expect(seen.status()).toBe(403);
  }
  await boss.goto(`/g/${round.boards[0]!.match}`);
  await expect(boss.getByText(word("error.sealed"))).toBeVisible();

  // The first table ends; its players see that the other table is still playing.
  await resign(b);
  for (const p of [a, b]) {
    await expect(p.locator("[data-other]")).toHaveText(/^Bàn kia cùng cách chia vẫn đang đánh/);
    await expect(p.locator("[data-deal=right]")).toBeVisible();
  }
  await sound(a);
  await boss.goto(`/event/${id}`);
  await expect(boss.getByText(word("event.playing"))).toHaveCount(2);

  // When the second game ends, the deal is revealed and verified on both tables, and the results are
  // shown.
  await resign(c);
  for (const p of [a, b, c, d]) await expect(p.locator("[data-deal=closed]")).toBeVisible({ timeout: 15_000 });
  await expect(a.locator("[data-other]")).toBeHidden();
  await a.locator(".deal .link").click();
  await expect(a.locator("[data-verdict]")).toHaveAttribute("data-verdict", "right");
  await expect(a.getByText(/Cách chia này dùng cho hai bàn/)).toBeVisible();
  await boss.reload();
  await expect(boss.getByText(word("event.playing"))).toHaveCount(0, { timeout: 15_000 });
});
