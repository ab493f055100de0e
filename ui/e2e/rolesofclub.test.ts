// These tests open every page of clubs and classes as the owner, an organiser, a member, a
// stranger, the teacher and a child. roles.ts lists the checks of each page.
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./test";
import { classOf, Gathering, Guest, people, rule } from "./clubhouse";
import { long, word } from "./play";
import { type Lang, lookAtAll, opens, type Stop } from "./roles";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

/**
 * The pages of a club as its owner, an organiser, a member, a user who has asked to join, and a
 * stranger see them.
 */
async function clubStops(): Promise<Stop[]> {
  const { boss, judge, stranger } = await people(server);
  const member = await Guest.known(server, "Khoa");
  const asks = await Guest.known(server, "Phuc");
  const { id } = await boss.ask<{ id: string }>("POST", "/clubs", {
    name: "Ben Nghe",
    place: "12 Le Loi",
    about: "Friday, 7 p.m.\nEverybody is welcome.",
  });
  for (const who of [judge, member, asks]) await who.ask("POST", `/clubs/${id}/members`, {});
  for (const who of [judge, member]) await boss.ask("PUT", `/clubs/${id}/members/${who.id}`, { role: "member" });
  await boss.ask("PUT", `/clubs/${id}/members/${judge.id}`, { role: "organiser" });
  const night = await Gathering.of(boss, { name: "Friday", rounds: 1 }, id);
  await night.phase("open");
  await night.names("Bao", "Khoa", "Dung", "Tran Tai");
  await night.phase("running");
  await night.play(1);
  await night.phase("over");
  await Gathering.of(boss, { name: "Next Friday", rounds: 3 }, id).then((e) => e.phase("open"));
  const day = 86_400_000;
  const season = { name: "Autumn", starts: Date.now() - day, ends: Date.now() + 30 * day, rule: "place", best: 3 };
  await boss.ask("POST", `/clubs/${id}/seasons`, season);

  const far = await firstStart();
  const there = await Guest.known(far, "Far");
  await rule(far, there);
  const away = await Gathering.of(there, { name: "Away", rounds: 1 });
  await away.phase("open");
  await away.names("Bao", "Khoa");
  await away.phase("running");
  await away.play(1);
  await away.phase("over");
  const signed = await there.api.get(`/api/events/${away.id}/files/signed`);
  const file = (await signed.body()).toString("base64");
  await far.end();
  await boss.ask("POST", `/clubs/${id}/results`, { file });
  const { calendar } = await boss.ask<{ calendar: { result?: { id: string } }[] }>("GET", `/clubs/${id}`);
  const sheet = `/club/${id}/r${calendar.find((e) => e.result)?.result?.id}`;

  const at = `/club/${id}`;
  return [
    { name: "clubs, stranger", who: stranger, path: "/clubs", shows: "clubs.role" },
    { name: "clubs, owner", who: boss, path: "/clubs", shows: "clubs.new" },
    { name: "clubs, member", who: member, path: "/clubs", shows: "clubs.mine" },
    { name: "club, owner", who: boss, path: at, shows: "club.league" },
    { name: "club, organiser", who: judge, path: at, shows: "club.league" },
    { name: "club, member", who: member, path: at, shows: "club.you.member" },
    { name: "club, asks", who: asks, path: at, shows: "club.asked" },
    { name: "club, stranger", who: stranger, path: at, shows: "club.signin" },
    { name: "no such club", who: stranger, path: "/club/nope", missing: true, shows: "club.missing" },
    { name: "results of another server, owner", who: boss, path: sheet, shows: "event.col.points" },
    { name: "results of another server, member", who: member, path: sheet, shows: "event.col.points" },
    { name: "event of a club", who: member, path: night.path, shows: "event.standings" },
  ];
}

