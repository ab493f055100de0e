// Tests the review of a game: a lost game with hidden pieces on a phone without a network, learning
// from mistakes, and an online game.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { click, invited, kept, long, moves, ready, reshelved, resign, wholeGames, word } from "./play";

const phone = { width: 390, height: 844 };
const panel = (page: Page) => page.locator(".review");

// Black leaves the queen on h4, where a knight can capture it; White does not capture it.
const lost = "e2e4 e7e5 g1f3 d8h4 b1c3 h4d8 d2d4 g8f6 f3e5 f6e4 c3e4 b8c6";

/** Checks the parts of a review that are visible after its first, short searches. */
async function reviewed(page: Page): Promise<void> {
  await expect(panel(page).locator("svg.chart .curve")).toBeVisible();
  await expect(panel(page).locator(".players .accuracy").first()).toHaveText(/^\d+ %$/);
  // The accuracy is also shown beside the names of the players, because on a phone the panel is
  // below the first screen. Later, deeper searches change both values.
  await expect(async () => {
    const said = await panel(page).locator(".players .accuracy").allTextContents();
    for (const [i, side] of ["first", "second"].entries())
      expect(await page.locator(`.seat[data-side="${side}"] .mark`).textContent({ timeout: 500 })).toContain(said[i]);
  }).toPass();
}

test.describe("without network", () => {
  test.use({ serviceWorkers: "allow", viewport: phone });
  test("a lost game of hidden pieces shows luck apart from skill", async ({ page, context }) => {
    const faults: string[] = [];
    page.on("console", (m) => m.type() === "error" && /<path>/.test(m.text()) && faults.push(m.text()));
    const { codes = [], seed = 1 } = wholeGames.find((g) => g.kind === "jieqi") ?? {};
    await kept(page);
    await reshelved(page, { kind: "jieqi", seed, moves: codes.slice(0, -1) });
    await context.setOffline(true);
    await page.goto("/hotseat/jieqi");
    await ready(page);
    await click(page, codes.at(-1) ?? "");
    await expect(page.locator(".status.end")).toBeVisible();
    await page.getByRole("button", { name: word("play.review"), exact: true }).click();
    await reviewed(page);
    // The marks of the review make the list of moves longer; the current move must stay visible.
    await expect
      .poll(() =>
        page.locator(".moves ol").evaluate((box) => {
          const now = box.querySelector("[aria-current]")?.getBoundingClientRect();
          const { left, right } = box.getBoundingClientRect();
          return now !== undefined && now.left >= left && now.right <= right;
        }),
      )
      .toBe(true);
    // Luck and skill are drawn as separate curves and shown as separate sums.
    await expect(panel(page).locator(".chart .luck")).toBeAttached();
    await expect(panel(page).locator(".chart .skill")).toBeAttached();
    await expect(panel(page).locator('.fortune [data-curve="luck"]')).toHaveText(/\+\d+ %/);
    await expect
      .poll(() => panel(page).locator('.fortune [data-curve="luck"]').textContent(), { timeout: 120_000 })
      .not.toMatch(/\+0 %/);
    // The graph can also be drawn from the view of one side, which does not know all hidden pieces.
    const both = await panel(page).locator(".chart .curve").getAttribute("d");
    const eyes = panel(page).getByRole("group", { name: word("review.eyes") });
    await eyes.getByRole("button", { name: word("side.red") }).click();
    await expect(eyes.getByRole("button", { name: word("side.red") })).toHaveAttribute("aria-pressed", "true");
    const paper = (name: string) =>
      eyes.getByRole("button", { name }).evaluate((el) => getComputedStyle(el).backgroundColor);
    expect(await paper(word("side.red"))).not.toBe(await paper(word("side.black")));
    await expect(panel(page).locator(".chart .curve")).not.toHaveAttribute("d", both ?? "");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // In the study of a finished game, the menu button remains, and there is no button for a new
    // game.
    await expect(page.locator(".actions").getByRole("button", { name: word("app.menu") })).toBeVisible();
    await expect(page.locator(".actions").getByRole("button", { name: word("play.again") })).toHaveCount(0);
    expect(faults).toEqual([]);
  });
});

