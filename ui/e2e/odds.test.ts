// Tests odds (handicaps) and the side that moves first: they are chosen by clicks, and shown on the
// board and in words.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, moves, ready, status, unfold } from "./play";
import { tick } from "./tick";

const pick = (page: Page, group: string, name: string | RegExp) =>
  tick(page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name }));
const line = (page: Page) => page.locator(".odds");
const clocks = (page: Page) => page.locator(".clock");

test("a horse and three minutes are given to the machine", async ({ page }) => {
  await page.goto("/play");
  await pick(page, "Chọn môn cờ", "Cờ tướng");
  await pick(page, "Đồng hồ", "5+0");
  await unfold(page);
  await pick(page, "Chấp", "Bạn chấp");
  await pick(page, "Chấp gì", "Một mã");
  await expect(page.getByText("Bên chấp bắt đầu không có quân này.")).toBeVisible();
  await page.getByLabel("Số phút thêm cho bên được chấp").fill("3");
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await expect(cell(page, "b0")).toHaveAccessibleName(/^b0, trống/);
  await expect(cell(page, "h0")).toHaveAccessibleName(/^h0, mã đỏ/);
  await expect(cell(page, "b9")).toHaveAccessibleName(/^b9, mã đen/);
  await expect(line(page)).toHaveText("Đỏ chấp một mã. Đen được thêm 3 phút.");
  await expect(clocks(page)).toHaveText(["8:00", "5:00"]);
  await click(page, "h2e2");
  await moves(page, 2);
  await page.reload();
  await expect(line(page)).toHaveText("Đỏ chấp một mã. Đen được thêm 3 phút.");
});

test("who gets two moves has one on the board and makes the next", async ({ page }) => {
  await page.goto("/play");
  await pick(page, "Chọn môn cờ", "Caro");
  await pick(page, "Đối thủ", "Hai người chơi chung máy");
  await unfold(page);
  await pick(page, "Chấp", "X chấp");
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await expect(line(page)).toHaveText("X chấp hai nước đầu.");
  await expect(cell(page, "h8")).toHaveAccessibleName(/^h8, dấu O/);
  await expect(status(page)).toHaveText("Đến lượt O");
  await click(page, "i9");
  await moves(page, 1);
  await expect(cell(page, "i9")).toHaveAccessibleName(/^i9, dấu O/);
  await expect(status(page)).toHaveText("Đến lượt X");
});

test("the first move is left to the machine, before the game and at the board", async ({ page }) => {
  await page.goto("/play");
  await pick(page, "Chọn môn cờ", "Cờ vua");
  await pick(page, "Bạn cầm", "Đen · Đi sau");
  await expect(page.getByText("Đối thủ đi nước đầu tiên, bạn đi sau.")).toBeVisible();
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await moves(page, 1);
  await expect(status(page)).toHaveText("Đến lượt bạn");

  await page.goto("/play/xiangqi");
  await ready(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Đi sau" }).click();
  await moves(page, 1);
  await expect(page.locator(".seat").last()).toContainText("Bạn Đen");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("button", { name: "Đi sau" })).toHaveCount(0);
});

