// These tests check verifiable deals, from the commitments to the page that verifies a deal, and
// rulings on repetition.
import { readFileSync } from "node:fs";
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { sound } from "./axe";
import { cell, click, long, moves, ready, shelved, status, word } from "./play";
import { tick } from "./tick";

const sign = (page: Page) => page.locator("[data-deal]");
const verdict = (page: Page) => page.locator("[data-verdict]");

/**
 * Two players in two browsers. The first player offers a game with the red side and waits for the
 * second player in the lobby.
 */
async function pair(browser: Browser): Promise<[Page, Page]> {
  const [one, two] = [await browser.newContext(), await browser.newContext()];
  const [a, b] = [await one.newPage(), await two.newPage()];
  await a.goto("/online");
  await tick(a.getByRole("radio", { name: "Cờ úp" }));
  await tick(a.getByRole("radio", { name: "Đỏ" }));
  await a.getByRole("button", { name: "Mời bạn bằng link" }).click();
  const link = await a.getByLabel("Gửi link này cho bạn bè:").inputValue();
  await b.goto(link);
  return [a, b];
}

test("three numbers make a deal, one of them over a reload; it is verified at once and to the end", async ({
  browser,
}) => {
  const [a, b] = await pair(browser);
  // The second player's messages for the verifiable deal (`fair-commit`) are delayed until the
  // first player has reloaded.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await b.routeWebSocket(/\/api\/socket/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => {
      if (String(m).includes('"fair-commit"')) void released.then(() => server.send(m));
      else server.send(m);
    });
  });
  const commits: string[] = [];
  a.on("websocket", (ws) =>
    ws.on("framesent", (f) => {
      const said = JSON.parse(String(f.payload)) as { t: string; commit?: string };
      if (said.t === "fair-commit" && said.commit) commits.push(said.commit);
    }),
  );
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await expect(a.locator("[data-stage=committing]")).toBeVisible();
  await a.reload();
  await expect(a.locator("[data-stage=committing]")).toBeVisible();
  release();
  await Promise.all([ready(a), ready(b)]);
  for (const p of [a, b]) await expect(sign(p)).toContainText("(0 quân đã lật)");

  // The first player captures a face-down piece with a face-down piece. This player sees both
  // pieces, but the opponent sees only the piece that captured.
  await click(a, "b2b9");
  await moves(b, 1);
  await expect(sign(a)).toContainText("(2 quân");
  await expect(sign(b)).toContainText("(1 quân");
  await expect(a.locator(".seat .known")).toHaveCount(1);
  await expect(b.locator(".seat .known")).toHaveCount(0);
  await expect(b.locator(".moves li button").first()).toHaveText(/^Pu8\.7\([XMTSPB]\)$/);
  await click(b, "a6a5");
  await moves(a, 2);

  await b.getByRole("button", { name: "Menu" }).click();
  await b.getByRole("button", { name: "Xin thua" }).click();
  await b.getByRole("button", { name: "Có", exact: true }).click();
  for (const p of [a, b]) await expect(sign(p)).toContainText("kiểm chứng trọn vẹn");

  // After the game, both players can open the other's view.
  await expect(cell(b, "a0")).toHaveAccessibleName(/úp/);
  await b.getByLabel(word("eyes.label")).selectOption("all");
  await expect(cell(b, "a0")).not.toHaveAccessibleName(/úp/);
  await b.getByLabel(word("eyes.label")).selectOption("first");
  await expect(b.locator(".moves li button").first()).toHaveText(/^Pu8\.7\([XMTSPB]\*[XMTSPB]\)$/);
  await expect(cell(b, "a0")).toHaveAccessibleName(/úp/);

  await a.getByRole("link", { name: "Xem từng bước" }).click();
  await expect(verdict(a)).toHaveAttribute("data-verdict", "right");
  await expect(a.locator("[data-step]")).toHaveCount(10);
  await expect(a.locator("[data-step][data-state=right]")).toHaveCount(10);
  await expect(a.locator("[data-reveal=right]")).toHaveCount(3);
  await expect(a.locator("[data-found=public-part]")).toHaveCount(0);

  // Verify the same record after one dealt piece has been replaced by another piece.
  const id = new URL(a.url()).pathname.split("/").pop();
  const record = await (await a.request.get(`/api/matches/${id}/record?format=json`)).text();
  const doctored = record.replace(/(\\"square\\":\d+,\\"piece\\":\\")(.)/, (_, head: string, piece: string) => {
    return head + (piece === "p" ? "r" : "p");
  });
  expect(doctored).not.toBe(record);
  await check(a, doctored);
  await expect(verdict(a)).toHaveAttribute("data-verdict", "wrong");
  await expect(a.locator("[data-step=reveals]")).toHaveAttribute("data-state", "wrong");
  await expect(a.locator("[data-reveal=wrong]")).not.toHaveCount(0);
  await expect(a.locator("[data-step=tree]")).toHaveAttribute("data-state", "right");
  await a.context().close();
  await b.context().close();
});

