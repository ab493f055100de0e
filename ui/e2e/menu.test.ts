// Tests the menu of a game with mouse and keyboard, and its accessibility.
import { expect } from "@playwright/test";
import { test } from "./test";
import { sound } from "./axe";
import { cell, click, fromMenu, moves, ready, word } from "./play";

test("the menu opens with the keyboard in it and closes in every way", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  const button = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  const first = menu.getByRole("button", { name: "Ván mới" });
  // The menu opens immediately, even if its code is not loaded yet.
  await button.click();
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  // Shift+Tab from the first item closes the menu.
  await page.keyboard.press("Shift+Tab");
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  // Code that is loaded later may move the close button during the click, so retry.
  await expect(async () => {
    if (await menu.isVisible()) await menu.getByRole("button", { name: "Đóng" }).click({ timeout: 2000 });
    await expect(menu).toBeHidden({ timeout: 2000 });
  }).toPass();
  await button.click();
  await sound(page);
  // A click outside the menu closes the menu and plays no move on the board.
  await page.keyboard.press("Escape");
  await cell(page, "e2").click({ force: true });
  await button.click();
  const box = await cell(page, "a8").boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await expect(menu).toBeHidden();
  await expect(cell(page, "e2")).toHaveAttribute("aria-selected", "true");
  await moves(page, 0);
});

for (const where of ["on one device", "online"])
  test(`closing the menu ends the question about resigning, ${where}`, async ({ page }) => {
    if (where === "online") {
      const made = await page.request.post("/api/matches", {
        data: { game: "chess", seats: [{ kind: "human" }, { kind: "level", level: 1 }] },
      });
      await page.goto(`/g/${((await made.json()) as { id: string }).id}`);
    } else await page.goto("/hotseat/chess");
    await ready(page);
    await click(page, "e2e4");
    if (where === "online") await moves(page, 2);
    const button = page.locator(".actions").getByRole("button", { name: "Menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    const question = page.getByRole("alertdialog");
    const resign = menu.getByRole("button", { name: "Xin thua" });
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => menu.getByRole("button", { name: "Đóng" }).click(),
      () => page.mouse.click(2, 400),
    ]) {
      await button.click();
      await expect(menu).toBeVisible();
      await expect(question).toHaveCount(0);
      await resign.focus();
      await page.keyboard.press("Enter");
      await expect(question.getByRole("button", { name: "Không" })).toBeFocused();
      // When the question appears again, the focus is on "no" again.
      await resign.focus();
      await page.keyboard.press("Enter");
      await expect(question.getByRole("button", { name: "Không" })).toBeFocused();
      await close();
      await expect(menu).toBeHidden();
    }
    await expect(page.locator(".status.end")).toHaveCount(0);
  });

test("closing the menu takes the reason against a draw away", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  // The button explains why it cannot be used, so it is not disabled.
  await menu.getByRole("button", { name: "Cầu hòa" }).click({ force: true });
  await expect(menu.getByRole("status")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole("status")).toHaveCount(0);
});

for (const path of ["/play/chess", "/hotseat/chess"])
  test(`${path}: a game that a new one replaces can be gone back to`, async ({ page }) => {
    await page.goto(path);
    await ready(page);
    await click(page, "e2e4");
    if (path.startsWith("/play")) await moves(page, 2);
    await fromMenu(page, word("play.new"));
    await moves(page, 0);
    await page.getByRole("link", { name: word("play.left") }).click();
    await expect(page).toHaveURL(/\/game\//);
    await moves(page, path.startsWith("/play") ? 2 : 1);
    await expect(page.getByRole("link", { name: word("play.left") })).toHaveCount(0);
  });
