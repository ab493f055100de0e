// Tests lessons: the goal is marked on the board; stars and progress are stored.
import { expect } from "@playwright/test";
import { test } from "./test";
import { click, long, ready, word } from "./play";

const stars = (n: number) => word("learn.stars").replace("{n}", String(n));

test("a lesson marks its goal, gives stars, and goes on where it was left", async ({ page }) => {
  await page.goto("/learn/chess");
  await ready(page);
  const goal = page.locator(".kb-over circle.kb-arrow");
  await expect(goal).toHaveCount(1);
  // The ring marks the target of the rook, a8. Its coordinates count from the
  // upper left corner of the board.
  await expect(goal).toHaveAttribute("cx", "0.5");
  await expect(goal).toHaveAttribute("cy", "0.5");
  await click(page, "a1a5");
  await expect(page.getByText(word("learn.notyet"))).toBeVisible();
  await expect(goal).toHaveCount(0);
  // The piece returns automatically, the message stays, and the next attempt needs only one move.
  await expect(goal).toHaveCount(1);
  await expect(page.getByText(word("learn.notyet"))).toBeVisible();
  await click(page, "a1a8");
  await expect(page.getByRole("img", { name: stars(2) })).toBeVisible();
  await page.getByRole("button", { name: word("learn.next") }).click();
  // The board's status text names the current step and not the result of the previous step.
  await expect(page.locator('.kb [role="status"]')).toHaveText(/^Bước 2/);
  await click(page, "c1g5");
  await expect(page.getByRole("img", { name: stars(3) })).toBeVisible();

  await page.goto("/learn");
  const row = page.locator(".list li").filter({ has: page.locator('a[href="/learn/chess"]') });
  await expect(row).toContainText("5/");
  await expect(row.getByRole("progressbar")).toHaveAttribute("value", "2");
  await row.getByRole("link").first().click();
  await expect(page.getByText(word("learn.step").split("{of}")[0]?.replace("{n}", "3") ?? "")).toBeVisible();
});

test("a lesson has a button to start it, and one that was not begun is not green", long(true), async ({ page }) => {
  await page.goto("/learn");
  const row = page.locator(".list li").filter({ has: page.locator('a[href="/learn/chess"]') });
  const colour = () => row.locator(".state").evaluate((el) => getComputedStyle(el).color);
  const before = await colour();
  await page.evaluate(() => localStorage.setItem("kydai.learn.chess", "3"));
  await page.reload();
  expect(await colour()).not.toBe(before);
  await expect(row.getByText(word("learn.go.again"), { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await row.getByText(word("learn.go"), { exact: true }).click();
  await expect(page).toHaveURL(/\/learn\/chess$/);
});

test("an empty lobby shows a board and one thing to do", async ({ page }) => {
  // Other tests offer games at the same time, so their offers are removed from the messages to this
  // page.
  await page.routeWebSocket(/\/api\/socket/, (here) => {
    const server = here.connectToServer();
    server.onMessage((m) => {
      const told = JSON.parse(String(m)) as { t: string; offers?: unknown[] };
      if (told.t !== "offers") here.send(JSON.stringify(told.t === "lobby" ? { ...told, offers: [], more: 0 } : told));
    });
  });
  await page.goto("/online");
  const empty = page.locator(".empty");
  await expect(empty).toContainText(word("online.lobby.none"));
  await empty.getByRole("link", { name: word("online.meanwhile") }).click();
  await ready(page);
});
