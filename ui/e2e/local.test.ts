// Tests games on one device: whole games by clicks, games against the engine, undo, reload and
// keyboard.
import { expect } from "@playwright/test";
import { test } from "./test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  cell,
  click,
  keys,
  kinds,
  long,
  mainMoves,
  moves,
  ready,
  reshelved,
  status,
  wholeGames,
  word,
  shelved,
  unfold,
} from "./play";
import { tick } from "./tick";

// The tests may run in parallel, because each has its own browser context.
test.describe.configure({ mode: "parallel" });

for (const [i, { kind, codes, end, seed }] of wholeGames.entries()) {
  test(`${kind} on one device by clicks`, long(i % 2 > 0), async ({ page }) => {
    if (seed !== undefined) await shelved(page, { kind, seed });
    await page.goto(`/hotseat/${kind}`);
    await ready(page);
    let n = 0;
    for (const code of codes) {
      await click(page, code);
      await moves(page, ++n);
    }
    await expect(status(page)).toHaveText(end);
  });
}

test("the first move on the front page starts a game, which survives a reload", async ({ page }) => {
  await page.goto("/");
  await ready(page);
  // In Vietnamese the list starts with the game that is most popular in Vietnam.
  await expect(page.locator(".table")).toHaveAttribute("data-kind", "xiangqi");
  await expect(status(page)).toHaveText("Đi nước đầu để chơi với máy.");
  await click(page, "h2e2");
  await moves(page, 2);
  const texts = await page.locator(".moves li button").allTextContents();
  await page.reload();
  await moves(page, 2);
  expect(await page.locator(".moves li button").allTextContents()).toEqual(texts);
  await page.getByRole("button", { name: "Đi lại" }).click();
  await moves(page, 0);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Đi tiếp" }).click();
  await moves(page, 2);
});

test("by the keyboard only, with words for every step", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await keys(page, "e2e4");
  await moves(page, 1);
  await expect(page.locator(".kb-say")).toContainText("tốt trắng, e2 đến e4");
  await expect(cell(page, "e4")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "e3")).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("e5");
  await page.keyboard.press("Enter");
  await moves(page, 2);
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowLeft");
  await expect(status(page)).toContainText("Đang xem lại nước 1");
  await page.keyboard.press("End");
  await expect(status(page)).toContainText("Đến lượt");
});

for (const [i, kind] of kinds.entries()) {
  test(`the machine plays the machine: ${kind}`, long(i % 2 === 0), async ({ page }) => {
    await page.goto("/play");
    await tick(page.getByRole("radio", { name: word(`game.${kind}`), exact: true }));
    await unfold(page);
    await page.getByRole("switch", { name: "Máy đấu máy" }).check();
    await page.getByRole("button", { name: "Bắt đầu" }).click();
    await expect(page.locator(`.table[data-kind=${kind}]`)).toBeVisible();
    // More than four moves in the list show that both sides move without any input.
    await expect.poll(() => page.locator(".moves li button").count(), { timeout: 45_000 }).toBeGreaterThan(4);
  });
}

test("a hint tells more with each step", async ({ page }) => {
  await page.goto("/hotseat/xiangqi");
  await ready(page);
  await page.getByRole("button", { name: "Gợi ý" }).click();
  await expect(page.locator(".hint")).toContainText("Hãy đi");
  await page.getByRole("button", { name: "Gợi ý thêm" }).click();
  for (const text of ["Nước hay", "Biến chính"]) await expect(page.locator(".hint")).toContainText(text);
});

test("the first step of a hint names the idea too", long(true), async ({ page }) => {
  await page.goto("/hotseat/jieqi");
  await ready(page);
  await page.getByRole("button", { name: "Gợi ý" }).click();
  // In the start position every move reveals a piece.
  await expect(page.locator(".hint")).toContainText(/Hãy đi .* Lật quân úp .* có thể là: tốt 33 %/);
});

test("the first step of a hint does not name the stone's square", long(true), async ({ page }) => {
  await reshelved(page, { kind: "caro", moves: ["h8", "h9", "i8", "i9", "j8", "j9"] });
  await page.goto("/hotseat/caro");
  await ready(page);
  await page.getByRole("button", { name: "Gợi ý" }).click();
  const hint = page.locator(".hint");
  // The best move makes a row of four that is open at both ends (Vietnamese: tứ hở). The hint names
  // this idea and a region of five by five cells.
  await expect(hint).toContainText(/^Hãy đánh trong vùng (f6–j10|k6–o10)\. Tứ hở/);
  await expect(page.locator(".kb-arrow.kb-hint")).toHaveCount(0);
  await page.getByRole("button", { name: "Gợi ý thêm" }).click();
  await expect(hint).toContainText(/Nước hay: (g8|k8)\./);
  await expect(page.locator(".kb-arrow.kb-hint")).toHaveCount(1);
});

const samples = fileURLToPath(new URL("../../data/records/", import.meta.url));

