// The menu of a game: by mouse, by keyboard, for everybody.
import { expect, test } from "@playwright/test";
import { sound } from "./axe";
import { cell, moves, ready } from "./play";

test("the menu opens with the keyboard in it and closes in every way", async ({ page }) => {
  await page.goto("/hotseat/chess");
  await ready(page);
  const button = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  const first = menu.getByRole("button", { name: "Ván mới" });
  // At once, whether it has been fetched already or not.
  await button.click();
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  // The keyboard is not left behind the sheet.
  await page.keyboard.press("Shift+Tab");
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  await menu.getByRole("button", { name: "Đóng" }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await sound(page);
  // A click beside it closes it, and is no move on the board below.
  await page.keyboard.press("Escape");
  await cell(page, "e2").click({ force: true });
  await button.click();
  const box = await cell(page, "a8").boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await expect(menu).toBeHidden();
  await expect(cell(page, "e2")).toHaveAttribute("aria-selected", "true");
  await moves(page, 0);
});