test("the table of players with their times fits beside the board on a laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await reshelved(page, {
    kind: "xiangqi",
    moves: ["h2e2", "h9g7", "h0g2", "i9h9"],
    seats: { first: { kind: "human" }, second: { kind: "machine", level: 3 } },
    ended: { why: "resignation", winner: "second" },
    times: [0, 700, 30_000, 1000],
  });
  await page.goto("/game/shelved");
  await page.getByRole("button", { name: word("play.review"), exact: true }).click();
  await expect(panel(page).locator(".players td:last-child")).toHaveText(["0:30", "0:02"], { timeout: 60_000 });
  const over = await panel(page)
    .locator(".scroll:has(> .players)")
    .evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });
  test("what the review says about the shown move is in view together with the board", async ({ page }) => {
    await page.goto(`/analysis/chess?first=A&second=B&moves=${encodeURIComponent(lost)}&engine=off`);
    await ready(page);
    await reviewed(page);
    const said = panel(page).locator(".verdicts p").first();
    const bar = page.locator(".tabs");
    for (const step of ["play.first", "play.next", "play.last"]) {
      await page.getByRole("button", { name: word(step), exact: true }).click();
      if (step === "play.first") continue;
      await expect(said).toBeInViewport({ ratio: 1 });
      const low = async () => ((b) => (b ? b.y + b.height : Infinity))(await said.boundingBox());
      await expect.poll(low).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
      await expect(page.locator(".boardbox")).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  test("the board and the answer to a tried move are in view", async ({ page }) => {
    await page.goto(`/analysis/chess?first=A&second=B&moves=${encodeURIComponent(lost)}&engine=off`);
    await ready(page);
    await reviewed(page);
    await expect(panel(page).getByText(/lượt \d/)).toHaveCount(0, { timeout: 120_000 });
    await panel(page)
      .getByRole("button", { name: word("review.learn") })
      .click();
    await panel(page)
      .getByRole("button", { name: word("side.white"), exact: true })
      .click();
    const board = page.locator(".boardbox");
    await expect(board).toBeInViewport({ ratio: 0.9 });
    // The page scrolls to the board, and a click uses coordinates that are read before it.
    await expect(async () => {
      const before = await board.boundingBox();
      await page.waitForTimeout(100);
      expect(await board.boundingBox()).toEqual(before);
    }).toPass();
    await click(page, "a2a3");
    const answer = panel(page).locator(".verdict");
    await expect(answer).toHaveText(word("review.learn.wrong").replace("{move}", "a3"));
    await expect(answer).toBeInViewport({ ratio: 1 });
  });

  test(
    "the buttons of an exercise are above the bar, and no message covers the board",
    long(true),
    async ({ page }) => {
      await page.goto("/analysis/xiangqi?first=A&second=B&moves=h2e2+h9g7+e2e6+a9a8+h0g2+b9c7&engine=off");
      await ready(page);
      await reviewed(page);
      await panel(page)
        .getByRole("button", { name: word("review.learn") })
        .click({ timeout: 120_000 });
      const show = panel(page).getByRole("button", { name: word("review.learn.show") });
      await expect(show).toBeVisible();
      const bar = async () => (await page.locator(".tabs").boundingBox())?.y ?? 0;
      const low = async () => {
        const boxes = await panel(page).locator(".learn .more .button:visible").all();
        return Math.max(
          ...(await Promise.all(boxes.map(async (b) => ((b) => (b ? b.y + b.height : 0))(await b.boundingBox())))),
        );
      };
      await expect.poll(low).toBeLessThanOrEqual(await bar());
      await expect(page.locator(".note:not(.summons)")).toBeHidden();
      await show.click();
      await expect(panel(page).locator(".verdict")).toContainText(":");
      await expect.poll(low).toBeLessThanOrEqual(await bar());
      await expect(page.locator(".boardbox")).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".note:not(.summons)")).toBeHidden();
    },
  );
});

test("mistakes are exercises once the review has settled them", long(true), async ({ page }) => {
  await page.goto(`/analysis/chess?first=A&second=B&moves=${encodeURIComponent(lost)}&engine=off`);
  await ready(page);
  const learn = panel(page).getByRole("button", { name: word("review.learn") });
  const busy = panel(page).getByText(/lượt \d/);
  // Wait for the button. In the same frame, the text of the panel must not say that the review is
  // still running.
  const seen = await page.waitForFunction(
    ([text]) => {
      const box = document.querySelector(".review");
      const there = Array.from(box?.querySelectorAll("button") ?? []).some((b) => b.textContent === text);
      return there && { busy: /lượt \d/.test(box?.textContent ?? "") };
    },
    [word("review.learn")],
    { polling: "raf", timeout: 120_000 },
  );
  expect(await seen.jsonValue()).toEqual({ busy: false });
  await expect(learn).toBeVisible();
  await expect(busy).toHaveCount(0);
});

