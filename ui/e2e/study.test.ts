// Tests studies: trying moves does not change an imported record.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { sound } from "./axe";
import { board, click, moves, ready, resign, status, word } from "./play";

async function imported(page: Page, text: string): Promise<void> {
  await page.goto("/import");
  await page.getByLabel(word("import.paste")).fill(text);
  await page.getByRole("button", { name: word("import.go"), exact: true }).click();
  await expect(page).toHaveURL(/analysis\/[a-z]+\?game=/);
  await ready(page);
}

/** Steps back n moves with the keyboard. */
async function back(page: Page, n: number): Promise<void> {
  await page.locator("h1").click();
  for (let i = 0; i < n; i++) await page.keyboard.press("ArrowLeft");
}

/** Downloads the record through the menu and returns it. */
async function downloaded(page: Page): Promise<string> {
  await page
    .locator(".actions")
    .getByRole("button", { name: word("app.menu") })
    .click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: word("play.download") }).click();
  let text = "";
  for await (const part of await (await waiting).createReadStream()) text += String(part);
  return text;
}

const record = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";

/** The moves of the line that is open, without the moves of other lines. */
const line = (page: Page) => page.locator(".moves li button:not([data-off])");

/** The text of the whole move list, including variations and comments. */
const list = async (page: Page) => (await page.locator(".moves ol").innerText()).replace(/\s+/g, " ").trim();

/** Opens the panel for notes. */
const notes = (page: Page) => page.locator(".notes summary").click();

const button = (page: Page, key: Parameters<typeof word>[0]) =>
  page.locator(".notes").getByRole("button", { name: word(key), exact: true });

test("a move in the past makes a branch, and the record stays", async ({ page }) => {
  await imported(page, record);
  await moves(page, 8);
  const original = page.url();
  await back(page, 5);
  await expect(status(page)).toContainText(word("play.past").replace("{n}", "2").replace("{side}", word("side.white")));
  await click(page, "d7d6");
  await expect(line(page)).toHaveText(["e4", "e5", "Nf3", "d6"]);
  expect(await list(page)).toBe("1. e4 e5 2. Nf3 Nc6 2… d6 3. Bb5 a6 4. Ba4 Nf6");
  await expect(page).toHaveURL(original);
  // A reload shows the same line and the same tree.
  const shown = await board(page);
  await page.reload();
  await moves(page, 9);
  expect(await board(page)).toEqual(shown);
  // Switch from one line to the other and back.
  await page.locator(".moves").getByRole("button", { name: "a6", exact: true }).click();
  await expect(line(page)).toHaveText(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]);
  await expect(status(page)).toContainText(word("play.past").replace("{n}", "3").replace("{side}", word("side.black")));
  await page.locator(".moves").getByRole("button", { name: "d6", exact: true }).click();
  await expect(line(page)).toHaveText(["e4", "e5", "Nf3", "d6"]);
  expect(await board(page)).toEqual(shown);
  await page.goto("/games");
  await expect(page.locator(".list small")).toHaveCount(1);
});

