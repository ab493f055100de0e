// These tests check the forms of the account page. journeys/accounts.test.ts tests what an account
// is used for.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { faults } from "./axe";

const form = (page: Page, name: string) => page.getByRole("form", { name });

test("a refused form marks its field, and a password can be shown", async ({ page }) => {
  await page.goto("/account");
  const make = form(page, "Tạo tài khoản");
  const secret = make.getByLabel("Mật khẩu");
  await make.getByLabel("Tên").fill(`Lan ${Date.now().toString(36).replace(/\d/g, "z")}`);
  await secret.fill("password1");
  await make.getByRole("button", { name: "Tạo tài khoản" }).click();
  await expect(make.getByRole("alert")).toContainText("quá dễ đoán");
  await expect(make.getByRole("alert")).toHaveAttribute("data-bad");
  await expect(secret).toHaveAttribute("aria-invalid", "true");
  await expect(secret).toBeFocused();
  await expect(make.getByLabel("Tên")).not.toHaveAttribute("aria-invalid");
  await secret.fill("password2");
  await expect(secret).not.toHaveAttribute("aria-invalid");
  await make.getByRole("button", { name: "Hiện mật khẩu" }).click();
  await expect(secret).toHaveAttribute("type", "text");
  await make.getByRole("button", { name: "Ẩn mật khẩu" }).click();
  await expect(secret).toHaveAttribute("type", "password");
  expect(await faults(page)).toEqual([]);
});

test("the link of an administrator is for accounts that are none yet", async ({ page }) => {
  let me: object = { name: "Lan", player: "p" };
  await page.route("**/api/me", (route) => route.fulfill({ json: me }));
  await page.goto("/account#admin=abc");
  await expect(page.getByText("nút nhận quyền quản trị sẽ hiện ở đây")).toBeVisible();
  me = { ...me, account: true, role: "player" };
  await page.reload();
  await expect(form(page, "Bạn là người quản trị trang này?")).toBeVisible();
  me = { ...me, role: "admin" };
  const asked = page.waitForResponse("**/api/me");
  await page.reload();
  await asked;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(form(page, "Bạn là người quản trị trang này?")).toHaveCount(0);
});
