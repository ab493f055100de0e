// Tests the share panel: a link, its QR code, pictures and HTML code for other sites; on a phone
// and on a desktop, with and without access to the clipboard and with and without a network
// connection.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { faults } from "./axe";
import { cell, click, moves, ready, resign } from "./play";

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };

/** Opens the share panel and returns it. */
async function opened(page: Page) {
  await page.getByRole("button", { name: "Chia sẻ" }).first().click();
  const sheet = page.getByRole("dialog", { name: /Chia sẻ/ });
  await expect(sheet).toBeVisible();
  return sheet;
}

for (const [name, viewport] of Object.entries(sizes)) {
  test(`an analysis is shared on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/analysis/xiangqi?moves=h2e2+h9g7");
    const sheet = await opened(page);
    const link = await sheet.getByLabel("Link", { exact: true }).inputValue();
    expect(new URL(link).pathname).toBe("/analysis/xiangqi");
    expect(new URL(link).searchParams.get("moves")).toBe("h2e2 h9g7");
    const qr = sheet.getByRole("img", { name: "Mã QR" });
    await expect.poll(() => qr.evaluate((el: HTMLImageElement) => el.naturalWidth)).toBeGreaterThan(0);
    for (const [text, kind] of [
      ["Tải ảnh PNG", "image/png"],
      ["Tải ảnh động GIF", "image/gif"],
    ] as const) {
      const href = await sheet.getByRole("link", { name: text }).getAttribute("href");
      const picture = await page.request.get(href ?? "");
      expect(picture.status(), href ?? "").toBe(200);
      expect(picture.headers()["content-type"]).toBe(kind);
    }
    await sheet.getByText("Nhúng vào trang web khác").click();
    const code = await sheet.getByLabel("Mã nhúng", { exact: true }).inputValue();
    const frame = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await page.request.get(frame)).status(), frame).toBe(200);
    expect(await faults(page)).toEqual([]);
    // No element is wider than the screen, and the keyboard focus stays in the
    // panel.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest("dialog.share")),
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Chia sẻ" }).first()).toBeFocused();
    // Another person who opens the link sees the same position.
    await page.goto(link);
    await expect(page.locator(".moves")).toContainText("P2-5");
  });
}

test("the link of a finished game says who played and how it ended", async ({ page, browser }) => {
  await page.goto("/play/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
  await resign(page);
  const sheet = await opened(page);
  const link = await sheet.getByLabel("Link", { exact: true }).inputValue();
  const elsewhere = await (await browser.newContext({ locale: "vi-VN", serviceWorkers: "block" })).newPage();
  await elsewhere.goto(link);
  await moves(elsewhere, 2);
  await expect(elsewhere.locator(".status.end")).toHaveText("Đen thắng: Trắng xin thua");
  await expect(elsewhere.locator('.seat[data-side="second"]')).toContainText("Máy");
  await elsewhere.context().close();
});

test("a phone shows the way out of the sheet before and after the link is copied", async ({ page }) => {
  await page.setViewportSize(sizes.phone);
  await page.goto("/play/chess");
  await ready(page);
  await click(page, "e2e4");
  await moves(page, 2);
  await resign(page);
  const sheet = await opened(page);
  const close = sheet.getByRole("button", { name: "Đóng" });
  await expect(close).toBeInViewport({ ratio: 1 });
  await sheet.getByRole("button", { name: "Sao chép link" }).click();
  await expect(sheet.getByText("Đã sao chép.")).toBeVisible();
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.click();
  await expect(sheet).toBeHidden();
});

test("a match is shared while it is played and when it is over", async ({ page }) => {
  const made = await page.request.post("/api/matches", {
    data: { game: "jieqi", seats: [{ kind: "human" }, { kind: "level", level: 1 }] },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/g/${id}`);
  await page.getByRole("button", { name: "Menu" }).click();
  let sheet = await opened(page);
  expect(await sheet.getByLabel("Link", { exact: true }).inputValue()).toMatch(new RegExp(`/g/${id}$`));
  await expect(sheet.getByRole("link", { name: "Tải ảnh PNG" })).toHaveAttribute(
    "href",
    new RegExp(`/picture/g/${id}.png`),
  );
  await expect(sheet.getByRole("link", { name: "Tải ảnh động GIF" })).toHaveCount(0);
  await sheet.getByRole("button", { name: "Đóng" }).click();
  await expect(sheet).toBeHidden();
  await page.request.post(`/api/matches/${id}/acts`, { data: { kind: "abort" } });
  await expect(page.locator(".status.end")).toBeVisible();
  sheet = await opened(page);
  const film = await sheet.getByRole("link", { name: "Tải ảnh động GIF" }).getAttribute("href");
  expect((await page.request.get(film ?? "")).headers()["content-type"]).toBe("image/gif");
});

