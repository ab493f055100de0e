// These tests check the administration pages on a desktop computer: the first start prints a link
// for the administrator, who then finds a user, ends a session, assigns a role, and reads the
// tasks, the audit log and the data sheet of a rated player. journeys/operator.test.ts does the
// same on a phone.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { faults } from "./axe";
import { word } from "./play";
import { firstStart, password, rated, type Server } from "./server";
import { tick } from "./tick";

const inside = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

test("an administrator looks after a site on a desk", async ({ browser }) => {
  test.setTimeout(180_000);
  server = await firstStart();
  const options = { viewport: { width: 1280, height: 800 }, baseURL: server.origin, locale: "vi-VN" };
  const [mine, one, two] = await Promise.all([0, 1, 2].map(() => browser.newContext(options)));
  if (!mine || !one || !two) throw new Error("no browser");
  const [boss, user, rival] = await Promise.all([mine.newPage(), one.newPage(), two.newPage()]);
  await register(boss, "Chủ quán");
  const id = await register(user, "Lê Văn Tám");
  await register(rival, "Trần Bình");
  const match = await rated(rival.request, user.request);
  // The page does not update the data sheet, so wait until the server's consumer of ended games has
  // counted the game.
  await expect
    .poll(async () => ((await (await user.request.get(`/api/players/${id}`)).json()) as { ratings: unknown[] }).ratings)
    .toHaveLength(1);
  const told = await rival.request.post(`/api/players/${id}/reports`, {
    data: { reason: "stalling", text: "Câu giờ.", match },
  });
  expect(told.ok(), await told.text()).toBe(true);

  await boss.goto(server.link);
  await boss.getByRole("button", { name: word("account.admin.yes") }).click();
  await boss.getByRole("link", { name: word("admin.title") }).click();
  await expect(boss.getByRole("heading", { level: 1, name: word("admin.title") })).toBeVisible();

  // A user is found by the beginning of the name; the administrator ends one of the user's
  // sessions.
  await boss.getByLabel(word("admin.find")).fill("lê v");
  await boss.getByRole("button", { name: word("admin.find.go"), exact: true }).click();
  await expect(boss.locator(".list li")).toHaveCount(1);
  expect(await faults(boss)).toEqual([]);
  await inside(boss);
  await boss.locator(".list a", { hasText: "Lê Văn Tám" }).click();
  const sessions = boss.getByRole("region", { name: word("account.sessions") });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect(await faults(boss)).toEqual([]);
  await inside(boss);
  await sessions.getByRole("button", { name: /^Đăng xuất/ }).click();
  await expect(sessions.getByText(word("admin.sessions.none"))).toBeVisible();
  await user.goto("/account");
  await expect(user.getByRole("form", { name: word("account.in") })).toBeVisible();

  // Assigning a role requires the password.
  const role = boss.getByRole("form", { name: word("admin.role") });
  await tick(role.getByRole("radio", { name: word("account.role.teacher") }));
  await role.getByLabel(word("admin.password")).fill("không phải");
  await role.getByRole("button", { name: word("admin.role.set") }).click();
  await expect(role.getByRole("alert")).toBeVisible();
  await role.getByLabel(word("admin.password")).fill(password);
  await role.getByRole("button", { name: word("admin.role.set") }).click();
  await expect(boss.locator(".admin > .fine")).toContainText(word("account.role.teacher"));

  // The data sheet of the player lists the game with its times.
  await boss.getByRole("link", { name: word("admin.sheet"), exact: true }).click();
  // The report links to the same match as the data sheet.
  const game = boss.locator(`a[href="/g/${match}"]`).filter({ hasText: "Trần Bình" });
  await expect(game).toContainText("Trần Bình");
  await expect(game).toContainText("2 nước");
  await expect(boss.getByRole("region", { name: word("admin.reports.about") })).toContainText("Câu giờ.");
  await expect(boss.getByText(word("admin.sheet.how"))).toBeVisible();
  expect(await faults(boss)).toEqual([]);
  await inside(boss);
  await boss.goBack();
  await expect(role).toBeVisible();

  const parts = boss.getByRole("navigation", { name: word("admin.title") });
  await parts.getByRole("link", { name: word("admin.part.tasks") }).click();
  await expect(boss.getByRole("region", { name: word("admin.tasks.consumers") }).getByRole("listitem")).not.toHaveCount(
    0,
  );
  expect(await faults(boss)).toEqual([]);
  await inside(boss);

  // A report is closed with a note.
  await parts.getByRole("link", { name: word("admin.part.reports") }).click();
  const report = boss.getByRole("form", { name: "Báo cáo về Lê Văn Tám" });
  await report.getByLabel(word("admin.reports.note")).fill("Đã nhắc");
  expect(await faults(boss)).toEqual([]);
  await inside(boss);
  await report.getByRole("button", { name: word("admin.reports.close") }).click();
  await expect(boss.getByText(word("admin.reports.none"))).toBeVisible();

  await parts.getByRole("link", { name: word("admin.part.audit") }).click();
  const log = boss.locator(".admin .list > li");
  await expect(log).toHaveCount(5);
  await expect(log.nth(0)).toContainText(word("admin.action.close-report"));
  await expect(log.nth(1)).toContainText(word("admin.action.set-role"));
  await expect(log.nth(1)).toContainText(word("account.role.teacher"));
  await expect(log.nth(2)).toContainText(word("admin.action.end-session"));
  await expect(log.nth(2)).toContainText("Lê Văn Tám");
  await expect(log.nth(3)).toContainText(word("admin.action.become-admin"));
  await expect(log.nth(4)).toContainText(word("admin.action.admin-link"));
  expect(await faults(boss)).toEqual([]);
  await inside(boss);

  // The last administrator cannot give up the role, and a player sees nothing on this page.
  const last = await boss.request.patch(`/api/admin/users/${(await me(boss)).player}`, {
    data: { role: "player", password },
  });
  expect(last.status()).toBe(409);
  await rival.goto(`/admin?part=user&id=${id}`);
  await expect(rival.getByText(word("admin.none"))).toBeVisible();
  await expect(rival.getByText("Lê Văn Tám")).toHaveCount(0);
  await Promise.all([mine, one, two].map((x) => x.close()));
});

const me = async (page: Page) => (await (await page.request.get("/api/me")).json()) as { player: string };