test("comments, signs and variations are written, moved and deleted", async ({ page }) => {
  await imported(page, "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
  await moves(page, 5);
  await page.locator(".moves").getByRole("button", { name: "c5", exact: true }).click();
  await notes(page);
  await button(page, "notes.sign.5").click();
  await expect(button(page, "notes.sign.5")).toHaveAttribute("aria-pressed", "true");
  const field = page.getByLabel(word("notes.comment"));
  await field.fill("Sicilian");
  await field.blur();
  await expect(page.locator(".notes .comment")).toHaveText("Sicilian");
  // Keys pressed in the text field do not step through the moves.
  await field.press("ArrowLeft");
  await expect(page.locator(".moves [aria-current]")).toHaveText("c5!?");
  await button(page, "notes.promote").click();
  await expect.poll(() => list(page)).toBe("1. e4 c5!? Sicilian 1… e5 2. Nf3 2. Nf3");
  await page.locator(".moves").getByRole("button", { name: "e5", exact: true }).click();
  await button(page, "notes.delete").click();
  await expect.poll(() => list(page)).toBe("1. e4 c5!? Sicilian 2. Nf3");
  await page
    .locator(".notes")
    .getByRole("button", { name: word("games.restore") })
    .click();
  await expect.poll(() => list(page)).toBe("1. e4 c5!? Sicilian 1… e5 2. Nf3 2. Nf3");
  await page.reload();
  await moves(page, 5);
  await expect.poll(() => list(page)).toBe("1. e4 c5!? Sicilian 1… e5 2. Nf3 2. Nf3");
  expect(await downloaded(page)).toContain("1. e4 c5 $5 {Sicilian} (1... e5 2. Nf3) 2. Nf3 *");
  await page.locator(".moves").getByRole("button", { name: "e5", exact: true }).click();
  await notes(page);
  for (const width of [320, 1000, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await sound(page);
});

test("a press on a sign right after typing a comment counts", async ({ page }) => {
  await imported(page, record);
  await moves(page, 8);
  await notes(page);
  for (const [sign, text] of [
    ["notes.sign.1", "hay"],
    ["notes.sign.3", "rất hay"],
  ] as const) {
    await page.getByLabel(word("notes.comment")).fill(text);
    const { x = 0, y = 0, width = 0, height = 0 } = (await button(page, sign).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await expect(page.locator(".notes .comment")).toHaveText(text);
    await page.mouse.up();
    await expect(button(page, sign)).toHaveAttribute("aria-pressed", "true");
  }
});

test("a comment that is being typed survives a reload, a way back, and another move", async ({ page }) => {
  await imported(page, record);
  await moves(page, 8);
  await notes(page);
  const field = page.getByLabel(word("notes.comment"));
  // The comment is saved when the writer pauses: the field keeps the focus and the typed text,
  // including spaces.
  await field.pressSequentially("mã nhảy ");
  await expect(page.locator(".notes .comment")).toHaveText("mã nhảy");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("mã nhảy ");
  // The test reloads the page before this text is saved.
  await field.pressSequentially("ra");
  await page.reload();
  await moves(page, 8);
  await expect(page.locator(".notes .comment")).toHaveText("mã nhảy ra");
  await notes(page);
  await field.fill("mã về");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/import/);
  await page.goForward();
  await moves(page, 8);
  await expect(page.locator(".notes .comment")).toHaveText("mã về");
});

test("a typed move belongs to the position that is shown", async ({ page }) => {
  await imported(page, record);
  await moves(page, 8);
  await back(page, 5);
  await expect(status(page)).toContainText(word("play.past").replace("{n}", "2").replace("{side}", word("side.white")));
  await page.keyboard.press("/");
  await page.keyboard.type("h6");
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveText(["e4", "e5", "Nf3", "h6"]);
});

test("a record keeps its names and comments, in view and when it goes out", async ({ page }) => {
  await imported(
    page,
    `[White "Morphy"]\n[Black "Allies"]\n\n${record.replace("2. Nf3", "{a sound reply} 2. Nf3 {a fine move}")}`,
  );
  await moves(page, 8);
  await expect(page.locator(".seat[data-side=first] b")).toHaveText("Morphy");
  await expect(page.locator(".seat[data-side=second] b")).toHaveText("Allies");
  await back(page, 5);
  await expect(page.locator(".notes .comment")).toHaveText("a fine move");
  await expect(page.locator(".moves")).toContainText("a sound reply");
  const text = await downloaded(page);
  for (const part of ["Morphy", "Allies", "{a fine move}", "{a sound reply}"]) expect(text).toContain(part);
  await page.goto("/games");
  await expect(page.getByText("Morphy – Allies")).toBeVisible();
});

test("a result that does not follow from the moves is shown as the record's and kept", async ({ page }) => {
  await imported(page, `[White "Morphy"]\n[Black "Allies"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0`);
  await moves(page, 4);
  const told = word("analysis.record").replace("{result}", "1–0");
  await expect(page.locator(".status.end")).toHaveText(told);
  await page.reload();
  await expect(page.locator(".status.end")).toHaveText(told);
  const text = await downloaded(page);
  expect(text).toContain('[Result "1-0"]');
  expect(text.trimEnd()).toMatch(/ 1-0$/);
  await page.goto("/games");
  await expect(page.locator(".list li").first()).toContainText(told);
});

test("the record's result stands at the end of its main line and nowhere else", async ({ page }) => {
  await imported(page, `[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0`);
  await moves(page, 6);
  const card = page.locator(".status.end");
  await expect(card).toBeVisible();
  const move = (name: string) => page.locator(".moves").getByRole("button", { name, exact: true });
  await move("c5").click();
  await expect(line(page)).toHaveText(["e4", "c5", "Nf3"]);
  await expect(card).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(status(page)).not.toHaveClass(/past/);
  await expect(card).toHaveCount(0);
  await move("e5").click();
  await expect(status(page)).toHaveClass(/past/);
  await expect(card).toHaveCount(0);
  await move("Nc6").click();
  await expect(card).toBeVisible();
});

test("a game that was resigned keeps its result in the analysis", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 1);
  await resign(page);
  await page.getByRole("button", { name: word("play.review"), exact: true }).click();
  await expect(page.locator(".status.end")).toHaveText("Trắng thắng: Đen xin thua");
});

test("a played game has one study, however often it is reviewed", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  for (const [i, move] of ["e2e4", "e7e5", "g1f3"].entries()) {
    await click(page, move);
    await moves(page, i + 1);
  }
  await resign(page);
  await page.getByRole("button", { name: word("play.review"), exact: true }).click();
  const game = page.url();
  for (let n = 0; n < 2; n++) {
    await page.goto(game);
    await moves(page, 3);
    await page.locator(".moves").getByRole("button", { name: "e5", exact: true }).click();
    await expect.poll(() => page.url()).not.toBe(game);
  }
  await page.goto("/games");
  // The list has one entry for the game and its study.
  await expect(page.locator(".list small")).toHaveCount(1);
});

