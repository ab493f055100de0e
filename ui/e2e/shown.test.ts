// Checks that captured pieces, player panels, hints and opening instructions
// always match the position that is shown.
import { expect } from "@playwright/test";
import { test } from "./test";
import { cell, click, invited, moves, ready, resign, shelved, status, word } from "./play";

test("the trays hold what had been taken in the position that is shown", async ({ page }) => {
  await shelved(page, { kind: "chess", moves: ["e2e4", "d7d5", "e4d5", "d8d5"] });
  await page.goto("/hotseat/chess");
  await ready(page);
  await moves(page, 4);
  const taken = page.locator(".tray > span");
  await expect(taken).toHaveCount(2);
  for (const [move, count] of [
    ["2 của Trắng", 1],
    ["1 của Đen", 0],
    ["1 của Trắng", 0],
  ] as const) {
    await page.getByRole("button", { name: word("play.prev"), exact: true }).click();
    await expect(status(page)).toContainText(move);
    await expect(taken).toHaveCount(count);
  }
  // The page shows the position after one move again, in which it is the second side's turn.
  await expect(page.locator(".seat[data-active]")).toHaveAttribute("data-side", "second");
});

test("after swap2 the seats have the colours that were chosen", async ({ page }) => {
  await shelved(page, { kind: "caro", options: { opening: "swap2" } });
  await page.goto("/game/shelved");
  await ready(page);
  const task = (n: number, mark: string) =>
    word("task.place").replace("{n}", String(n)).replace("{of}", "3").replace("{mark}", mark);
  for (const [n, code, mark] of [
    [1, "h8", "X"],
    [2, "i8", "O"],
    [3, "j10", "X"],
  ] as const) {
    await expect(status(page)).toHaveText(task(n, mark));
    await click(page, code);
    await moves(page, n);
  }
  await expect(status(page)).toHaveText(word("task.offer").replace("{mark}", "O"));
  // The second player chooses X, so the first player has O from then on.
  await page.getByRole("button", { name: word("choice.black") }).click();
  await moves(page, 4);
  await expect(page.locator(".moves li button").last()).toHaveText(word("chosen.black"));
  await expect(page.locator(".seat[data-side=first] .who")).toHaveText("O");
  await expect(page.locator(".seat[data-side=second] .who")).toHaveText("X");
  await click(page, "c3");
  await moves(page, 5);
  await expect(cell(page, "c3")).toHaveAttribute("aria-label", new RegExp(word("piece.caro.mark.o")));
});

test("who did not choose is told the colours, and the list of games has the winner's", async ({ page }) => {
  const seats = { first: { kind: "human" }, second: { kind: "machine", level: 1 } };
  // Two crosses are next to each other and a ring is far away, so the engine chooses the crosses.
  await shelved(page, { kind: "caro", options: { opening: "swap2" }, seats });
  await page.goto("/game/shelved");
  await ready(page);
  for (const [n, code] of ["h8", "a1", "i9"].entries()) {
    await click(page, code);
    await expect(page.locator(".moves li button").nth(n)).toHaveText(code);
  }
  const who = word("seat.machine").replace("{n}", "1");
  const told = word("play.colours").replace("{who}", who).replace("{theirs}", "X").replace("{yours}", "O");
  await expect(page.getByText(told).first()).toBeVisible();
  await expect(page.locator(".seat[data-side=first] small").first()).toHaveText("O");
  await resign(page);
  // The engine has the second seat and won with X.
  await page.goto("/games");
  await expect(page.locator(".list small").first()).toContainText(word("end.win").replace("{side}", "X"));
});

