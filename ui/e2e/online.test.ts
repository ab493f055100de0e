// Two browsers at one table through the server.
import { expect, test } from "@playwright/test";
import { cell, click, invited, moves, ready, status } from "./play";

test("two people play, with a reload and a cut between", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("radio", { name: "Trắng" }).check({ force: true });
  await a.getByRole("button", { name: "Tìm đối thủ" }).click();
  await expect(a.getByText("Đang chờ đối thủ…")).toBeVisible();
  await b.goto("/online");
  await b.getByRole("button", { name: "Vào chơi" }).click();
  await expect(b).toHaveURL(/\/g\//);
  await expect(a).toHaveURL(/\/g\//);
  await Promise.all([ready(a), ready(b)]);
  await click(a, "f2f3");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  await a.reload();
  await ready(a);
  await moves(a, 2);
  await two.setOffline(true);
  await click(a, "g2g4");
  await moves(a, 3);
  await two.setOffline(false);
  await moves(b, 3);
  await click(b, "d8h4");
  await expect(status(a)).toContainText("Bạn thua.");
  await expect(status(b)).toContainText("Bạn thắng!");
  await a.getByRole("button", { name: "Đấu lại" }).click();
  const old = b.url();
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await expect(b).not.toHaveURL(old);
  await expect(a).toHaveURL(b.url());
  await one.close();
  await two.close();
});

test("a move made before its turn is played when the turn comes", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(b, "e7e5");
  await click(b, "b8c6");
  await moves(b, 0);
  await click(a, "e2e4");
  await moves(a, 2);
  await click(a, "g1f3");
  await moves(a, 4);
  await expect(a.locator(".moves li button")).toHaveText(["e4", "e5", "Nf3", "Nc6"]);
  // Escape takes the plan back.
  await click(b, "g8f6");
  await b.keyboard.press("Escape");
  await click(a, "f1b5");
  await moves(b, 5);
  await expect(status(b)).toHaveText("Đến lượt bạn");
  await moves(a, 5);
  await end();
});

test("a challenge by link, a takeback, a draw", async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext({ locale: "en-GB" })]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("radio", { name: "Caro" }).check({ force: true });
  await a.getByRole("radio", { name: /^X/ }).check({ force: true });
  await a.getByRole("button", { name: "Mời bạn bằng link" }).click();
  const link = await a.getByLabel("Gửi link này cho bạn bè:").inputValue();
  await b.goto(link);
  await b.getByRole("button", { name: "Accept" }).click();
  await ready(b);
  await ready(a);
  await click(a, "h8");
  await moves(b, 1);
  await a.getByRole("button", { name: "Xin đi lại" }).click();
  await b.getByRole("button", { name: "Accept" }).click();
  await moves(a, 0);
  await click(a, "h9");
  await moves(b, 1);
  await click(b, "a1");
  await moves(a, 2);
  await b.getByRole("button", { name: "Offer draw" }).click();
  await a.getByRole("button", { name: "Đồng ý" }).click();
  await expect(status(b)).toContainText("Draw: by agreement");
  await one.close();
  await two.close();
});

test("one piece is moved twice ahead", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(b, "b8c6");
  // It goes on from where it will stand, as soon as the rules have said how.
  await expect(async () => {
    await cell(b, "c6").click({ force: true });
    await expect(cell(b, "c6")).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass();
  await cell(b, "d4").click({ force: true });
  await expect(status(b)).toContainText("Đã đặt trước 2 nước.");
  await click(a, "e2e4");
  await moves(a, 2);
  await click(a, "g1f3");
  await moves(a, 4);
  await expect(a.locator(".moves li button")).toHaveText(["e4", "Nc6", "Nf3", "Nd4"]);
  await end();
});

test("who has left the lobby is called when his offer is accepted", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await a.getByRole("link", { name: "Học" }).click();
  await expect(a).toHaveURL(/\/learn/);
  await b.getByRole("button", { name: "Đồng ý" }).click();
  await a.getByRole("link", { name: "Đối thủ đã vào bàn. Vào ván đấu" }).click();
  await ready(a);
  await expect(b).toHaveURL(a.url());
  await expect(a.locator(".summons")).toBeHidden();
  await click(a, "e2e4");
  await moves(b, 1);
  await end();
});
