// Tests printing: a worksheet has six diagrams on an A4 page; a printed game has its board, names
// and moves, and no buttons.
import { expect } from "@playwright/test";
import { test } from "./test";

const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test("collected positions are printed six to a page", async ({ page }) => {
  for (const path of [
    "/analysis/xiangqi?moves=h2e2",
    "/analysis/chess?moves=e2e4",
    "/analysis/caro?moves=h8",
    "/editor/chess?start=4k3/8/8/8/8/8/8/R3K3+w+-+-+0+1",
    "/analysis/jieqi",
    "/analysis/xiangqi?moves=h2e2+h9g7",
  ]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Chia sẻ" }).first().click();
    await page.getByRole("button", { name: "Thêm vào phiếu bài tập" }).click();
    await expect(page.getByRole("link", { name: "Mở phiếu" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Mở phiếu" }).click();
  await expect(page.getByRole("heading", { name: "Phiếu bài tập" })).toBeVisible();
  await expect(page.locator(".diagram")).toHaveCount(6);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("button:visible, a:visible, nav:visible")).toHaveCount(0);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
  // A seventh diagram needs a second page.
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem("kydai.worksheet") ?? "[]") as unknown[];
    localStorage.setItem("kydai.worksheet", JSON.stringify([...list, list[0]]));
  });
  await page.reload();
  await expect(page.locator(".diagram")).toHaveCount(7);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
  await page.getByRole("button", { name: "Bỏ khỏi phiếu" }).first().click();
  await expect(page.locator(".diagram")).toHaveCount(6);
});

test("lessons are printed black on white with their tasks", async ({ page }) => {
  await page.goto("/print/chess");
  await expect(page.locator(".diagram").first()).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator(".task").first()).toContainText("Xe");
  await expect(page.locator(".answer").first()).toBeVisible();
  const colours = await page.evaluate(() => {
    const of = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
    return [of("--ink"), of("--diep"), of("--sq-light"), of("--pc-b")];
  });
  expect(colours).toEqual(["#000", "#fff", "#fff", "#000"]);
});

test("a game is printed with its board, names and moves", async ({ page }) => {
  await page.goto("/analysis/xiangqi?moves=h2e2+h9g7&first=An&second=Chi");
  await expect(page.locator(".moves")).toContainText("P2-5");
  await page.emulateMedia({ media: "print" });
  for (const text of ["An", "Chi", "P2-5", "M8.7"])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(page.locator(".kb-window")).toBeVisible();
  await expect(page.locator(".actions, .engine, .tabs, .command").locator("visible=true")).toHaveCount(0);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
});

test("a printed analysis keeps comments and variations apart", async ({ page }) => {
  // The size of an A4 page without its margins, in CSS pixels.
  await page.setViewportSize({ width: 703, height: 1030 });
  await page.goto("/import?kind=chess");
  const long = "một lời bình dài để xem nó có xuống dòng trong cột của mình hay không";
  await page
    .getByLabel("Dán biên bản vào đây")
    .fill(`1. e4 e5 (1... c5 {${long}} 2. Nf3 d6) 2. Nf3 {${long}} Nc6 3. Bb5 a6 *`);
  await page.getByRole("button", { name: "Đọc" }).click();
  await expect(page.locator(".moves q")).toHaveCount(2);
  await page.emulateMedia({ media: "print" });
  // The print style sheet is loaded after the page, so wait until the buttons are
  // hidden.
  await expect(page.locator(".actions")).toBeHidden();
  const overlaps = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".moves q, .moves button, .kb-window")];
    const boxes = all.flatMap((el) => Array.from(el.getClientRects(), (r) => ({ el, r })));
    const over = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const outside = boxes.filter(({ r }) => r.right > innerWidth + 1).map(({ el }) => el.textContent);
    return [
      ...outside,
      ...boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter((b) => a.el !== b.el && over(a.r, b.r))
          .map((b) => `${a.el.textContent} | ${b.el.textContent}`),
      ),
    ];
  });
  expect(overlaps).toEqual([]);
});

test("on paper the discs of the two sides differ", async ({ page }) => {
  await page.goto("/analysis/xiangqi?moves=h2e2");
  await expect(page.locator(".moves")).toContainText("P2-5");
  await page.emulateMedia({ media: "print" });
  /** The darkness of the middle of a disc, from 0 to 1. */
  const darkness = async (side: string) => {
    const picture = await page.locator(`.kb-piece[data-side="${side}"]:not(.kb-hover)`).first().screenshot();
    return page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d");
        pen?.drawImage(image, 0, 0);
        const quarter = Math.floor(image.width / 4);
        const data = pen?.getImageData(quarter, quarter, 2 * quarter, 2 * quarter).data ?? [];
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += 255 - (data[i] ?? 0);
        return sum / (data.length / 4) / 255;
      },
      [...picture],
    );
  };
  await expect.poll(() => darkness("second")).toBeGreaterThan(0.5);
  expect(await darkness("first")).toBeLessThan(0.5);
});