test("the address of a game of another device says that it is not here", async ({ page }) => {
  await page.goto("/analysis/chess?game=mfabc1234");
  await ready(page);
  const alert = page.getByText(word("analysis.elsewhere"));
  await expect(alert).toBeVisible();
  // The board can be used again for another game, and the error message is gone.
  await click(page, "e2e4");
  await moves(page, 1);
  await expect(alert).toHaveCount(0);
});

test("after a mate the analysis shows the result", async ({ page }) => {
  await imported(page, "1. f3 e5 2. g4 Qh4# 0-1");
  await moves(page, 4);
  await expect(page.locator(".eval output")).toHaveText("0–1");
});

// The study page stays visible until the next page is loaded. If the user changes the study in this
// time, the browser must not return to the study.
test("a study that is changed on leaving does not call its viewer back", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/assets\/settings-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/analysis/chess");
  await ready(page);
  await page.locator('.tabs a[href="/settings"]').click();
  await expect(page).toHaveURL(/\/settings$/);
  await click(page, "e2e4");
  await moves(page, 1);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("settings.title"));
  await expect(page).toHaveURL(/\/settings$/);
  await context.close();
});

test("the graph is offered until it is drawn, and again after another move", async ({ page }) => {
  await page.goto("/analysis/chess?moves=e2e4%20e7e5&engine=off");
  await ready(page);
  const make = page.getByRole("button", { name: word("analysis.graph.make") });
  await make.click();
  await expect(page.locator(".chart")).toBeVisible();
  await expect(make).toHaveCount(0);
  await click(page, "g1f3");
  await expect(make).toBeVisible();
});