test("a record of every format is read from its file", async ({ page }) => {
  const files = readdirSync(samples);
  expect(new Set(files.map((f) => f.split(".").at(-1)))).toEqual(
    new Set(["pgn", "json", "wxf", "dhtmlxq", "xqf", "psq", "sgf", "txt"]),
  );
  await page.goto("/import");
  for (const file of files) {
    await test.step(file, async () => {
      await page.locator("input[type=file]").setInputFiles(samples + file);
      await expect(page).toHaveURL(new RegExp(`analysis/${/^[a-z]+/.exec(file)?.[0]}`));
      await mainMoves(page, 4);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nhập biên bản");
    });
  }
});

// pasted has a record in each text format, with the name of the format that the
// page must detect.
const pasted = {
  "chess.pgn": "pgn",
  "chess.json": "json",
  "xiangqi.wxf": "wxf",
  "xiangqi.dhtmlxq": "dhtmlxq",
  "xiangqi-vietnamese.txt": "text",
  "jieqi.pgn": "pgn",
  "jieqi-box.json": "box",
  "caro.psq": "psq",
  "caro.sgf": "sgf",
  "caro.txt": "text",
};

test("a record of every format is pasted", async ({ page }) => {
  await page.goto("/import");
  for (const [file, format] of Object.entries(pasted)) {
    await test.step(file, async () => {
      const kind = /^[a-z]+/.exec(file)?.[0] ?? "";
      await tick(page.getByRole("radio", { name: word(`game.${kind}`), exact: true }));
      await page.getByLabel("Định dạng").selectOption(format);
      await page.getByLabel("Dán biên bản vào đây").fill(readFileSync(samples + file, "utf8"));
      await page.getByRole("button", { name: "Đọc" }).click();
      await expect(page).toHaveURL(new RegExp(`analysis/${kind}`));
      await mainMoves(page, 4);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nhập biên bản");
    });
  }
});

test("a record of WXF with dots for sideways is the same as one with equals signs", long(true), async ({ page }) => {
  const game = readFileSync(`${samples}xiangqi.wxf`, "utf8");
  expect(game).toContain("C2=5");
  for (const record of [game, game.replaceAll(/([A-Z]\d)=(\d)/g, "$1.$2")]) {
    await page.goto("/import?kind=xiangqi");
    await page.getByLabel("Dán biên bản vào đây").fill(record);
    await page.getByRole("button", { name: "Đọc" }).click();
    await mainMoves(page, 4);
    await expect(cell(page, "e2")).toHaveAccessibleName(/^e2, pháo đỏ/);
  }
});

test("a broken record is read up to its fault", async ({ page }) => {
  await page.goto("/import");
  await page.getByLabel("Dán biên bản vào đây").fill("1. e4 e5 2. Ke3 Nc6 *");
  await page.getByRole("button", { name: "Đọc" }).click();
  await expect(page.getByText("Đọc được đến nước 1: nước “Ke3” không hợp lệ.")).toBeVisible();
  await page.getByRole("button", { name: "Mở" }).click();
  await expect(page).toHaveURL(/analysis\/chess/);
  await moves(page, 2);
});

test("a text that is no record is refused with a sentence", long(true), async ({ page }) => {
  await page.goto("/import?kind=chess");
  for (const [text, why] of [
    ["xin chào các bạn", "Không đọc được ván nào: không hiểu “xin”."],
    ["1. Ke5 e5", "Không đọc được ván nào: nước “Ke5” không hợp lệ."],
  ] as const) {
    await page.getByLabel("Dán biên bản vào đây").fill(text);
    await page.getByRole("button", { name: "Đọc" }).click();
    await expect(page.getByRole("alert")).toHaveText(why);
    await expect(page.getByRole("button", { name: "Mở" })).toHaveCount(0);
  }
});

