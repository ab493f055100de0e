// These tests check the position editor: stones and pieces are placed by click, drag and text, and
// the fields after the board are filled in automatically.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, ready, word } from "./play";
import { tick } from "./tick";

const text = (page: Page) => page.getByLabel("Mã thế cờ");
const fits = (page: Page) => expect(page.locator(".verdict", { hasText: "Thế cờ hợp lệ." })).toBeVisible();
const brush = (page: Page, name: string) =>
  tick(page.getByRole("radiogroup", { name: "Quân để xếp" }).getByRole("radio", { name, exact: true }));

const emptyRows = (n: number) => Array.from({ length: n }, () => "15").join("/");
const behind = "caro9 open free play first -";

test("stones are set, taken away, mirrored and read", async ({ page }) => {
  await page.goto("/editor/caro");
  await ready(page);
  await fits(page);
  await expect(text(page)).toHaveValue(`${emptyRows(15)} x ${behind}`);
  await brush(page, "dấu X");
  for (const sq of ["a1", "c1", "h8"]) await cell(page, sq).click({ force: true });
  await brush(page, "dấu O");
  await cell(page, "c1").click({ force: true });
  await expect(cell(page, "a1")).toHaveAttribute("aria-label", /^a1, dấu X/);
  await expect(cell(page, "c1")).toHaveAttribute("aria-label", /^c1, dấu O/);
  await expect(text(page)).toHaveValue(`${emptyRows(7)}/7x7/${emptyRows(6)}/x1o12 x ${behind}`);
  await page.getByRole("button", { name: "Lật trái phải" }).click();
  await expect(text(page)).toHaveValue(`${emptyRows(7)}/7x7/${emptyRows(6)}/12o1x x ${behind}`);
  await expect(cell(page, "o1")).toHaveAttribute("aria-label", /^o1, dấu X/);
  await brush(page, "Xóa quân");
  await cell(page, "o1").click({ force: true });
  await expect(text(page)).toHaveValue(`${emptyRows(7)}/7x7/${emptyRows(6)}/12o2 x ${behind}`);
  await tick(page.getByRole("group", { name: "Đến lượt" }).getByRole("radio", { name: "O" }));
  await expect(text(page)).toHaveValue(new RegExp(` o ${behind}$`));
  await fits(page);
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(text(page)).toHaveValue(`${emptyRows(15)} o ${behind}`);
});

