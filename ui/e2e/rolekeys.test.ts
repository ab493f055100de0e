// In these tests, an organiser, an arbiter, players, a teacher and a child work with the keyboard
// alone, in a window of the size of a phone. bykeys.ts checks after each action that the focus is
// visible and not lost.
import { type Browser, expect, type Locator } from "@playwright/test";
import { test } from "./test";
import { Keys } from "./bykeys";
import { type Card, Guest, rule } from "./clubhouse";
import { cell, keys } from "./play";
import type { Lang } from "./roles";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const opened = async (browser: Browser, who: Guest, lang: Lang, path: string): Promise<Keys> => {
  const viewport = { width: 360, height: 740 };
  const page = await who.page(browser, { viewport, locale: lang === "vi" ? "vi-VN" : "en-GB" });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return new Keys(page, lang);
};

test("a tournament by the keyboard alone: organiser, arbiter and player", async ({ browser }) => {
  test.slow();
  const host = await Guest.known(server, "Chủ quán");
  await rule(server, host);
  const boss = await opened(browser, host, "vi", "/events");

  // The organiser creates an event, opens it for entries and enters two players.
  await boss.open(boss.fold("events.new"));
  await boss.write(boss.page.getByLabel(boss.t("event.name")), "Giải bàn phím");
  await boss.pick(boss.group("event.format"), boss.t("event.format.swiss"));
  await boss.write(boss.page.getByLabel(boss.t("event.rounds"), { exact: true }), "3");
  await boss.press(boss.button("event.create"), () => boss.page.waitForURL(/\/event\//));
  const start = boss.button("event.desk.start");
  await boss.press(boss.button("event.desk.open"), () => expect(start).toBeVisible());
  for (const name of ["Bác Tư", "Cô Hạnh"]) {
    const form = boss.page.getByRole("form", { name: boss.t("event.desk.add"), exact: true });
    await boss.write(form.getByLabel(boss.t("event.desk.add.name")), name);
    await boss.press(form.getByRole("button"), () => expect(boss.page.locator(".entrants")).toContainText(name));
  }

  // Two guests enter the event themselves.
  const at = new URL(boss.page.url()).pathname;
  const players: Keys[] = [];
  for (const name of ["Lan", "Minh"]) {
    const p = await opened(browser, await Guest.at(server), "vi", at);
    await p.write(p.page.getByLabel(p.t("event.enter.name")), name);
    await p.press(p.button("event.enter"), () => expect(p.page.getByText(p.t("event.entered"))).toBeVisible());
    players.push(p);
  }
  const [lan, minh] = players as [Keys, Keys];
  await expect(boss.page.locator(".entrants")).toContainText("Minh");
  const pair = (n: number) => boss.button("event.desk.pair", { n });
  // Hold the Enter key down: its repeated events must not press the button that appears in the
  // place of the first one.
  await boss.to(start);
  await boss.page.keyboard.down("Enter");
  await expect(pair(1)).toBeVisible();
  for (let i = 0; i < 8; i++) {
    await boss.page.waitForTimeout(30);
    await boss.page.keyboard.down("Enter");
  }
  await expect(boss.page.locator(".boards > li")).toHaveCount(0);
  await boss.page.keyboard.up("Enter");
  await boss.kept();
  await boss.press(pair(1), () => expect(boss.page.locator(".boards > li")).toHaveCount(2));

  // A player reports a result. The arbiter confirms it, enters the result of the other board and
  // corrects a result.
  const names = boss.page.locator(".names", { hasText: "Lan" });
  const [mine, other] = [{ has: names }, { hasNot: names }].map((x) => boss.page.locator(".boards > li", x)) as [
    Locator,
    Locator,
  ];
  const won = lan.button("event.claim.win");
  await lan.press(won, () => expect(won).toHaveAttribute("aria-pressed", "true"));
  await boss.press(mine.locator(".reported button"), () => expect(mine.locator("b.score")).toBeVisible());
  const decides = async (row: Locator, fold: string, text: string, score: string) => {
    await boss.open(row.locator("summary", { hasText: boss.t(fold) }));
    const board = Number(await row.locator(".number").innerText());
    const form = row.getByRole("form", { name: boss.t("event.decide.result", { n: board }) });
    await boss.pick(form.getByRole("group").first(), text);
    await boss.write(form.getByLabel(boss.t("event.decide.reason")), "Phiếu");
    await boss.press(form.getByRole("button"), () => expect(row.locator("b.score")).toHaveText(score));
  };
  await decides(other, "event.decide", boss.t("event.decide.draw"), boss.t("event.result.draw"));
  await decides(mine, "event.correct", boss.t("event.decide.draw"), boss.t("event.result.draw"));

  // A player looks at the reasons for the pairings, starts to leave the event but cancels, and then
  // leaves.
  await minh.open(minh.fold("event.why"));
  await expect(minh.page.locator(".why li").first()).toBeVisible();
  await minh.press(minh.button("event.why.ask").first(), () =>
    expect(minh.page.locator(".whynot [role=status]").first()).not.toBeEmpty(),
  );
  const no = minh.button("event.leave.no");
  const leave = minh.button("event.leave");
  await minh.press(leave, () => expect(no).toBeFocused());
  await minh.press(no, () => expect(leave).toBeFocused());
  await minh.press(leave, () => expect(no).toBeFocused());
  await minh.press(minh.button("event.leave.yes"), () =>
    expect(minh.page.getByText(minh.t("event.left"))).toBeVisible(),
  );

  // The organiser pairs round 2 and undoes it, withdraws and readmits a player, and ends the event.
  await boss.press(pair(2), () => expect(boss.page.locator(".boards > li")).toHaveCount(1));
  await boss.open(boss.fold("event.desk.more"));
  const yes = () => boss.button("event.desk.yes");
  await boss.press(boss.button("event.desk.undo", { n: 2 }), () => expect(yes()).toBeVisible());
  await boss.press(yes(), () => expect(pair(2)).toBeVisible());
  const tu = boss.button("event.entrant.leave", { name: "Bác Tư" });
  await boss.press(tu, () => expect(boss.button("event.leave.yes")).toBeVisible());
  await boss.press(boss.button("event.leave.yes"), () => expect(tu).toHaveCount(0));
  await boss.press(boss.button("event.return.of", { name: "Bác Tư" }), () => expect(tu).toBeVisible());
  await boss.press(boss.button("event.desk.end"), () => expect(yes()).toBeVisible());
  await boss.press(yes(), () => expect(boss.page.getByText(boss.t("event.desk.over"))).toBeVisible());
});

test("a class by the keyboard alone: teacher and child", async ({ browser }) => {
  test.slow();
  const host = await Guest.known(server, "Ms Hoa");
  await rule(server, host);
  const teacher = await opened(browser, host, "en", "/classes");

  // The teacher creates a class from a pasted list of names, and the login cards of the children.
  await teacher.write(teacher.page.getByLabel(teacher.t("classes.name")), "Class 3A");
  await teacher.press(teacher.button("classes.create"), () => teacher.page.waitForURL(/\/class\//));
  const at = new URL(teacher.page.url()).pathname;
  await teacher.write(teacher.page.getByLabel(teacher.t("class.names")), "1. Nguyen An\n2. Tran Binh");
  await teacher.page.keyboard.press("Tab");
  await teacher.page.keyboard.press("Space"); // deselects the first name of the list; the next line selects it again
  await teacher.page.keyboard.press("Space");
  const made = teacher.page.waitForResponse((r) => r.url().endsWith("/pupils") && r.request().method() === "POST");
  const title = teacher.page.getByRole("heading", { name: teacher.t("cards.title") });
  await teacher.press(teacher.button("class.add.do"), () => expect(title).toBeFocused());
  const [an] = (await (await made).json()) as [Card];
  const pupils = teacher.page.locator(".pupils > li");
  await teacher.press(teacher.button("cards.done"), () => expect(pupils).toHaveCount(2));
  const code = (await teacher.page.locator(".head b").innerText()).split(" ").at(-1) ?? "";

  // The teacher gives a task: the first two steps of the chess lessons.
  const tasks = teacher.page.getByRole("link", { name: teacher.t("class.part.tasks"), exact: true });
  await teacher.press(tasks, () => teacher.page.waitForURL(/\/tasks$/));
  await teacher.pick(teacher.group("game.choose"), teacher.t("game.chess"));
  await expect(teacher.page.getByLabel(teacher.t("task.to"))).toHaveValue("12");
  await teacher.write(teacher.page.getByLabel(teacher.t("task.to")), "2");
  await teacher.write(teacher.page.getByLabel(teacher.t("task.title")), "Rooks and bishops");
  const given = teacher.page.locator(".given > li");
  await teacher.press(teacher.button("task.give"), () => expect(given).toHaveCount(1));

  // The child signs in by typing the codes of its login card, and solves the task.
  const child = await opened(browser, await Guest.at(server), "vi", "/classes");
  await child.write(child.page.getByLabel(child.t("card.class")), code.toLowerCase());
  await child.write(child.page.getByLabel(child.t("card.code")), "2222222");
  await child.press(child.button("card.go"), () => expect(child.page.getByRole("alert")).toBeVisible());
  await child.write(child.page.getByLabel(child.t("card.code")), an.code);
  await child.to(child.button("card.go"));
  await child.page.keyboard.press("Enter");
  await expect(child.page.getByText(child.t("mine.hello", { nick: an.nick }))).toBeVisible();
  await child.press(child.page.locator(".task"), () => child.page.waitForURL(/\/learn\/chess\?task=/));
  const move = async (code: string) => {
    await expect(cell(child.page, code.slice(0, 2))).toBeVisible();
    await child.to(child.page.locator('[role="gridcell"][tabindex="0"]'));
    await keys(child.page, code);
  };
  const next = child.button("learn.next");
  await move("a1a8");
  await expect(next).toBeVisible();
  await child.kept();
  await child.press(next, () => expect(cell(child.page, "c1")).toBeVisible());
  await move("c1g5");
  const back = child.page.locator(".main", { hasText: child.t("learn.class") });
  await child.press(back, () => expect(child.page.locator('.task[data-state="done"]')).toHaveCount(1));

  // The teacher sees that the task is solved, shows a demo board, and plays a simul against the
  // child, who is online.
  await teacher.open(given.locator("summary"));
  await expect(given.locator('li[data-state="done"]')).toContainText("Nguyen An", { timeout: 20_000 });
  await teacher.press(teacher.button("task.drop"), () => expect(teacher.button("class.no")).toBeFocused());
  await teacher.press(teacher.button("class.no"), () => expect(teacher.button("task.drop")).toBeFocused());
  const part = (name: string) => teacher.page.getByRole("link", { name: teacher.t(`class.part.${name}`), exact: true });
  await teacher.press(part("demo"), () => teacher.page.waitForURL(`**${at}/demo`));
  await teacher.pick(teacher.group("game.choose"), teacher.t("game.chess"));
  await teacher.write(teacher.page.getByLabel(teacher.t("demo.text")), "1. e4 e5");
  const end = teacher.button("demo.end");
  await teacher.press(teacher.button("demo.show", { game: teacher.t("game.chess") }), () => expect(end).toBeVisible());
  await expect(child.page.locator(".demo")).toBeVisible();
  await teacher.press(teacher.button("demo.forward"), () =>
    expect(teacher.page.getByText(teacher.t("demo.ply", { n: 1, of: 2 }))).toBeVisible(),
  );
  await teacher.press(end, () => expect(end).toHaveCount(0));
  await teacher.press(part("simul"), () => teacher.page.waitForURL(`**${at}/simul`));
  await teacher.pick(teacher.group("game.choose"), teacher.t("game.chess"));
  await teacher.press(teacher.button("simul.start"), () => expect(teacher.button("simul.next")).toBeVisible());
  await child.page.waitForURL(/\/g\//); // the board opens by itself
  await teacher.press(teacher.button("simul.next"), () => expect(cell(teacher.page, "e2")).toBeVisible());
  await teacher.to(teacher.page.locator('[role="gridcell"][tabindex="0"]'));
  await keys(teacher.page, "e2e4");
  await teacher.kept();
  await expect(cell(child.page, "e4")).toBeVisible();
  await teacher.press(teacher.button("simul.all"), () => expect(teacher.page.locator(".boards > li")).toHaveCount(1));
  await teacher.press(teacher.button("simul.end"), () => expect(teacher.button("class.no")).toBeFocused());
  await teacher.press(teacher.button("class.yes"), () =>
    expect(teacher.page.getByText(teacher.t("simul.over"))).toBeVisible(),
  );
});
