// These tests check small details of the client, each of which was broken once.
import { expect } from "@playwright/test";
import { test } from "./test";
import { readFileSync } from "node:fs";
import { filesOf } from "../scripts/games.mjs";
import { cell, click, invited, kinds, moves, ready, shelved, status, word } from "./play";
import { tick } from "./tick";

test("the first link leads past everything to the board", async ({ page }) => {
  await page.goto("/");
  await ready(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator('[role="gridcell"][tabindex="0"]')).toBeFocused();
});

test("a lesson shows the coordinates that it speaks of", async ({ page }) => {
  await page.goto("/learn/xiangqi");
  await ready(page);
  const label = (text: string) => page.locator(".kb-label").getByText(text, { exact: true });
  await expect(page.locator(".lesson .text")).toContainText("cột 9");
  await expect(label("9").first()).toBeAttached();
  await expect(label("a")).toHaveCount(0);
  await page.goto("/learn/chess");
  await ready(page);
  await expect(label("a").first()).toBeAttached();
});

test("a piece that lies face down tells what it could be", async ({ page }) => {
  await page.goto("/play/jieqi");
  await ready(page);
  await cell(page, "b2").click({ force: true });
  await expect(page.locator(".could")).toBeVisible();
  await expect(page.locator("p.unseen")).toHaveText(/^Có thể là: xe đỏ 2/);
  await cell(page, "b2").click({ force: true });
  await page.mouse.move(0, 0);
  await expect(page.locator(".could")).toBeHidden();
});

