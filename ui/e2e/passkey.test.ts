// Tests passkeys: an account adds a passkey, signs in with it instead of a password, and removes
// it. The authenticator is Chromium's virtual one; localhost replaces https with a host name.
import { devices, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { faults } from "./axe";

const password = "con mã nhảy ngựa";
const form = (page: Page, name: string) => page.getByRole("form", { name });

test("a passkey signs in without a password", async ({ browser, baseURL }) => {
  const local = (baseURL ?? "").replace("127.0.0.1", "localhost");
  const context = await browser.newContext({ ...devices["Pixel 7"], baseURL: local });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const name = `Khoa ${Date.now().toString(36).replace(/\d/g, "z")}`;
  await page.goto("/account");
  const make = form(page, "Tạo tài khoản");
  await make.getByLabel("Tên").fill(name);
  await make.getByLabel("Mật khẩu").fill(password);
  await make.getByRole("button", { name: "Tạo tài khoản" }).click();
  await page.getByRole("button", { name: "Tôi đã ghi lại" }).click();

  const keys = page.getByRole("region", { name: "Passkey" });
  const add = form(page, "Thêm passkey");
  await add.getByLabel("Mật khẩu").fill("not the password");
  await add.getByRole("button", { name: "Thêm passkey" }).click();
  await expect(add.getByRole("alert")).toContainText("không đúng");
  await add.getByLabel("Mật khẩu").fill(password);
  await add.getByRole("button", { name: "Thêm passkey" }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(1);
  expect(await faults(page)).toEqual([]);

  await page.getByRole("button", { name: "Đăng xuất", exact: true }).click();
  const enter = page.getByRole("button", { name: "Đăng nhập bằng passkey" });
  await enter.click();
  await expect(page.locator(".who")).toContainText(name);
  await expect(keys.getByRole("listitem")).toContainText("Lần cuối");

  await keys.getByRole("button", { name: /^Xóa/ }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(0);
  await page.getByRole("button", { name: "Đăng xuất", exact: true }).click();
  await enter.click();
  await expect(page.locator(".note")).toContainText("Passkey này không dùng được");
  await context.close();
});

test("by the address of a LAN no passkey is offered", async ({ page }) => {
  await page.goto("/account");
  await expect(form(page, "Đăng nhập")).toBeVisible();
  await expect(page.getByRole("button", { name: "Đăng nhập bằng passkey" })).toHaveCount(0);
});
