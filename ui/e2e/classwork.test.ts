// These tests check the work of a class on plain http, with a teacher and three children: tasks, a
// simul and a demo board.
import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "./test";
import { register } from "./accounts";
import { sound } from "./axe";
import { cell, click, word } from "./play";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

async function arrive(browser: Browser, device: object): Promise<Page> {
  const context = await browser.newContext({ ...device, locale: "vi-VN", baseURL: server.origin });
  return context.newPage();
}

const put = (key: string, params: Record<string, string | number>): string =>
  Object.entries(params).reduce((text, [k, v]) => text.replace(`{${k}}`, String(v)), word(key));

interface Card {
  player: string;
  nick: string;
  name: string;
  link: string;
}

/** Creates a teacher with a class, and a page for each child. */
async function school(browser: Browser, names: string[]) {
  const teacher = await arrive(browser, desktop);
  await register(teacher, "Cô Hoa");
  const link = new URL(server.link).hash.replace("#admin=", "");
  expect((await teacher.request.post("/api/account/admin", { data: { link } })).ok()).toBe(true);
  const made = await teacher.request.post("/api/classes", { data: { name: "Lớp 3A" } });
  const { id } = (await made.json()) as { id: string };
  const answer = await teacher.request.post(`/api/classes/${id}/pupils`, {
    data: { names: names.join("\n"), lang: "vi" },
  });
  const cards = (await answer.json()) as Card[];
  const children: Page[] = [];
  for (const card of cards) {
    const page = await arrive(browser, phone);
    await page.goto(`/classes${new URL(card.link).hash}`);
    await expect(page.getByText(put("mine.hello", { nick: card.nick }))).toBeVisible();
    children.push(page);
  }
  return { teacher, id, cards, children };
}

const press = (page: Page, key: string, params = {}) =>
  page.getByRole("button", { name: put(key, params), exact: true }).click();

test("a pasted table is shown before accounts are made, and a lesson tells of a demo board", async ({ browser }) => {
  test.slow();
  const { teacher, id, children } = await school(browser, ["Nguyễn Văn An"]);
  await teacher.goto(`/class/${id}`);
  await teacher
    .getByLabel(word("class.names"))
    .fill("STT\tHọ và tên\tNgày sinh\n1\tNguyễn Văn An\t01/02/2017\n2\tTrần Thị Bình\t03/04/2017\n3\tLê Chi\t1/1/2017");
  await expect(teacher.getByText(put("class.add.found", { n: 2 }))).toBeVisible();
  await expect(teacher.getByRole("checkbox", { name: /Nguyễn Văn An/ })).not.toBeChecked();
  await teacher.getByRole("checkbox", { name: /Lê Chi/ }).click();
  await expect(teacher.getByText(put("class.add.found", { n: 1 }))).toBeVisible();
  await sound(teacher);
  await press(teacher, "class.add.do");
  await press(teacher, "cards.done");
  await expect(teacher.locator(".pupils > li")).toHaveCount(2);

  // A task shows the subjects of its steps.
  await teacher.goto(`/class/${id}/tasks`);
  await expect(teacher.locator(".lessons li").first()).toBeVisible();
  await sound(teacher);

  // The child is in a lesson when the teacher starts to show a demo board.
  const [an] = children as [Page];
  await an.getByRole("link", { name: word("mine.learn"), exact: true }).click();
  await an.waitForURL(/\/learn/);
  await expect(an.getByText(word("demo.call"))).toHaveCount(0);
  await an.waitForTimeout(1500); // wait until the page has received the message that there is no demo board
  expect((await teacher.request.put(`/api/classes/${id}/demo`, { data: { game: "chess" } })).ok()).toBe(true);
  const call = an.getByRole("link", { name: word("demo.call") });
  await expect(call).toBeVisible();
  await call.click();
  await expect(an.getByRole("region", { name: word("demo.title") })).toBeVisible();
  // When the child is back on the page of the class, it sees changes of the demo board.
  await an.waitForTimeout(1500);
  const next = await teacher.request.put(`/api/classes/${id}/demo`, { data: { game: "chess", comment: "Nhìn đây" } });
  expect(next.ok()).toBe(true);
  await expect(an.getByText("Nhìn đây")).toBeVisible();
});