test("neither a study nor a record takes the place of a game", async ({ page }) => {
  await page.goto("/play/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
  await page.goto("/import");
  await page.getByLabel("Dán biên bản vào đây").fill("1. d4 d5 2. Nf3 e6 *");
  await page.getByRole("button", { name: "Đọc" }).click();
  await moves(page, 4);
  await page.goto("/hotseat/chess");
  await ready(page);
  await moves(page, 0);
  await click(page, "g1f3");
  await moves(page, 1);
  // The game against the engine continues where the player left it.
  await page.goto("/play/chess");
  await moves(page, 2);
  await page.goto("/games");
  await page
    .locator(".list")
    .getByRole("link", { name: /Phân tích/ })
    .click();
  await expect(page).toHaveURL(/analysis\/chess/);
  await moves(page, 4);
});

test("a game that was deleted by mistake comes back", async ({ page }) => {
  await shelved(page, { kind: "chess", moves: ["e2e4"] });
  await page.goto("/games");
  await page.getByRole("button", { name: /^Xóa ván Cờ vua/ }).click();
  await expect(page.getByText("Đã xóa Cờ vua, 1 nước.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lấy lại" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.reload();
  await expect(page.locator(".list li a")).toHaveCount(1);
});

test("moves are numbered by who began", async ({ page }) => {
  await shelved(page, { kind: "chess", start: "4k3/8/8/8/8/8/8/4K2R b K - 0 1" });
  await page.goto("/hotseat/chess");
  await ready(page);
  await click(page, "e8d7");
  await moves(page, 1);
  await click(page, "e1e2");
  await moves(page, 2);
  await expect(page.locator(".moves li")).toHaveText([/1\.\s*…\s*Kd7/, /2\.\s*Ke2/]);
});

test("who gives up is told so, and may think again about an offer", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  // The invited player sees which side they will have.
  await expect(b.getByText("Bạn cầm: Đen")).toBeVisible();
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await expect(a).toHaveTitle(/Đến lượt bạn/);
  await click(a, "e2e4");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  await a.getByRole("button", { name: "Cầu hòa" }).click();
  await expect(b.getByText("Đối thủ cầu hòa.")).toBeVisible();
  await a.getByRole("button", { name: "Rút lại" }).click();
  await expect(b.getByText("Đối thủ cầu hòa.")).toBeHidden();
  await a.getByRole("button", { name: "Menu" }).click();
  await a.getByRole("button", { name: "Xin thua" }).click();
  await expect(a.getByRole("button", { name: "Không" })).toBeFocused();
  await a.getByRole("button", { name: "Có", exact: true }).click();
  await expect(status(a)).toHaveText("Bạn đã xin thua.");
  await expect(status(b)).toHaveText("Bạn thắng! Đối thủ xin thua.");
  await end();
});

test("a page whose code is gone since an update is fetched whole", async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await page.goto("/");
  await ready(page);
  let asked = 0;
  await page.route(/assets\/settings-.*\.js/, (route) =>
    asked++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole("link", { name: "Thêm" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cài đặt");
  await page.context().close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test("a hint leaves the buttons under the thumb", async ({ page }) => {
    await page.goto("/play/xiangqi");
    await ready(page);
    for (const name of ["Gợi ý", "Gợi ý thêm"]) {
      await page.getByRole("button", { name, exact: true }).tap();
      await expect(page.locator(".hint")).toBeVisible();
      const tabs = await page.locator(".tabs").boundingBox();
      const actions = await page.locator(".actions").boundingBox();
      expect((actions?.y ?? 0) + (actions?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
  });
});

/**
 * Lists the lesson steps of a game that have a goal without a wildcard: `n` is the index of the
 * step from 0, `goal` is this goal, and `of` is the number of all steps.
 */
const steps = (kind: string): { n: number; goal: string; of: number }[] => {
  const all = JSON.parse(readFileSync(filesOf("text/lessons.json").get(kind) ?? "", "utf8")) as { goal: string[] }[];
  return all.flatMap(({ goal }, n) => {
    const whole = goal.find((g) => !g.endsWith("*"));
    return whole ? [{ n, goal: whole, of: all.length }] : [];
  });
};

test("a step of a lesson that was skipped is not learned", async ({ page }) => {
  const kind = kinds.find((k) => steps(k).some(({ n }) => n > 2));
  if (!kind) throw new Error("no lesson");
  const step = steps(kind).find(({ n }) => n > 2) ?? { n: 0, goal: "", of: 0 };
  const learned = async (n: number) => {
    await page.goto("/learn");
    const row = page.getByRole("listitem").filter({ has: page.locator(`a[href="/learn/${kind}"]`) });
    await expect(row.locator(".state")).toHaveText(
      n ? word("learn.state").replace("{n}", String(n)).replace("{of}", String(step.of)) : "",
    );
  };
  await page.goto(`/learn/${kind}`);
  await ready(page);
  const next = page.getByRole("button", { name: word("learn.next") });
  for (let i = 0; i < step.n; i++) await next.click();
  await expect(page.locator("progress")).toHaveAttribute("value", "0");
  await click(page, step.goal);
  await expect(page.locator(".verdict")).toContainText(word("learn.well"));
  await expect(page.locator("progress")).toHaveAttribute("value", "1");
  await learned(1);
  // Opening the same step again must not count as a second step.
  await page.goto(`/learn/${kind}`);
  await ready(page);
  for (let i = 0; i < step.n; i++) await next.click();
  await click(page, step.goal);
  await expect(page.locator(".verdict")).toContainText(word("learn.well"));
  await learned(1);
});

test("a lesson that was learned before its steps were counted stays learned", async ({ page }) => {
  const [kind = ""] = kinds;
  await page.goto("/rules");
  await page.evaluate((k) => localStorage.setItem(`kydai.learn.${k}`, "12/12"), kind);
  await page.goto("/learn");
  await expect(page.locator(".state").filter({ hasText: word("learn.state.done") })).toHaveCount(1);
});

test("the faces of the levels have numbers", async ({ page }) => {
  await page.goto("/play?kind=chess");
  const numbers = page.locator(".level small");
  await expect(numbers).toHaveText(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  await expect(numbers.last()).toBeVisible();
  await tick(page.locator(".level input").nth(4));
  await expect(page.locator(".levels b")).toHaveText("5 · Nhiều kinh nghiệm");
});