test("who chose is not told of it", async ({ page }) => {
  const seats = { first: { kind: "machine", level: 1 }, second: { kind: "human" } };
  await shelved(page, { kind: "caro", options: { opening: "swap2" }, seats });
  await page.addInitScript(() => {
    const notes: string[] = [];
    Object.assign(window, { notes });
    new MutationObserver(() => notes.push(document.querySelector(".note")?.textContent ?? "")).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.goto("/game/shelved");
  await ready(page);
  await page.getByRole("button", { name: word("choice.black") }).click();
  await expect(page.locator(".seat[data-side=second] small").first()).toHaveText("X");
  await expect(page.locator(".seat[data-side=first] small").first()).toHaveText("O");
  await moves(page, 5);
  const notes = await page.evaluate(() => (window as unknown as { notes: string[] }).notes);
  const said = (word("play.colours").split("{theirs}")[1] ?? "").split("{yours}")[0] ?? "";
  expect(said).not.toBe("");
  expect(notes.filter((n) => n.includes(said))).toEqual([]);
});

for (const lang of ["vi", "en"] as const) {
  test(`a hint names places as the board does, in ${lang}`, async ({ page }) => {
    await page.addInitScript((l) => localStorage.setItem("kydai.settings", JSON.stringify({ lang: l })), lang);
    await page.goto("/hotseat/xiangqi");
    await ready(page);
    const [before = "", after = ""] = word("board.file", lang).split("{n}");
    await page.getByRole("button", { name: word("play.hint", lang) }).click();
    await expect(page.locator(".hint")).toContainText(new RegExp(`${before}[1-9]${after}`));
    await expect(page.locator(".hint")).not.toContainText(/[a-i][0-9]/);
    await page.getByRole("button", { name: word("hint.more", lang) }).click();
    await expect(page.locator(".hint")).toContainText(word("hint.move", lang).split("{move}")[0] ?? "");
    await expect(page.locator(".hint")).not.toContainText(/[a-i][0-9]/);
  });
}

test("a cell is played by a plain click, without any pointer", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  for (const square of ["e2", "e4"]) await cell(page, square).evaluate((el: HTMLElement) => el.click());
  await moves(page, 1);
  await click(page, "e7e5");
  await moves(page, 2);
});

for (const lang of ["vi", "en"] as const) {
  test.describe(`by touch, in ${lang}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test("what cannot be done says why when it is pressed", async ({ page }) => {
      await page.addInitScript((l) => localStorage.setItem("kydai.settings", JSON.stringify({ lang: l })), lang);
      await page.goto("/play/jieqi");
      await ready(page);
      const act = (key: "app.menu" | "play.undo") =>
        page.locator(".actions").getByRole("button", { name: word(key, lang), exact: true });
      const note = page.locator(".note");
      // Tap even if the button is still disabled.
      const force = { force: true };
      await act("play.undo").tap(force);
      await expect(note).toHaveText(word("error.nothing-to-undo", lang));
      await act("app.menu").tap();
      const menu = page.locator("dialog.menu");
      const refused = async (key: "play.draw" | "play.resign" | "play.analyse", why: string) => {
        const button = menu.getByRole("button", { name: word(key, lang), exact: true });
        await expect(button).toHaveAttribute("aria-disabled", "true");
        // The menu moves while it opens, so a tap may miss. The tap is repeated.
        await expect(async () => {
          await button.tap(force);
          await expect(menu.getByRole("status")).toHaveText(why, { timeout: 2000 });
        }).toPass();
      };
      for (const key of ["play.draw", "play.resign", "play.analyse"] as const) {
        await refused(key, word("play.unmoved", lang));
        await expect(menu.getByRole("alertdialog")).toHaveCount(0);
      }
      await page.keyboard.press("Escape");
      await cell(page, "b2").tap(force);
      await cell(page, "e2").tap(force);
      await moves(page, 2);
      await expect(act("play.undo")).toHaveAttribute("aria-disabled", "true");
      await act("play.undo").tap(force);
      await expect(note).toHaveText(word("error.would-reveal", lang));
      await expect(page.locator("[aria-live]").filter({ hasText: word("error.would-reveal", lang) })).not.toHaveCount(
        0,
      );
      await moves(page, 2);
      await act("app.menu").tap();
      await refused("play.draw", word("play.draw.early", lang).replace("{n}", "5"));
    });
  });
}

test("before both have moved a game through the server is aborted, then given up", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const draw = a.locator(".actions").getByRole("button", { name: word("play.draw"), exact: true });
  await draw.click({ force: true });
  await expect(a.locator(".note")).toHaveText(word("error.too-early"));
  const menu = a.locator("dialog.menu");
  const open = () =>
    a
      .locator(".actions")
      .getByRole("button", { name: word("app.menu") })
      .click();
  await open();
  await expect(menu.getByRole("button", { name: word("online.abort"), exact: true })).toBeVisible();
  await expect(menu.getByRole("button", { name: word("play.resign"), exact: true })).toHaveCount(0);
  await a.keyboard.press("Escape");
  await click(a, "e2e4");
  await moves(b, 1);
  await click(b, "e7e5");
  await moves(a, 2);
  await open();
  await expect(menu.getByRole("button", { name: word("play.resign"), exact: true })).toBeVisible();
  await expect(menu.getByRole("button", { name: word("online.abort"), exact: true })).toHaveCount(0);
  await a.keyboard.press("Escape");
  await draw.click();
  // Player b may be about to press a button when this dialog appears in its place. So the dialog
  // ignores presses for a short time.
  const taken = b.evaluate(
    (text) =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const yes = Array.from(document.querySelectorAll("button")).find((x) => x.textContent === text);
          if (!yes) return requestAnimationFrame(look);
          yes.click();
          resolve(yes.disabled);
        };
        look();
      }),
    word("online.accept"),
  );
  expect(await taken).toBe(true);
  await expect(b.getByText(word("online.draw.asked"))).toBeVisible();
  await b.getByRole("button", { name: word("online.decline") }).click();
  await expect(a.locator(".note")).toHaveText(word("error.declined"));
  await expect(b.locator(".note")).toBeHidden();
  await end();
});
