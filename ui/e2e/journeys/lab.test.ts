// In this simulated visit to the site, a student uses the lab with the keyboard: compares two
// algorithms, learns weights, watches the curve, stops, and uses the weights in a match. The
// student returns after a reload, turns the phone, and works without a network.
import { expect, type Locator, type Page } from "@playwright/test";
import { click, kept, moves, ready, resign } from "../play";
import { test } from "../test";

test.use({ serviceWorkers: "allow" });

const section = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Presses Tab until the control has the focus. */
async function reach(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let n = 0; n < 120; n++) {
    if (await to.evaluate((el) => el === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the control");
}

async function type(page: Page, to: Locator, text: string): Promise<void> {
  await reach(page, to);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await expect(to).toHaveValue(text);
}

/** Selects an option with the arrow keys. */
async function pick(page: Page, to: Locator, value: string): Promise<void> {
  await reach(page, to);
  await page.keyboard.press("Home");
  for (let n = 0; n < 30 && (await to.inputValue()) !== value; n++) await page.keyboard.press("ArrowDown");
  await expect(to).toHaveValue(value);
}

async function press(page: Page, to: Locator): Promise<void> {
  await reach(page, to);
  await page.keyboard.press("Enter");
}

/** Selects caro with the arrow keys among the radio buttons. */
async function caro(page: Page): Promise<void> {
  const wanted = page.getByRole("radio", { name: "Caro" });
  await reach(page, page.locator("main input[type=radio]:checked").first());
  for (let n = 0; n < 6 && !(await wanted.isChecked()); n++) await page.keyboard.press("ArrowRight");
  await expect(wanted).toBeChecked();
}

const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);

/** Saves a screenshot for people who look at the test run, if KYDAI_TEST_SHOTS names a folder. */
async function shot(page: Page, of: Locator, name: string): Promise<void> {
  const folder = process.env.KYDAI_TEST_SHOTS;
  if (!folder) return;
  await of.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/lab-${name}.png` });
}

test("a student learns weights by the keyboard and uses them, on a phone, offline too", async ({ page, context }) => {
  test.setTimeout(600_000);
  const upright = { width: 390, height: 844 };
  const sideways = { width: 844, height: 390 };
  await page.setViewportSize(upright);
  await kept(page);
  await page.goto("/lab");
  await caro(page);
  const match = section(page, "Đấu");
  const part = section(page, "Học trọng số (TD)");

  // The student compares two algorithms.
  await type(page, match.getByLabel("Độ sâu A"), "1");
  await pick(page, match.getByLabel("Thuật toán B"), "random");
  await type(page, match.getByLabel("Số ván"), "1");
  await press(page, match.getByRole("button", { name: "Chạy" }));
  await expect(match.locator("figcaption")).toContainText(/A được \d+ %/, { timeout: 120_000 });
  await fits(page);
  await shot(page, match, "match-upright");

  // The student learns weights. The curve stays visible while it grows, with the phone upright and
  // sideways.
  await type(page, part.getByLabel("Số ván"), "5000");
  await press(page, part.getByRole("button", { name: /^Chạy/ }));
  const curve = part.getByRole("img", { name: /Sau \d+ ván: / });
  await expect(curve).toBeVisible({ timeout: 120_000 });
  await shot(page, part, "learn-upright");
  const before = (await curve.getAttribute("aria-label")) ?? "";
  await page.setViewportSize(sideways);
  await expect(curve).not.toHaveAttribute("aria-label", before, { timeout: 120_000 });
  await fits(page);
  await shot(page, part, "learn-sideways");
  await press(page, part.getByRole("button", { name: /^Dừng/ }));
  await type(page, part.getByLabel("Tên"), "bai-1");
  await press(page, part.getByRole("button", { name: "Giữ để đấu" }));
  await expect(part.getByRole("status")).toContainText("bai-1");

  // After a reload without a network, the learnt weights play a match, also with two workers of
  // tree search.
  await context.setOffline(true);
  await page.reload();
  await caro(page);
  await pick(page, match.getByLabel("Thuật toán A"), "mcts");
  await pick(page, match.getByLabel("Hàm đánh giá A"), "bai-1");
  await type(page, match.getByLabel("Số mô phỏng A"), "300");
  await type(page, match.getByLabel("Số worker A"), "2");
  await reach(page, match.getByLabel("Giữ cây qua các nước A"));
  await page.keyboard.press("Space");
  await pick(page, match.getByLabel("Thuật toán B"), "random");
  await type(page, match.getByLabel("Số ván"), "1");
  await press(page, match.getByRole("button", { name: "Chạy" }));
  await expect(match.locator("figcaption")).toContainText(/A được \d+ %/, { timeout: 240_000 });
  await expect(match.getByRole("alert")).toHaveCount(0);
  await fits(page);
  await shot(page, match, "offline-sideways");

  // With the network again and on a desktop, the student continues learning from the stored
  // weights.
  await context.setOffline(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await pick(page, part.getByLabel("Bắt đầu từ"), "bai-1");
  await type(page, part.getByLabel("Số ván"), "2");
  await press(page, part.getByRole("button", { name: /^Chạy/ }));
  await expect(part.getByRole("button", { name: "Giữ để đấu" })).toBeVisible({ timeout: 120_000 });
  await fits(page);
  await shot(page, part, "learn-desk");
});

test("win rates of a person are shown by opponent, with and without draws, and kept", async ({ page }) => {
  for (let n = 0; n < 2; n++) {
    await page.goto("/play");
    await page.goto("/play/chess");
    await ready(page);
    for (const [i, move] of ["a2a3", "h2h3"].entries()) {
      await click(page, move);
      await moves(page, 2 * i + 2);
    }
    await resign(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/games");
  const rates = section(page, "Tỉ lệ thắng của bạn");
  // The two games may be listed under two opponents, because the automatically chosen opponent may
  // be weaker after a lost game.
  const bars = rates.getByRole("img", { name: /^Cờ vua · .*thắng 0, hòa 0, thua [12]\.$/ });
  await expect(bars.first()).toBeVisible();
  await expect(rates.getByText("0 %").first()).toBeVisible();
  await rates.getByRole("checkbox").check();
  await expect(bars.first()).toBeVisible();
  await fits(page);
  await shot(page, rates, "rates");
  await page.reload();
  await expect(bars.first()).toBeVisible();
});