test("a child does its tasks, and the teacher sees how far each is", async ({ browser }) => {
  test.slow();
  const { teacher, id, children } = await school(browser, ["Nguyễn Văn An", "Trần Thị Bình"]);
  const [an] = children as [Page];
  await teacher.goto(`/class/${id}`);
  await teacher.getByRole("link", { name: word("class.part.tasks"), exact: true }).click();
  await expect(teacher.getByText(word("task.none"))).toBeVisible();
  await teacher.getByLabel(word("game.chess"), { exact: true }).check({ force: true });
  await expect(teacher.getByLabel(word("task.to"))).toHaveValue("12");
  // A task whose first step comes after its last step is refused with a message.
  await teacher.getByLabel(word("task.from")).fill("5");
  await teacher.getByLabel(word("task.to")).fill("3");
  await press(teacher, "task.give");
  await expect(teacher.getByText(word("task.order")).first()).toBeVisible();
  await expect(teacher.locator(".given > li")).toHaveCount(0);
  await teacher.getByLabel(word("task.from")).fill("1");
  await teacher.getByLabel(word("task.to")).fill("2");
  await teacher.getByLabel(word("task.title")).fill("Xe và tượng");
  await press(teacher, "task.give");
  await expect(teacher.getByText(put("task.count", { n: 0, of: 2 }))).toBeVisible();
  await teacher.getByLabel(word("task.what.play"), { exact: true }).check({ force: true });
  // The position is set up in the editor; the rest of the form is kept.
  await teacher.getByLabel(word("task.title")).fill("Thắng nhanh");
  await teacher.getByRole("link", { name: word("task.start.editor") }).click();
  await expect(teacher).toHaveURL(/\/editor\/chess\?task=/);
  await teacher.getByLabel(word("editor.text")).fill("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
  await press(teacher, "editor.task");
  await expect(teacher.getByLabel(word("task.start"))).toHaveValue("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
  await expect(teacher.getByLabel(word("task.title"))).toHaveValue("Thắng nhanh");
  await press(teacher, "task.give");
  await expect(teacher.locator(".given > li")).toHaveCount(2);
  await sound(teacher);

  // The first task is a lesson: one touch opens the lesson, and two moves solve it.
  await an.reload();
  await expect(an.locator(".task")).toHaveCount(2);
  await sound(an);
  await an.locator(".task", { hasText: "Xe và tượng" }).click();
  await expect(an).toHaveURL(/\/learn\/chess\?task=/);
  // A link leads back to the class at any time.
  await an.getByRole("link", { name: word("learn.class") }).click();
  await an.locator(".task", { hasText: "Xe và tượng" }).click();
  await click(an, "a1a8");
  await an.getByRole("button", { name: word("learn.next") }).click();
  await expect(cell(an, "c1")).not.toHaveAttribute("aria-label", new RegExp(word("board.empty"), "i"));
  await click(an, "c1g5");
  await an.locator(".main", { hasText: word("learn.class") }).click();
  await expect(an.locator('.task[data-state="done"]')).toHaveCount(1);

  // The second task is a position to play against the engine: the child gives checkmate in one
  // move.
  await an.locator('.task[data-state="none"]').click();
  await expect(an).toHaveURL(/\/g\//);
  await expect(cell(an, "e1")).toBeVisible();
  await click(an, "e1e8");
  await expect(an.getByText(word("why.checkmate")).first()).toBeVisible();
  await an.goto("/classes");
  await expect(an.locator('.task[data-state="done"]')).toHaveCount(2);

  // The teacher's page is updated without a reload.
  await expect(teacher.getByText(put("task.count", { n: 1, of: 2 }))).toHaveCount(2, { timeout: 20_000 });
  await teacher.locator(".given summary").first().click();
  await expect(teacher.locator('details[open] .progress li[data-state="done"]')).toContainText("Nguyễn Văn An");
  await expect(teacher.locator('details[open] .progress li[data-state="none"]')).toContainText("Trần Thị Bình");
  await sound(teacher);
});

test("a teacher plays all children at once and goes from board to board", async ({ browser }) => {
  test.slow();
  const { teacher, id, cards, children } = await school(browser, ["Nguyễn Văn An", "Trần Thị Bình", "Lê Chi"]);
  await teacher.goto(`/class/${id}/simul`);
  await teacher.getByLabel(word("game.chess"), { exact: true }).check({ force: true });
  await expect(teacher.getByText(put("simul.who", { n: 3 }))).toBeVisible({ timeout: 20_000 });
  await sound(teacher);
  // While the first child is in a lesson, the teacher still sees the child as present, and a link
  // leads the child to its board.
  const pupil = children[0]!;
  await pupil.getByRole("link", { name: word("mine.learn"), exact: true }).click();
  await expect(pupil).toHaveURL(/\/learn$/);
  await pupil.reload();
  await expect(pupil.getByRole("link", { name: word("learn.class") })).toBeVisible();
  await expect(teacher.locator(".who .here")).toHaveCount(3);
  await press(teacher, "simul.start");
  await expect(teacher.locator(".boards > li")).toHaveCount(3);
  await expect(teacher.getByText(put("simul.turns", { n: 3 }))).toBeVisible();
  await pupil
    .locator(".summons")
    .getByRole("link", { name: word("online.begun") })
    .click();
  for (const child of children) await expect(child).toHaveURL(/\/g\//); // their boards have opened
  await sound(teacher);
  // While the teacher is on the list of boards, every board shows the teacher as present, also
  // after a reload.
  const third = children[2]!;
  await teacher.reload();
  await expect(teacher.locator(".boards > li")).toHaveCount(3);
  await expect(third.getByText(word("seat.away"))).toHaveCount(0);
  await third.waitForTimeout(3000);
  await expect(third.getByText(word("seat.away"))).toHaveCount(0);
  // The page of the class contains a link to the child's own board.
  await third.goto("/classes");
  const mine = third.getByRole("region", { name: word("mine.boards") });
  await sound(third);
  await mine.getByRole("link").click();
  await expect(third).toHaveURL(/\/g\//);

  // The teacher makes a move on each board by keyboard and by touch, and the next board opens
  // automatically.
  await teacher.locator("body").press("n");
  for (const [i, card] of cards.entries()) {
    await expect(teacher.getByText(put("simul.board", { n: i + 1, of: 3, name: card.name }))).toBeVisible();
    await expect(cell(teacher, "e2")).toBeVisible();
    await click(teacher, "e2e4");
  }
  // The teacher's own first rank and the seat below the board must be visible in a desktop window
  // and in a low window.
  for (const size of [desktop.viewport, { width: 740, height: 360 }]) {
    await teacher.setViewportSize(size);
    await expect(cell(teacher, "a1")).toBeInViewport({ ratio: 1 });
    await expect(teacher.locator(".seat").last()).toBeInViewport({ ratio: 1 });
  }
  await teacher.setViewportSize(desktop.viewport);
  const [an, binh] = children as [Page, Page];
  await click(binh, "e7e5");
  await expect(teacher.getByText(put("simul.board", { n: 3, of: 3, name: "Lê Chi" }))).toBeVisible();
  await teacher.getByRole("button", { name: word("simul.next"), exact: true }).click();
  await expect(teacher.getByText(put("simul.board", { n: 2, of: 3, name: "Trần Thị Bình" }))).toBeVisible();
  // "Back" leads from the large board to the list of boards.
  await teacher.goBack();
  await expect(teacher).toHaveURL(new RegExp(`/class/${id}/simul$`));
  const boards = teacher.locator(".boards > li");
  await expect(boards.first()).toContainText("Trần Thị Bình"); // the board that waits for the teacher's move comes first
  await expect(boards.first()).toContainText(word("simul.yours"));
  expect(
    (
      await an.request.post(`/api/matches/${new URL(an.url()).pathname.slice(3)}/acts`, { data: { kind: "resign" } })
    ).ok(),
  ).toBe(true);
  await expect(teacher.getByText(word("simul.result.win"), { exact: true })).toBeVisible();

  // The teacher's page is reloaded; then the lesson ends.
  await teacher.reload();
  await expect(teacher.getByText(word("simul.result.win"), { exact: true })).toBeVisible();
  await press(teacher, "simul.end");
  await press(teacher, "class.yes");
  await expect(teacher.getByText(word("simul.over"))).toBeVisible();
  await expect(teacher.getByText(put("simul.score", { win: 1, draw: 0, loss: 0 }))).toBeVisible();
  // A child whose game was stopped reads why, and the main button leads back to the class.
  await expect(third.locator(".status.end")).toHaveText(word("simul.match.ended"));
  await third.getByRole("button", { name: word("simul.match.back"), exact: true }).click();
  await expect(third).toHaveURL(/\/classes$/);
});

test("a class follows the demo board, also after a lost network", async ({ browser }) => {
  test.slow();
  const { teacher, id, cards, children } = await school(browser, ["Nguyễn Văn An", "Trần Thị Bình"]);
  const [an, binh] = children as [Page, Page];
  await teacher.goto(`/class/${id}/demo`);
  await teacher.getByLabel(word("game.chess"), { exact: true }).check({ force: true });
  // A move that cannot be read is named, and the moves before it are shown.
  await teacher.getByLabel(word("demo.text")).fill("1. e4 Qz9");
  await press(teacher, "demo.show", { game: word("game.chess") });
  await expect(teacher.getByText(put("demo.cut", { n: 1 }))).toContainText("Qz9");
  await teacher.getByLabel(word("demo.text")).fill("1. e4 e5 2. Nf3 Nc6");
  await sound(teacher);
  await press(teacher, "demo.show", { game: word("game.chess") });
  await expect(teacher.getByText(put("demo.cut", { n: 1 }))).toHaveCount(0);
  await expect(teacher.locator(".demobox")).toBeInViewport({ ratio: 0.5 });
  await expect(teacher.getByText(put("demo.ply", { n: 0, of: 4 }))).toBeVisible();
  const piece = (page: Page, square: string) => page.locator(`.demo [role="gridcell"][aria-label^="${square},"]`);
  const pawn = await piece(an, "e2").getAttribute("aria-label");
  await teacher.locator("body").press("ArrowRight");
  await expect(piece(an, "e4")).toHaveAttribute("aria-label", new RegExp(pawn!.split(", ")[1]!));
  await expect(piece(binh, "e4")).toHaveAttribute("aria-label", new RegExp(pawn!.split(", ")[1]!));
  // Children cannot move pieces on the demo board.
  await an.locator(".demo").scrollIntoViewIfNeeded();
  await piece(an, "e7").click({ force: true });
  await piece(an, "e5").click({ force: true });
  await expect(teacher.getByText(put("demo.ply", { n: 1, of: 4 }))).toBeVisible();
  // The teacher draws arrows and writes comments.
  const pen = teacher.getByRole("button", { name: word("demo.pen"), exact: true });
  const looks = () => pen.evaluate((b) => getComputedStyle(b).backgroundColor);
  const off = await looks();
  await pen.click();
  await expect(pen).toHaveAttribute("aria-pressed", "true");
  await expect.poll(looks).not.toBe(off);
  await expect(teacher.getByText(word("demo.pen.about"))).toBeVisible();
  await piece(teacher, "e7").click({ force: true });
  await expect(an.locator(".demo .kb-arrow").first()).toBeAttached();
  await press(teacher, "demo.pen");
  await teacher.getByLabel(word("demo.comment")).fill("Đen cũng giành trung tâm.");
  await press(teacher, "demo.send");
  await expect(an.getByText("Đen cũng giành trung tâm.")).toBeVisible();
  await teacher.getByLabel(word("demo.comment")).fill("Nhìn ô e7.");
  await teacher.getByLabel(word("demo.comment")).press("Enter");
  await expect(an.getByText("Nhìn ô e7.")).toBeVisible();
  await sound(an);
  await sound(teacher);
  // The demo board survives a lost network and a reload of both sides, and is shown to a child
  // who comes late.
  await an.context().setOffline(true);
  const empty = await piece(binh, "d5").getAttribute("aria-label");
  await click(teacher, "d7d5");
  await expect(piece(binh, "d5")).not.toHaveAttribute("aria-label", empty!);
  await an.context().setOffline(false);
  const where = await piece(binh, "d5").getAttribute("aria-label");
  await expect(piece(an, "d5")).toHaveAttribute("aria-label", where!, { timeout: 30_000 });
  await teacher.reload();
  await expect(teacher.getByText(put("demo.ply", { n: 2, of: 2 }))).toBeVisible();
  const late = await arrive(browser, phone);
  await late.goto(`/classes${new URL(cards[1]!.link).hash}`);
  await expect(piece(late, "d5")).toHaveAttribute("aria-label", where!);
  await press(teacher, "demo.end");
  await expect(late.locator(".demo")).toHaveCount(0);
});