/** The pages of a class as its teacher, its children and a stranger see them. */
async function classStops(browser: Browser, whole: boolean): Promise<Stop[]> {
  const { boss: teacher, stranger } = await people(server);
  const early: Stop[] = [
    { name: "classes, nobody", who: stranger, path: "/classes", shows: "card.enter" },
    { name: "classes, teacher without one", who: teacher, path: "/classes", shows: "classes.none" },
  ];
  await lookAtAll(browser, early, whole);
  const empty = await teacher.ask<{ id: string }>("POST", "/classes", { name: "Class 1B" });
  const { id, children } = await classOf(server, teacher, ["Nguyen An", "Tran Binh", "Le Chi"]);
  const [an, binh] = children as [Guest, Guest];
  const at = `/class/${id}`;
  const part: Stop[] = [
    { name: "simul before", who: teacher, path: `${at}/simul`, shows: "simul.start" },
    { name: "demo board before", who: teacher, path: `${at}/demo`, shows: "demo.about" },
    { name: "tasks, none", who: teacher, path: `${at}/tasks`, shows: "task.none" },
    { name: "child without work", who: an, path: "/classes", shows: "mine.mode" },
  ];
  await lookAtAll(browser, part, whole);

  const event = await Gathering.of(teacher, { name: "School cup", rounds: 2 });
  await event.phase("open");
  const due = Date.now() + 86_400_000;
  const play = { kind: "play", game: "chess", start: "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", side: "first", level: 1 };
  for (const task of [
    { kind: "lesson", title: "Rooks", game: "chess", from: 1, to: 3, due },
    { ...play, goal: "win" },
    { kind: "event", event: event.id, due },
  ])
    await teacher.ask("POST", `${at.replace("/class/", "/classes/")}/tasks`, task);
  const tasks = await an.ask<{ id: string; kind: string }[]>("GET", "/me/tasks");
  const lesson = tasks.find((x) => x.kind === "lesson")?.id;
  const position = tasks.find((x) => x.kind === "play")?.id;
  const { id: match } = await an.ask<{ id: string }>("POST", `/me/tasks/${position}/match`);
  await teacher.ask("PUT", `/classes/${id}/demo`, { game: "chess", moves: ["e2e4"], at: 1, comment: "Look at e4." });
  // A simul can only include children who are online, so the child opens the site first.
  const tablet = await binh.page(browser, {});
  await tablet.goto("/classes");
  const present = async () =>
    (await teacher.ask<{ list: { online?: boolean }[] }>("GET", `/classes/${id}`)).list.filter((c) => c.online).length;
  await expect.poll(present).toBe(1);
  const simul = { game: "xiangqi", clock: "none", side: "first", players: [binh.id] };
  const { boards } = await teacher.ask<{ boards: { match: string }[] }>("POST", `/classes/${id}/simuls`, simul);
  await tablet.context().close();

  const cards = async (page: Page, lang: Lang) => {
    await opens("class.keep")(page, lang);
    await page.getByRole("button", { name: word("class.cards", lang), exact: true }).click();
    await page.getByRole("button", { name: word("class.yes", lang), exact: true }).click();
    await expect(page.getByRole("heading", { name: word("cards.title", lang) })).toBeVisible();
  };
  const grid = (page: Page) => expect(page.getByRole("gridcell").first()).toBeAttached();
  return [
    { name: "classes, teacher", who: teacher, path: "/classes", shows: "classes.create" },
    { name: "class without children", who: teacher, path: `/class/${empty.id}`, shows: "class.empty" },
    { name: "class, teacher", who: teacher, path: at, shows: "class.add" },
    {
      name: "pasted names",
      who: teacher,
      path: at,
      shows: "class.add",
      act: async (page, lang) => {
        await page.getByLabel(word("class.names", lang)).fill("Nguyen An\nPham Dung\nVo Em");
        await expect(page.getByRole("checkbox")).toHaveCount(3);
      },
    },
    {
      name: "class, stranger",
      who: stranger,
      path: at,
      missing: true,
      shows: (page) => expect(page.getByRole("alert")).toBeVisible(),
    },
    { name: "tasks, teacher", who: teacher, path: `${at}/tasks`, shows: "task.new" },
    ...["play", "event"].map((what) => ({
      name: `new task, ${what}`,
      who: teacher,
      path: `${at}/tasks`,
      shows: "task.new",
      act: (page: Page, lang: Lang) => page.getByText(word(`task.what.${what}`, lang), { exact: true }).click(),
    })),
    { name: "simul, teacher", who: teacher, path: `${at}/simul`, shows: "simul.next" },
    {
      name: "board of a simul, teacher",
      who: teacher,
      path: `${at}/simul`,
      shows: "simul.next",
      act: async (page) => {
        await page.locator(".boards button").first().click();
        await grid(page);
      },
    },
    { name: "board of a simul, child", who: binh, path: `/g/${boards[0]?.match}`, shows: grid },
    { name: "demo board, teacher", who: teacher, path: `${at}/demo`, shows: "demo.end" },
    { name: "child with work", who: an, path: "/classes", shows: "demo.title" },
    { name: "child with a board", who: binh, path: "/classes", shows: "mine.boards" },
    { name: "lesson, child", who: an, path: `/learn/chess?task=${lesson}`, shows: grid },
    { name: "position, child", who: an, path: `/g/${match}`, shows: grid },
    { name: "event, child", who: an, path: event.path, shows: "event.enter" },
    { name: "events, child", who: an, path: "/events", shows: "events.open" },
    { name: "cards", who: teacher, path: at, shows: "class.keep", act: cards },
  ];
}

for (const whole of [false, true]) {
  const more = whole ? ", axe at all sizes" : "";
  test(`every page of clubs${more}`, long(whole), async ({ browser }) => {
    test.slow();
    await lookAtAll(browser, await clubStops(), whole);
  });

  test(`every page of classes${more}`, long(whole), async ({ browser }) => {
    test.slow();
    await lookAtAll(browser, await classStops(browser, whole), whole);
  });
}