test("pieces are dragged from the tray, by mouse and by finger", async ({ page }) => {
  await page.goto("/editor/xiangqi");
  await ready(page);
  await page.getByRole("button", { name: "Xóa hết" }).click();
  const tray = (name: string) =>
    page.locator(".palette label", { has: page.getByRole("radio", { name, exact: true }) });
  const middle = async (what: Locator) => {
    const box = (await what.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (name: string, square: string) => {
    const [from, to] = [await middle(tray(name)), await middle(cell(page, square))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag("tướng đỏ", "e0");
  await drag("tướng đen", "d9");
  await fits(page);
  await expect(text(page)).toHaveValue("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
  // The drag did not select a piece in the palette, so the editor still moves pieces on the
  // board.
  await expect(page.getByRole("radio", { name: "Kéo quân" })).toBeChecked();
  const touch = await page.context().newCDPSession(page);
  const finger = async (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const [from, to] = [await middle(tray("xe đỏ")), await middle(cell(page, "a9"))];
  await finger("touchStart", from);
  for (const part of [0.2, 0.6, 1])
    await finger("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await expect(page.locator(".lifted")).toBeVisible();
  await finger("touchEnd");
  await expect(page.locator(".lifted")).toHaveCount(0);
  await expect(text(page)).toHaveValue("R2k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
  // Dropping a palette piece outside the board has no effect.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 2, { steps: 3 });
  await page.mouse.up();
  await expect(text(page)).toHaveValue("R2k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
  // Dragging a piece from the board to a place outside the board removes the piece; undo restores
  // it.
  const rook = await middle(cell(page, "a9"));
  await page.mouse.move(rook.x, rook.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y, { steps: 6 });
  await page.mouse.up();
  await expect(text(page)).toHaveValue("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
  await page.getByRole("button", { name: word("editor.undo"), exact: true }).click();
  await expect(text(page)).toHaveValue("R2k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
});

test("a fault of the position is said in the language of the page", async ({ page }) => {
  const verdict = page.locator(".verdict");
  await page.goto("/editor/xiangqi");
  await ready(page);
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(verdict).toHaveText("Chưa hợp lệ: phải có đúng một tướng đỏ");
  await text(page).fill("4k4/9/9/9/9/4A4/9/9/9/3K5 w");
  await expect(verdict).toHaveText("Chưa hợp lệ: sĩ đỏ ở chỗ không thể đi đến");
  await page.goto("/editor/chess");
  await ready(page);
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(verdict).toHaveText("Chưa hợp lệ: phải có đúng một vua trắng");
  await text(page).fill("hello");
  await expect(verdict).toHaveText("Chưa hợp lệ: bàn cờ có 1 hàng, phải là 8");
  await text(page).fill("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1");
  await expect(verdict).toHaveText("Chưa hợp lệ: Đen đang bị chiếu mà lại đến lượt bên kia đi");
});

test("a game from the position shows it before it begins", async ({ page }) => {
  const start = "4k4/9/9/9/9/9/9/9/9/R3K3R b - - 0 1".replace("R3K3R", "R2K4R");
  await page.goto(`/editor/xiangqi?start=${encodeURIComponent(start)}`);
  await ready(page);
  await fits(page);
  await page.getByRole("button", { name: "Chơi với máy" }).click();
  const given = page.locator(".given");
  await expect(given).toContainText("Ván bắt đầu từ thế cờ bạn đã xếp. Đến lượt Đen");
  await expect(cell(page, "e9")).toHaveAttribute("aria-label", /tướng đen/);
  // The page offers no choice of game, because the position would not fit another game.
  await expect(page.getByRole("radio", { name: "Cờ vua" })).toHaveCount(0);
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await ready(page);
  await expect(cell(page, "a0")).toHaveAttribute("aria-label", /xe đỏ/);
});

test("what a tool does stands on it, and a thumb can press it", async ({ browser }) => {
  for (const [locale, names] of [
    ["vi-VN", ["Kéo quân", "Xóa quân"]],
    ["en-GB", ["Move", "Erase"]],
  ] as const) {
    const page = await (await browser.newContext({ locale, viewport: { width: 360, height: 740 } })).newPage();
    await page.goto("/editor/xiangqi");
    await ready(page);
    await expect(page.locator(".palette .tool")).toHaveText(names.map((n) => new RegExp(n)));
    for (const name of names) await expect(page.getByRole("radio", { name, exact: true })).toBeAttached();
    for (const label of await page.locator(".palette label").all()) {
      const box = await label.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    // The tools are in one row; the pieces of each side are in a separate row.
    const rows = await page
      .locator(".palette label")
      .evaluateAll((all) => all.map((l) => Math.round(l.getBoundingClientRect().top)));
    expect([...new Set(rows)].map((y) => rows.filter((r) => r === y).length)).toEqual([2, 7, 7]);
    await page.context().close();
  }
});

test("a board of another size is read, large letters too", async ({ page }) => {
  await page.goto("/editor/caro");
  await ready(page);
  const rows = Array.from({ length: 20 }, () => "20");
  rows[19] = "Xo18";
  await text(page).fill(rows.join("/"));
  await fits(page);
  await expect(page.getByRole("gridcell")).toHaveCount(400);
  await expect(cell(page, "b1")).toHaveAttribute("aria-label", /^b1, dấu O/);
  await brush(page, "dấu X");
  await cell(page, "t20").click({ force: true });
  await expect(text(page)).toHaveValue(/^19x\/.*\/xo18 o /);
  await page.getByRole("button", { name: "Thế ban đầu" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(225);
});

test("the last stone of a game may go, and its name with it", async ({ page }) => {
  const start = `${emptyRows(14)}/xo13 x caro9 open free play first b1`;
  await page.goto(`/editor/caro?start=${encodeURIComponent(start)}`);
  await ready(page);
  await expect(text(page)).toHaveValue(start);
  await brush(page, "Xóa quân");
  await cell(page, "b1").click({ force: true });
  await expect(text(page)).toHaveValue(`${emptyRows(14)}/x14 x ${behind}`);
  await fits(page);
});

test("a rook that goes takes its castling along and brings it back", async ({ page }) => {
  await page.goto("/editor/chess");
  await ready(page);
  await fits(page);
  await cell(page, "a1").hover({ force: true });
  await page.mouse.down();
  await cell(page, "c4").hover({ force: true });
  await page.mouse.up();
  await expect(text(page)).toHaveValue(/^rnbqkbnr\/pppppppp\/8\/8\/2R5\/8\/PPPPPPPP\/1NBQKBNR w - /);
  await fits(page);
  await cell(page, "c4").click({ force: true });
  await cell(page, "a1").click({ force: true });
  await expect(text(page)).toHaveValue("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
});

test("what lies face down can be set face up", async ({ page }) => {
  await page.goto("/editor/jieqi");
  await ready(page);
  await fits(page);
  const palette = page.getByRole("radiogroup", { name: "Quân để xếp" });
  // The palette contains: move, both generals, both face-down pieces, six turned-up pieces per
  // side, erase.
  await expect(palette.getByRole("radio")).toHaveCount(1 + 2 + 2 + 12 + 1);
  await tick(palette.getByRole("radio", { name: /xe đỏ/ }));
  await cell(page, "a0").click({ force: true });
  await expect(text(page)).toHaveValue(/\/RXXXKXXXX w /);
});

test("a board that was cleared has no castling rights", async ({ page }) => {
  await page.goto("/editor/chess");
  await ready(page);
  await fits(page);
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(text(page)).toHaveValue("8/8/8/8/8/8/8/8 w - - 0 1");
  // Placing a king and rooks on their start squares does not restore the castling rights.
  for (const [piece, sq] of [
    ["vua trắng", "e1"],
    ["xe trắng", "a1"],
    ["xe trắng", "h1"],
    ["vua đen", "e8"],
  ] as const) {
    await brush(page, piece);
    await cell(page, sq).click({ force: true });
  }
  await fits(page);
  await expect(text(page)).toHaveValue("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
  await page.getByRole("button", { name: "Thế ban đầu" }).click();
  await expect(text(page)).toHaveValue(/ KQkq /);
});

test("a position outlives a reload and a visit to another page, and clearing can be undone", async ({ page }) => {
  await page.goto("/editor/chess");
  await ready(page);
  await fits(page);
  await brush(page, "Xóa quân");
  await cell(page, "d1").click({ force: true });
  const edited = /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNB1KBNR /;
  await expect(text(page)).toHaveValue(edited);
  await expect(page).toHaveURL(/RNB1KBNR/);
  await page.reload();
  await expect(text(page)).toHaveValue(edited);
  await page.getByRole("link", { name: "Nhập biên bản" }).last().click();
  await expect(page).toHaveURL(/import/);
  await page.goBack();
  await expect(text(page)).toHaveValue(edited);
  const undo = page.getByRole("button", { name: "Hoàn tác" });
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Xóa hết" }).click();
  await expect(text(page)).toHaveValue("8/8/8/8/8/8/8/8 w - - 0 1");
  await undo.click();
  await expect(text(page)).toHaveValue(edited);
  await fits(page);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  // For the start position, the address contains no position.
  await page.getByRole("button", { name: "Thế ban đầu" }).click();
  await expect(page).toHaveURL(/\/editor\/chess$/);
});

test("the report's list of pieces is read and written, in the editor and from a record", async ({ page }) => {
  await page.goto("/editor/xiangqi");
  await ready(page);
  const list = page.getByLabel("Danh sách quân");
  await expect(list).toHaveValue(/^j1 1 1 1,m1 1 2 1,.*k 10 5 -1,/);
  await list.fill("k 9 4 – 1,k 1 5 1,j1 5 5 1");
  await list.press("Enter");
  await fits(page);
  await expect(text(page)).toHaveValue("9/3k5/9/9/9/4R4/9/9/9/4K4 w - - 0 1");
  await expect(list).toHaveValue("k 1 5 1,j1 5 5 1,k 9 4 -1,");
  await list.fill("k 9 4");
  await list.press("Enter");
  await expect(page.locator(".verdict")).toContainText("mỗi quân là tên, hàng, cột, bên");
  await page.goto("/import?kind=xiangqi");
  await page.getByLabel("Dán biên bản vào đây").fill("k 9 4 -1,k 1 5 1,");
  await page.getByRole("button", { name: "Đọc", exact: true }).click();
  await ready(page);
  await expect(text(page)).toHaveValue("9/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1");
});