test("records go out and come in", async ({ page }) => {
  await page.goto("/import");
  await page.getByLabel("Dán biên bản vào đây").fill("1. e4 e5 2. Nf3 Nc6 *");
  await page.getByRole("button", { name: "Đọc" }).click();
  await expect(page).toHaveURL(/analysis\/chess/);
  await moves(page, 4);
  await page.getByRole("button", { name: "Menu" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải biên bản" }).click();
  const file = await (await waiting).createReadStream();
  let text = "";
  for await (const part of file) text += String(part);
  expect(text).toContain("1. e4 e5 2. Nf3 Nc6");
});

test("the editor says what is wrong", async ({ page }) => {
  await page.goto("/editor/chess");
  await ready(page);
  await expect(page.locator(".verdict", { hasText: "Thế cờ hợp lệ." })).toBeVisible();
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(page.getByText("Chưa hợp lệ")).toBeVisible();
  await page.getByLabel("Mã thế cờ").fill("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
  await expect(page.locator(".verdict", { hasText: "Thế cờ hợp lệ." })).toBeVisible();
  await page.getByRole("button", { name: "Chơi với máy" }).click();
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await click(page, "e1e8");
  await expect(status(page)).toContainText("Bạn thắng!");
});

test("the whole row of a lesson leads to it and tells how far it is learned", long(true), async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("kydai.learn.chess", "2/9"));
  await page.goto("/learn");
  const row = page.locator(".list li").filter({ has: page.locator('a[href="/learn/chess"]') });
  await expect(row).toContainText(word("learn.state").replace("{n}", "2").replace("{of}", "9"));
  await expect(page.getByRole("link", { name: word("learn.state.none") })).toHaveCount(kinds.length - 1);
  // On a phone, nothing in the row of a started lesson overflows.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const box = (await row.boundingBox())!;
  const link = (await row.locator("a.button").boundingBox())!;
  await page.mouse.click(link.x + link.width / 2, (box.y + link.y) / 2); // click a point above the button
  await expect(page).toHaveURL(/\/learn\/chess$/);
  await page.goBack();
  await row.locator("a.button").click();
  await expect(page).toHaveURL(/\/rules\/chess$/);
});

test("while a hint is searched, its button says so and nobody else thinks", async ({ page }) => {
  // At each change of the page, record which button is busy and how many seats show that an engine
  // is thinking.
  await page.goto("/play/chess");
  await ready(page);
  const hint = page.locator(".actions").getByRole("button").nth(1);
  await page.evaluate(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    const note = () => {
      const busy = document.querySelector('.actions [aria-busy="true"]');
      if (busy) seen.push(`${busy.textContent}|${document.querySelectorAll(".seat .thinking").length}`);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await hint.click();
  await expect(page.locator("p.hint")).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set([`${word("hint.busy")}|0`]));
  await expect(hint).toHaveText(word("hint.more"));
  // The second hint is the last one, and the button no longer offers more.
  await hint.click();
  await expect(hint).toHaveText(word("play.hint"));
  await expect(hint).toHaveAttribute("aria-disabled", "true");
  await hint.click({ force: true });
  await expect(page.locator(".note")).toHaveText(word("hint.all"));
});

test("a lesson is learned", async ({ page }) => {
  await page.goto("/learn/chess");
  await ready(page);
  await click(page, "a1b1");
  await expect(page.getByText("Chưa đúng, thử lại nhé.").first()).toBeVisible();
  // The wrong move is taken back automatically.
  await expect(cell(page, "a1")).toHaveAccessibleName(/xe/i);
  await click(page, "a1a8");
  await expect(page.getByText("Đúng rồi!").first()).toBeVisible();
  await page.getByRole("button", { name: "Bước tiếp" }).click();
  await expect(page.locator("b", { hasText: "Bước 2 / 12" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test("everything is within reach of a thumb", async ({ page }) => {
    await page.goto("/play/xiangqi");
    await ready(page);
    await cell(page, "h2").tap({ force: true });
    await cell(page, "e2").tap({ force: true });
    await moves(page, 2);
    for (const b of await page.locator(".actions button, .tabs a").all()) {
      const box = await b.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(741);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
  test("game and level are at hand, and remembered", async ({ page }) => {
    await page.goto("/");
    await ready(page);
    const games = page.getByRole("navigation", { name: "Chọn môn cờ" });
    const names = await games.getByRole("link").allTextContents();
    expect(names.toSorted()).toEqual(kinds.map((kind) => word(`game.${kind}`)).toSorted());
    for (const b of await games.getByRole("link").all()) {
      await b.scrollIntoViewIfNeeded();
      await expect(b).toBeInViewport({ ratio: 1 });
    }
    await games.getByRole("link", { name: "Caro" }).tap();
    await expect(page.locator(".table[data-kind=caro]").getByRole("grid")).toBeVisible();
    await page.getByRole("button", { name: "Máy, cấp 2" }).tap();
    const dialog = page.getByRole("dialog", { name: "Cấp độ" });
    await tick(dialog.getByRole("radio", { name: "1", exact: true }));
    await dialog.getByRole("button", { name: "Đóng" }).tap();
    await expect(dialog).toBeHidden();
    await page.goto("/");
    await ready(page);
    await expect(page.locator(".table[data-kind=caro]").getByRole("grid")).toBeVisible();
    await expect(page.getByRole("button", { name: "Máy, cấp 1" })).toBeVisible();
  });
});

test("a board that has no side is not turned for who moves second", async ({ page }) => {
  await page.goto("/play?kind=caro");
  await tick(page.locator("input[type=radio][value=second]"));
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await moves(page, 1);
  const at = async (sq: string) => (await cell(page, sq).boundingBox()) ?? { x: NaN, y: NaN };
  const [left, right, top] = [await at("a1"), await at("o1"), await at("a15")];
  expect(left.x).toBeLessThan(right.x);
  expect(left.y).toBeGreaterThan(top.y);
  await expect(page.locator(".seat").last()).toHaveAttribute("data-side", "second");
  // A player who wants the board rotated can rotate it.
  await page.getByRole("button", { name: word("play.flip") }).click();
  await expect(page.locator(".seat").last()).toHaveAttribute("data-side", "first");
  expect((await at("a1")).x).toBeGreaterThan((await at("o1")).x);
});
