// A guest plays, makes an account and finds the game; signs in elsewhere, by password and by QR code, and ends the
// first session from there.
import { devices, expect, test, type Page } from "@playwright/test";
import { faults } from "./axe";
import { click, join, moves, ready } from "./play";

const phone = devices["Pixel 7"];
const password = "con mã nhảy ngựa";

const form = (page: Page, name: string) => page.getByRole("form", { name });

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto("/account");
  const f = form(page, "Đăng nhập");
  await f.getByLabel("Tên").fill(name);
  await f.getByLabel("Mật khẩu").fill(password);
  await f.getByRole("button", { name: "Đăng nhập" }).click();
  await expect(page.locator(".who")).toContainText(name);
}

test("a guest becomes an account, on two browsers and by QR code", async ({ browser }) => {
  test.setTimeout(180_000);
  const name = `Hưng ${Date.now().toString(36).replace(/\d/g, "z")}`;
  const [one, two, three, four] = await Promise.all([0, 1, 2, 3].map(() => browser.newContext({ ...phone })));
  if (!one || !two || !three || !four) throw new Error("no browser");
  const [a, rival] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("radio", { name: "Trắng" }).check({ force: true });
  await a.getByRole("button", { name: "Tìm đối thủ" }).click();
  await rival.goto("/online");
  await join(rival, a);
  await expect(a).toHaveURL(/\/g\//);
  await Promise.all([ready(a), ready(rival)]);
  for (const [i, [who, move]] of (
    [
      [a, "f2f3"],
      [rival, "e7e5"],
      [a, "g2g4"],
      [rival, "d8h4"],
    ] as const
  ).entries()) {
    await click(who, move);
    await Promise.all([moves(a, i + 1), moves(rival, i + 1)]);
  }
  const game = new URL(a.url()).pathname;

  // The entry is in the menu.
  await a.goto("/settings");
  await a.getByRole("link", { name: "Đăng nhập hoặc tạo tài khoản" }).click();
  const make = form(a, "Tạo tài khoản");
  await make.getByLabel("Tên").fill(name);
  await make.getByLabel("Mật khẩu").fill("password1");
  await make.getByRole("button", { name: "Tạo tài khoản" }).click();
  await expect(make.getByRole("alert")).toContainText("quá dễ đoán");
  await make.getByLabel("Mật khẩu").fill(password);
  await make.getByRole("button", { name: "Tạo tài khoản" }).click();
  await expect(a.locator(".codes li")).toHaveCount(10);
  await a.getByRole("button", { name: "Tôi đã ghi lại" }).click();
  await expect(a.locator(".who")).toContainText(name);
  await expect(a.locator(".codes li")).toHaveCount(0);
  expect(await faults(a)).toEqual([]);
  await a.getByRole("link", { name: "Ván của tôi" }).click();
  await expect(a.locator(`main a[href="${game}"]`).first()).toBeVisible();
  await a.goto("/settings");
  await expect(a.getByRole("link", { name: `Tài khoản: ${name}` })).toBeVisible();

  // Signed out, the browser is a new guest without the game.
  await a.goto("/account");
  await a.getByRole("button", { name: "Đăng xuất", exact: true }).click();
  await expect(form(a, "Tạo tài khoản")).toBeVisible();
  await a.goto("/games");
  await expect(a.locator("h1")).toBeVisible();
  await expect(a.locator(`main a[href="${game}"]`)).toHaveCount(0);
  await signIn(a, name);

  const c = await three.newPage();
  await signIn(c, name);
  await c.goto("/games");
  await expect(c.locator(`main a[href="${game}"]`).first()).toBeVisible();
  await c.goto("/account");
  const sessions = c.getByRole("region", { name: "Các máy đang đăng nhập" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: /^Đăng xuất/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await a.reload();
  await expect(form(a, "Đăng nhập")).toBeVisible();

  // A QR code signs another phone in, after a question.
  await c.getByRole("button", { name: "Hiện mã QR" }).click();
  const link = await c.getByAltText("Mã QR để đăng nhập").getAttribute("data-link");
  const d = await four.newPage();
  await d.goto(link ?? "");
  await d
    .getByRole("form", { name: `Đăng nhập với tên ${name} trên máy này?` })
    .getByRole("button")
    .click();
  await expect(d.locator(".who")).toContainText(name);
  expect(d.url()).not.toContain("sign-in");
  await a.goto(link ?? "");
  await expect(a.getByRole("alert")).toContainText("đã được dùng");
  await Promise.all([one, two, three, four].map((x) => x.close()));
});

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