test("a friend sees the odds before and in the game, in his language", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext({ locale: "en-GB" })]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/play");
  await pick(a, "Chọn môn cờ", "Cờ vua");
  await pick(a, "Đối thủ", "Bạn bè, qua link");
  await pick(a, "Bạn cầm", /^Đen/);
  await pick(a, "Đồng hồ", "10+5");
  await unfold(a);
  await pick(a, "Chấp", "Bạn chấp");
  await pick(a, "Chấp gì", "Hậu");
  await a.getByLabel("Số phút thêm cho bên được chấp").fill("5");
  await a.getByRole("button", { name: "Bắt đầu" }).click();
  await expect(line(a).first()).toHaveText("Đen chấp hậu. Đối thủ được thêm 5 phút.");
  await b.goto(await a.locator("input[readonly]").inputValue());
  await expect(line(b)).toHaveText("Black gives odds: the queen. You: 5 more minutes.");
  await b.getByRole("button", { name: "Accept" }).click();
  await Promise.all([ready(a), ready(b)]);
  await expect(cell(a, "d8")).toHaveAccessibleName(/^d8, trống/);
  await expect(cell(b, "d8")).toHaveAccessibleName(/^d8, empty/);
  await expect(line(a)).toHaveText("Đen chấp hậu. Trắng được thêm 5 phút.");
  await expect(line(b)).toHaveText("Black gives odds: the queen. White: 5 more minutes.");
  await expect(clocks(b)).toHaveText(["10:00", /^1(5:00|4:5\d)$/]);
  await click(b, "e2e4");
  await moves(a, 1);
  await click(a, "e7e5");
  await moves(b, 2);
  await b.reload();
  await ready(b);
  await expect(line(b)).toHaveText("Black gives odds: the queen. White: 5 more minutes.");
  await one.close();
  await two.close();
});

test("takebacks are limited on this device: so many for each player, then the button says why not", async ({
  page,
}) => {
  await page.goto("/play");
  await pick(page, "Chọn môn cờ", "Cờ vua");
  await pick(page, "Đối thủ", "Hai người chơi chung máy");
  await unfold(page);
  await pick(page, "Số lần đi lại của mỗi người", /^1$/);
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  const left = page.locator(".info .fine");
  await expect(left).toHaveText("Trắng: còn 1 lần đi lại · Đen: còn 1 lần đi lại");
  await click(page, "e2e4");
  await moves(page, 1);
  await page.keyboard.press("Control+z");
  await moves(page, 0);
  await expect(left).toHaveText("Trắng: còn 0 lần đi lại · Đen: còn 1 lần đi lại");
  await click(page, "d2d4");
  await moves(page, 1);
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Ván này không còn lượt đi lại").first()).toBeVisible();
  await moves(page, 1);
  // The game is stored with the number of takebacks that each player has left, so a reload does not
  // change this number. A rematch starts with the full number.
  await page.reload();
  await ready(page);
  await expect(page.getByRole("button", { name: "Đi lại", exact: true })).toHaveAttribute("aria-disabled", "true");
  await click(page, "d7d5");
  await moves(page, 2);
  await page.getByRole("button", { name: "Đi lại", exact: true }).click();
  await moves(page, 1);
});

test("takebacks are limited through the server", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/play");
  await pick(a, "Chọn môn cờ", "Cờ vua");
  await pick(a, "Đối thủ", "Bạn bè, qua link");
  await unfold(a);
  await pick(a, "Số lần đi lại của mỗi người", "Không được");
  await a.getByRole("button", { name: "Bắt đầu" }).click();
  await b.goto(await a.locator("input[readonly]").inputValue());
  await expect(b.getByText("Số lần đi lại của mỗi người: Không được")).toBeVisible();
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(a, "e2e4");
  await moves(b, 1);
  const button = a.getByRole("button", { name: "Xin đi lại" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAttribute("title", "Ván này không còn lượt đi lại.");
  await one.close();
  await two.close();
});

test("a small board of caro, and a draw after the agreed number of moves", async ({ page }) => {
  await page.goto("/play");
  await pick(page, "Chọn môn cờ", "Caro");
  await pick(page, "Đối thủ", "Hai người chơi chung máy");
  await unfold(page);
  await page.getByLabel("Cỡ bàn").selectOption("5");
  await page.getByLabel("Hòa sau số nước").selectOption("20");
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await expect(page.locator('[role="gridcell"]')).toHaveCount(25);
  const stones = "a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 a3 c3 b3 d3 e3 a4 c4 b4 d4 e4".split(" ");
  for (const [i, at] of stones.entries()) {
    await click(page, at);
    await moves(page, i + 1);
  }
  await expect(status(page)).toHaveText("Hòa: đủ số nước đã hẹn");
});