test("a rematch is dealt anew, by a ceremony of its own", long(true), async ({ browser }) => {
  const [a, b] = await pair(browser);
  // From the rematch on, the second player's messages for the verifiable deal (`fair-commit`) are
  // delayed.
  let held = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await b.routeWebSocket(/\/api\/socket/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => {
      if (held && String(m).includes('"fair-commit"')) void released.then(() => server.send(m));
      else server.send(m);
    });
  });
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  const first = a.url();
  await click(a, "a3a4");
  await moves(b, 1);
  await click(b, "a6a5");
  await moves(a, 2);
  await a.getByRole("button", { name: "Menu" }).click();
  await a.getByRole("button", { name: "Xin thua" }).click();
  await a.getByRole("button", { name: "Có", exact: true }).click();
  for (const p of [a, b]) await expect(sign(p)).toContainText("kiểm chứng trọn vẹn");

  held = true;
  await b.getByRole("button", { name: "Đấu lại" }).click();
  await a.getByRole("button", { name: "Đồng ý" }).click();
  for (const p of [a, b]) await expect(p.locator("[data-stage=committing]")).toBeVisible();
  await expect(a).not.toHaveURL(first);
  await expect(b).toHaveURL(a.url());
  release();
  await Promise.all([ready(a), ready(b)]);
  for (const p of [a, b]) await expect(sign(p)).toContainText("(0 quân đã lật)");

  // The sides are swapped, and the rematch can be played.
  await expect(status(b)).toHaveText("Đến lượt bạn");
  await click(b, "a3a4");
  await moves(a, 1);
  await click(a, "a6a5");
  await moves(b, 2);

  // The deal of the first game is verified on its own page.
  await a.goto(first.replace("/g/", "/fair/"));
  await expect(verdict(a)).toHaveAttribute("data-verdict", "right");
  await sound(a);
  await a.context().close();
  await b.context().close();
});

async function check(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^Dán biên bản/).fill(text);
  await page.getByRole("button", { name: "Kiểm chứng", exact: true }).click();
  await expect(page.getByText("Đang tính lại…")).toHaveCount(0);
}

test("records of elsewhere: good ones are found good, doctored ones are not", async ({ page }) => {
  const lines = (name: string) =>
    readFileSync(new URL(`../../data/fair/${name}.jsonl`, import.meta.url), "utf8")
      .trim()
      .split("\n");
  await page.goto("/fair");
  for (const text of lines("good").slice(0, 2)) {
    await check(page, text);
    await expect(verdict(page)).toHaveAttribute("data-verdict", "right");
  }
  for (const text of lines("doctored").slice(0, 4)) {
    await check(page, text);
    await expect(verdict(page)).toHaveAttribute("data-verdict", "wrong");
    await expect(page.locator("[data-step][data-state=wrong]")).not.toHaveCount(0);
  }
  await check(page, "1. e4 e5");
  await expect(page.getByRole("alert")).toContainText("Không có gì về cách chia quân");
});

test("who does not add a number in time ends it, and is told", long(true), async ({ browser }) => {
  const [a, b] = await pair(browser);
  await b.routeWebSocket(/\/api\/socket/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => {
      if (!String(m).includes('"fair-commit"')) server.send(m);
    });
  });
  await b.getByRole("button", { name: "Đồng ý" }).click();
  // Check the page of the deal twice: while the fair-deal exchange is waiting, and after it was
  // aborted.
  await expect(a.locator("[data-stage=committing]")).toBeVisible();
  await sound(a);
  await expect(a.locator("[data-stage=aborted]")).toBeVisible({ timeout: 30_000 });
  await sound(a);
  await a.context().close();
  await b.context().close();
});

test("the judge warns before it rules, and says why", async ({ page }) => {
  await shelved(page, {
    kind: "xiangqi",
    start: "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1",
    moves: ["a8a9", "d9d8"],
  });
  await page.goto("/hotseat/xiangqi");
  await moves(page, 2);
  const judge = page.locator(".ruling");
  let n = 2;
  const play = async (...codes: string[]) => {
    for (const code of codes) {
      await click(page, code);
      await moves(page, ++n);
    }
  };
  await expect(judge).toHaveCount(0);
  await play("a9a8", "d8d9");
  await expect(judge).toHaveText("Trọng tài nhắc: Đỏ: Xe 9 chiếu mãi; Đen: nước tự do → Đỏ phải đổi nước");
  await play("a8a9", "d9d8", "a9a8", "d8d9");
  await expect(status(page)).toContainText("Đen thắng: trường chiếu (chiếu mãi)");
  await expect(judge).toHaveText("Trọng tài: Đỏ: Xe 9 chiếu mãi; Đen: nước tự do → Đỏ thua");
});
