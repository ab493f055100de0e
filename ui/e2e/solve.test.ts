// Tests the solver in the editor: a position with a solution, a position without one, stopping,
// printing, playing out the solution, and working without a network.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, ready, word } from "./play";
import { tick } from "./tick";

/** Mate in three moves, with only one solving first move. */
const three = "5k3/4a4/4ba3/8C/9/7R1/N8/9/9/3K5 w - - 0 1";

const open = async (page: Page, kind: string, start: string) => {
  await page.goto(`/editor/${kind}?start=${encodeURIComponent(start)}`);
  await ready(page);
  await expect(page.locator(".verdict", { hasText: word("editor.ok") })).toBeVisible();
};
const solve = (page: Page) => page.getByRole("button", { name: word("solve.go"), exact: true }).click();
const moves = (page: Page, n: number) => page.getByLabel(word("solve.moves")).fill(String(n));
const result = (page: Page) => page.locator(".solve .result");
const goal = (page: Page, name: "win" | "draw" | "survive") =>
  tick(page.getByRole("radio", { name: word(`solve.goal.${name}`) }));
const note = (page: Page) => page.locator(".solve [data-note]");

test("a solution has all defences; it is the shortest and the only one", async ({ page }) => {
  await open(page, "xiangqi", three);
  await moves(page, 4);
  await solve(page);
  await expect(result(page)).toHaveText(
    "Đỏ thắng trong 3 nước. Không có cách nào nhanh hơn. Nước đầu là nước duy nhất.",
  );
  const tree = page.locator(".proof").first();
  await expect(tree).toContainText("1. X2.5");
  await expect(tree).toContainText("1… T5/7 2. X2-3 Tg6.1 3. P1-4");
  await expect(tree).toContainText("1… Tg6.1 2. P1-4");
  await moves(page, 2);
  await expect(result(page)).toHaveCount(0);
  await solve(page);
  await expect(result(page)).toHaveText("Đỏ không thắng được trong 2 nước.");
  await expect(page.getByRole("heading", { name: word("solve.answers") })).toBeVisible();
  await goal(page, "survive");
  await tick(page.getByRole("group", { name: word("solve.side") }).getByRole("radio", { name: "Đen" }));
  await solve(page);
  await expect(result(page)).toHaveText("Đen cầm cự được 2 nước.");
});

test("it is played against the longest defence; a wrong move is answered", async ({ page }) => {
  await open(page, "xiangqi", three);
  await solve(page);
  await page.getByRole("button", { name: word("solve.play") }).click();
  await expect(note(page)).toHaveAttribute("data-note", "yours");
  await expect(page.locator(".palette")).toHaveCount(0);
  await click(page, "h4h8");
  await expect(note(page)).toHaveAttribute("data-note", "missed");
  await page.getByRole("button", { name: word("solve.play.back") }).click();
  await expect(note(page)).toHaveAttribute("data-note", "yours");
  await click(page, "h4h9");
  await expect(cell(page, "g9")).toHaveAttribute("aria-label", /tượng/);
  await click(page, "h9g9");
  await expect(cell(page, "f8")).toHaveAttribute("aria-label", /tướng/);
  await click(page, "i6f6");
  await expect(note(page)).toHaveText("Đúng rồi, Đỏ đã thắng.");
  await page.getByRole("button", { name: word("solve.play.end") }).click();
  await expect(page.locator(".palette")).toBeVisible();
  await expect(result(page)).toBeVisible();
  await expect(cell(page, "h4")).toHaveAttribute("aria-label", /xe/);
});

test("a composer sees a second solution while setting pieces", async ({ page }) => {
  await open(page, "xiangqi", three);
  await moves(page, 3);
  await tick(page.getByRole("switch", { name: word("solve.auto") }));
  await expect(result(page)).toContainText("Nước đầu là nước duy nhất.");
  await tick(page.getByRole("radio", { name: "pháo đỏ", exact: true }));
  await cell(page, "b5").click({ force: true });
  await expect(result(page)).toContainText("Nước đầu khác cũng được");
  await page.reload();
  await expect(page.getByRole("switch", { name: word("solve.auto") })).toBeChecked();
  await expect(result(page)).toContainText("Nước đầu khác cũng được");
});