test("a game is learned from: the better moves are found on the board", async ({ page }) => {
  await page.goto(`/analysis/chess?first=A&second=B&moves=${encodeURIComponent(lost)}&engine=off`);
  await ready(page);
  await reviewed(page);
  const judged = page.locator('.moves button[data-judged="blunder"], .moves button[data-judged="missed-win"]');
  await expect(judged.first()).toBeVisible();
  // A turning point is shown as a button that opens its position.
  const turning = panel(page)
    .getByRole("group", { name: word("review.turning") })
    .getByRole("button");
  await expect(turning.first()).toBeVisible();
  expect(await turning.count()).toBeLessThanOrEqual(3);
  await turning.first().click();
  await expect(panel(page).locator(".verdicts [data-judged]")).toContainText("%");
  await expect(panel(page).getByText(word("review.best"))).toBeVisible();
  // The panel says why the move is a mistake: White can capture the queen. The study module has
  // verified this reason.
  await page.locator(".moves li button").nth(3).click();
  await expect(panel(page).locator(".verdicts")).toContainText("Nxh4: mã f3 ăn hậu h4 mà không mất gì");
  // The review of a short game finishes soon. After that the list of mistakes no longer changes.
  await expect(panel(page).getByText(/lượt \d/)).toHaveCount(0, { timeout: 120_000 });
  const before = await page.locator(".moves li button").count();
  await panel(page)
    .getByRole("button", { name: word("review.learn") })
    .click();
  const learn = panel(page).getByRole("group", { name: word("review.learn") });
  await learn.getByRole("button", { name: word("side.white"), exact: true }).click();
  await expect(learn).toContainText("Nc3");
  // First play a bad move, then capture the queen.
  await expect(async () => {
    await click(page, "a2a3");
    await expect(learn.locator(".verdict")).toHaveAttribute("data-bad", "true", { timeout: 3000 });
  }).toPass();
  await click(page, "f3h4");
  await expect(learn.locator(".verdict")).toHaveText(word("review.learn.right").replace("{move}", "Nxh4"));
  for (;;) {
    const end = learn.getByRole("button", { name: word("review.learn.end") });
    const next = learn.getByRole("button", { name: word("review.learn.next") });
    await expect(end.or(next)).toBeEnabled();
    if (await end.isVisible()) {
      await learn
        .getByRole("button", { name: word("review.learn.show") })
        .or(end)
        .first()
        .click();
      await expect(end).toBeEnabled();
      if (await end.isVisible()) await end.click();
      break;
    }
    await next.click();
  }
  await expect(learn.locator(".verdict")).toHaveText(/1\/\d/);
  const address = page.url();
  await learn.getByRole("button", { name: word("review.learn.back") }).click();
  await expect(panel(page).locator("svg.chart")).toBeVisible();
  // The browser's back button also returns to the review.
  await panel(page)
    .getByRole("button", { name: word("review.learn") })
    .click();
  await expect(learn).toBeVisible();
  await page.goBack();
  await expect(panel(page).locator("svg.chart")).toBeVisible();
  await expect(page).toHaveURL(address);
  // The moves that were tried are not added to the study.
  await expect(page.locator(".moves li button")).toHaveCount(before);
});

for (const [i, { kind, codes }] of wholeGames.entries()) {
  test(`${kind}: an online game is reviewed at its end`, long(i > 0), async ({ browser }) => {
    const { a, b, end } = await invited(browser, kind);
    await b.getByRole("button", { name: word("online.accept") }).click();
    await Promise.all([ready(a), ready(b)]);
    // The first moves of these games with hidden pieces are legal whatever the
    // deal is.
    for (const [n, code] of codes.slice(0, 2).entries()) {
      await click(n % 2 === 0 ? a : b, code);
      await Promise.all([moves(a, n + 1), moves(b, n + 1)]);
    }
    await resign(b);
    for (const page of [a, b]) {
      await expect(page.locator(".status.end")).toBeVisible();
      await page
        .locator(".act .more")
        .getByRole("link", { name: word("play.analyse") })
        .click();
      await reviewed(page);
    }
    await end();
  });
}