test("an invitation and an edited position are shared", async ({ page }) => {
  await page.goto("/online");
  await page.getByRole("button", { name: "Mời bạn bằng link" }).click();
  let sheet = await opened(page);
  expect(await sheet.getByLabel("Link", { exact: true }).inputValue()).toMatch(/\/c\/\w+$/);
  await expect(sheet.getByRole("img", { name: "Mã QR" })).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Tải ảnh PNG" })).toHaveCount(0);
  await page.goto("/editor/chess?start=4k3/8/8/8/8/8/8/R3K3+w+-+-+0+1");
  await expect(page.locator(".verdict")).toBeVisible();
  sheet = await opened(page);
  const link = new URL(await sheet.getByLabel("Link", { exact: true }).inputValue());
  expect(link.searchParams.get("start")).toBe("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
});

test("without a clipboard the link is selected, and without a connection the link is left", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto("/analysis/chess?moves=e2e4");
  let sheet = await opened(page);
  await sheet.getByRole("button", { name: "Sao chép link" }).click();
  await expect(sheet.getByRole("status")).toHaveText(/đã được chọn/);
  const chosen = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  expect(chosen).toBe(await sheet.getByLabel("Link", { exact: true }).inputValue());
  await sheet.getByRole("button", { name: "Đóng" }).click();
  await context.setOffline(true);
  sheet = await opened(page);
  await expect(sheet.getByText(/Không kết nối được/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Sao chép link" })).toBeEnabled();
  await expect(sheet.getByRole("link", { name: "Tải ảnh PNG" })).toHaveCount(0);
});

test("a shared position hides the engine until it is asked for", async ({ page }) => {
  await page.goto("/editor/chess?start=4k3/8/8/8/8/8/8/R3K3+w+-+-+0+1");
  await expect(page.locator(".verdict")).toBeVisible();
  const sheet = await opened(page);
  await page.goto(await sheet.getByLabel("Link", { exact: true }).inputValue());
  const on = page.getByRole("button", { name: "Bật máy" });
  await expect(on).toBeVisible();
  await click(page, "a1a8");
  await moves(page, 1);
  // The study has its own URL now, and after a reload the engine is still off.
  await expect(page).toHaveURL(/game=/);
  await page.reload();
  await expect(on).toBeVisible();
  await expect(page.locator(".lines li")).toHaveCount(0);
  await on.click();
  await expect(page.locator(".lines li").first()).toBeVisible();
  await page.reload();
  await expect(page.locator(".lines li").first()).toBeVisible();
});

test("the link of an analysis contains its whole main line and the shown move", async ({ page }) => {
  await page.goto("/analysis/chess?moves=e2e4+e7e5+g1f3+b8c6");
  await moves(page, 4);
  // Moves that were taken back stay in the study, so the link contains them too.
  await page.getByRole("button", { name: "Đi lại" }).click();
  await page.locator(".moves li button").nth(1).click();
  await expect(page.locator('.moves [aria-current="step"]')).toHaveText(/e5/);
  await expect(cell(page, "f3")).not.toHaveAttribute("aria-label", /mã trắng/);
  await click(page, "f1c4");
  await moves(page, 5);
  // With a variation, the link contains the whole study and the current move.
  const branch = await opened(page);
  await expect(branch.getByText(/^Link có cả bài phân tích/)).toBeVisible();
  const whole = await branch.getByLabel("Link", { exact: true }).inputValue();
  await branch.getByRole("button", { name: "Đóng" }).click();
  const reader = await page.context().newPage();
  await reader.goto(whole);
  await moves(reader, 5);
  await expect(reader.locator('.moves [aria-current="step"]')).toHaveText(/Bc4|Tc4/);
  await reader.close();
  // Without the variation, the link contains only the moves, which the server can draw.
  await page.locator(".notes summary").click();
  await page.getByRole("button", { name: "Xóa từ nước này" }).click();
  await moves(page, 4);
  await page.locator(".moves li button").nth(1).click();
  const sheet = await opened(page);
  await expect(sheet.getByText(/tên người chơi, lời bình và biến phụ/)).toHaveCount(0);
  const link = await sheet.getByLabel("Link", { exact: true }).inputValue();
  expect(new URL(link).searchParams.get("moves")).toBe("e2e4 e7e5 g1f3 b8c6");
  expect(new URL(link).searchParams.get("ply")).toBe("2");
  const png = await sheet.getByRole("link", { name: "Tải ảnh PNG" }).getAttribute("href");
  expect(new URL(png ?? "", link).searchParams.get("moves")).toBe("e2e4 e7e5");
  await page.goto(link);
  await moves(page, 4);
  await expect(page.locator('.moves [aria-current="step"]')).toHaveText(/e5/);
  await expect(cell(page, "g1")).toHaveAttribute("aria-label", /mã trắng/);
});

test("a game with hidden pieces is shared as spectators see it, and analysed from the link", async ({ page }) => {
  await page.goto("/play/jieqi");
  await click(page, "b2b9");
  // Wait until the engine has replied.
  await moves(page, 2);
  await page.getByRole("button", { name: "Menu" }).click();
  const sheet = await opened(page);
  const link = await sheet.getByLabel("Link", { exact: true }).inputValue();
  expect(new URL(link).searchParams.get("moves")).toMatch(/^b2b9[a-z] /);
  const picture = await sheet.getByRole("link", { name: "Tải ảnh PNG" }).getAttribute("href");
  expect((await page.request.get(picture ?? "")).status()).toBe(200);
  // Links that earlier releases created contain the names of captured pieces; such links must show
  // the same moves.
  for (const [at, plies] of [
    [link, 2],
    [link.replace(/moves=b2b9[a-z]/, "$&*b"), 2],
    ["/analysis/jieqi?moves=b2b9p+a9b9r+a3a4c+h7h0a&view=none", 4],
  ] as const) {
    await page.goto(at);
    await moves(page, plies);
    await expect(page.locator(".engine output")).not.toHaveText("–");
    await expect(page.locator(".lines li").first()).toBeVisible();
  }
});