test("a long search shows how far it is and can be stopped", async ({ page }) => {
  await page.goto("/editor/chess");
  await ready(page);
  await moves(page, 20);
  await solve(page);
  await expect(page.locator(".solve .found")).toContainText(/Đang tìm: \d\d+ nghìn/);
  await page.getByRole("button", { name: word("solve.stop"), exact: true }).click();
  await expect(page.locator(".solve .found")).toContainText("chưa có lời giải");
  // The next search starts a new worker.
  await open(page, "chess", "6rk/6pp/7N/8/8/8/8/K5Q1 w - - 0 1");
  await solve(page);
  await expect(result(page)).toContainText("Trắng thắng trong 1 nước.");
});

test("what cannot be proved is said before and after", async ({ page }) => {
  await page.goto("/editor/jieqi");
  await expect(page.locator(".solve")).toContainText("chưa có máy giải");
  await expect(page.getByRole("button", { name: word("solve.go"), exact: true })).toHaveCount(0);
  await page.goto("/editor/caro");
  await expect(page.locator(".solve")).toContainText(word("solve.goal.win"));
  await expect(page.getByRole("radio", { name: word("solve.goal.draw") })).toHaveCount(0);
  await page.goto("/editor/chess");
  await ready(page);
  await page.getByRole("button", { name: word("editor.clear") }).click();
  await page.getByRole("button", { name: word("solve.go"), exact: true }).click({ force: true });
  await expect(page.locator("p.note")).toHaveText(word("solve.invalid"));
});

test("the solution is printed with its board", async ({ page }) => {
  await open(page, "xiangqi", three);
  await solve(page);
  await expect(result(page)).toBeVisible();
  await page.evaluate(() => {
    window.print = () => (document.title = "printed");
  });
  await page.getByRole("button", { name: word("solve.print") }).click();
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".kb-window")).toBeVisible();
  await expect(page.locator(".solve .task")).toHaveText("Đến lượt Đỏ. Đỏ: Thắng, nhiều nhất 5 nước.");
  await expect(page.locator(".solve h1")).toHaveText(`${word("solve.title")} · Cờ tướng`);
  await expect(page.locator(".solve h1")).toBeVisible();
  await expect(page.locator(".proof").first()).toBeVisible();
  await expect(page.locator("button:visible, a:visible, nav:visible, input:visible, form:visible")).toHaveCount(0);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  expect(pages).toBe(1);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the study module comes with the first search and is there for the next", async ({ page, context }) => {
    const kept = () =>
      page.evaluate(async () => {
        const names = (await (await caches.open("kydai-files-1")).keys()).map((r) => new URL(r.url).pathname);
        return names.filter((n) => n.startsWith("/assets/study-")).map((n) => n.split("-")[1]);
      });
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The modules of all games are downloaded in advance; the study modules are not.
    await expect
      .poll(() =>
        page.evaluate(async () => (await (await caches.open("kydai-files-1")).keys()).map((r) => r.url).join()),
      )
      .toMatch(/archive-[^/]*\.wasm/);
    expect(await kept()).toEqual([]);
    await open(page, "xiangqi", three);
    await solve(page);
    await expect(result(page)).toContainText("Đỏ thắng trong 3 nước.");
    await expect.poll(kept).toEqual(["xiangqi"]);
    await context.setOffline(true);
    await open(page, "xiangqi", three);
    await solve(page);
    await expect(result(page)).toContainText("Đỏ thắng trong 3 nước.");
    await open(page, "chess", "6rk/6pp/7N/8/8/8/8/K5Q1 w - - 0 1");
    await solve(page);
    await expect(page.locator(".solve").getByRole("alert")).toHaveText(word("error.no-module"));
  });
});
