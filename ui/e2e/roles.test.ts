// These tests open every page of events before, during and after the rounds, as the organiser, the
// arbiter, a player and a stranger. roles.ts lists the checks of each page.
import { type Browser, expect } from "@playwright/test";
import { test } from "./test";
import { Gathering, type Guest, people } from "./clubhouse";
import { long, word } from "./play";
import { lookAtAll, opens, type Stop, unfoldAll } from "./roles";
import { firstStart, type Server } from "./server";

let server: Server;
test.beforeEach(async () => {
  server = await firstStart();
});
test.afterEach(() => server.end());

const teamed = (name: string, rating: number, team: string, ...categories: string[]) => ({
  name,
  rating,
  team,
  categories,
});

/** Creates the events, and returns the pages to check, each as one user sees it. */
async function eventStops(browser: Browser, whole: boolean): Promise<Stop[]> {
  const { boss, judge, lan, nam, stranger } = await people(server);
  await lookAtAll(browser, [{ name: "no events", who: stranger, path: "/events", shows: "events.none" }], whole);
  const stops: Stop[] = [];
  const see = (name: string, who: Guest, path: string, shows: Stop["shows"], act?: Stop["act"]) =>
    stops.push({ name, who, path, shows, ...(act ? { act } : {}) });
  const arbiters = [judge.id];

  const draft = await Gathering.of(boss, { name: "Draft", rounds: 3 });
  see("draft, organiser", boss, draft.path, "event.desk.open");
  stops.push({ name: "draft, stranger", who: stranger, path: draft.path, missing: true, shows: "event.missing" });

  const soon = await Gathering.of(boss, { name: "Soon", rounds: 3, boards: "both", arbiters });
  await soon.phase("open");
  await soon.names(teamed("Uncle Tu", 1500, "Hue", "U12"), teamed("Aunt Hanh", 1400, "Hue", "women"));
  await soon.enter(lan);
  see("open, organiser", boss, soon.path, "event.desk.start");
  see("open, arbiter", judge, soon.path, "event.desk");
  see("open, player", lan, soon.path, "event.entered");
  see("open, stranger", stranger, soon.path, "event.enter");
  see("open, hall", stranger, `${soon.path}/hall`, "event.hall.join");

  // Round 2 has a board on screen, wooden boards with reported results, and a bye; round 1 has a
  // corrected result.
  const now = await Gathering.of(boss, { name: "Now", rounds: 4, boards: "both", arbiters });
  await now.phase("open");
  await now.names(teamed("Uncle Tu", 1500, "Hue", "U12"), teamed("Aunt Hanh", 1400, "Hue", "women"), "Bao", "Chau");
  const [one, two] = [await now.enter(lan), await now.enter(nam)];
  await now.phase("running");
  await now.play(1);
  await now.decide(1, 1, "draw", "Misread slip", 1);
  const players = [lan, nam];
  for (const [i, who] of players.entries()) await now.checkIn(who, i === 0 ? one : two, 2);
  const boards = await now.pair(2);
  const own = (n: number) => boards.find((b) => b.first === n || b.second === n);
  for (const [i, who] of players.entries()) {
    const b = own(i === 0 ? one : two);
    if (b && !b.match) await now.claim(who, 2, b.board, "first");
  }
  see("round, organiser", boss, now.path, "event.desk.more");
  see("round, arbiter", judge, now.path, "event.desk");
  see("round, player", lan, now.path, "event.board.yours");
  see("round, stranger", stranger, now.path, "event.why");
  see("round 1, player", lan, now.path, "event.board.yours", async (page, lang) => {
    await page
      .getByRole("group", { name: word("event.rounds.pick", lang) })
      .getByText("1")
      .click();
    await expect(page.getByText("Misread slip").first()).toBeVisible();
    await unfoldAll(page);
  });
  see("board, arbiter", judge, `${now.path}/b1`, "event.decide.do");
  see("board, stranger", stranger, `${now.path}/b1`, "event.atboard.who");
  see("no such board", stranger, `${now.path}/b9`, "event.atboard.none");
  see("hall", stranger, `${now.path}/hall`, "event.standings");
  see("categories and teams", stranger, now.path, "event.standings", async (page, lang) => {
    await page.getByText(word("event.standings.teams", lang), { exact: true }).click();
    await expect(page.locator(".standings tbody tr").first()).toBeVisible();
  });
  for (const paper of ["pairings", "standings", "slips", "cards"])
    see(`paper, ${paper}`, boss, now.path, "event.print", async (page, lang) => {
      await page.evaluate(() => (window.print = () => undefined));
      await opens("event.print")(page, lang);
      await page.getByRole("button", { name: word(`event.print.${paper}`, lang), exact: true }).click();
    });
  see("asks before ending", boss, now.path, "event.desk.more", async (page, lang) => {
    await opens("event.desk.more")(page, lang);
    await page.getByRole("button", { name: word("event.desk.end", lang), exact: true }).click();
    await expect(page.getByText(word("event.desk.end.sure", lang))).toBeVisible();
  });

  const screen = await Gathering.of(boss, { name: "Screen", rounds: 1, boards: "screen" });
  await screen.phase("open");
  for (const who of [lan, nam]) await screen.checkIn(who, await screen.enter(who), 1);
  await screen.phase("running");
  await screen.pair(1);
  see("round on screen, player", lan, screen.path, "event.board.yours");
  see("round on screen, organiser", boss, screen.path, "event.desk");
  see("round on screen, hall", stranger, `${screen.path}/hall`, "event.pairings");

  const rest = await Gathering.of(boss, { name: "Rest", rounds: 3, arbiters, checkIn: true });
  await rest.phase("open");
  await rest.names("Bao", "Chau", "Dung");
  const late = await rest.enter(lan);
  await rest.phase("running");
  await rest.checkIn(lan, late, 1);
  await rest.boss.ask("PUT", `/events/${rest.id}/entrants/1/checkin`, { round: 1, in: true });
  await rest.play(1);
  see("between rounds, arbiter", judge, rest.path, "event.desk");
  see("between rounds, player", lan, rest.path, "event.leave");

  const past = await Gathering.of(boss, { name: "Past", rounds: 1, arbiters });
  await past.phase("open");
  await past.names("Bao", "Chau");
  await past.enter(lan);
  await past.enter(nam);
  await past.phase("running");
  await past.play(1);
  await past.phase("over");
  see("over, organiser", boss, past.path, "event.desk.over");
  see("over, player", lan, past.path, "event.phase.over");
  see("over, hall", stranger, `${past.path}/hall`, "event.phase.over");

  for (const format of ["knockout", "double", "roundrobin"] as const) {
    const teams = format === "roundrobin" ? { teamBoards: 2, cycles: 1 } : { games: 1 };
    const e = await Gathering.of(boss, { name: "Other", format, ...teams });
    await e.phase("open");
    const team = (i: number) => (format === "roundrobin" ? { team: `Team ${i % 3}` } : {});
    for (let i = 0; i < 6; i++) await e.names({ name: `Player ${i + 1}`, rating: 2000 - i, ...team(i) });
    await e.phase("running");
    await e.play(1);
    see(`${format}, organiser`, boss, e.path, "event.desk");
    see(`${format}, stranger`, stranger, e.path, "event.standings");
    see(`${format}, hall`, stranger, `${e.path}/hall`, (page) =>
      expect(page.locator(".hall li").first()).toBeVisible(),
    );
  }
  const arena = await Gathering.of(boss, {
    name: "Arena",
    format: "arena",
    minutes: 60,
    scoring: "2-1-0",
    boards: "screen",
  });
  const ladder = await Gathering.of(boss, { name: "Ladder", format: "ladder", reach: 3 });
  for (const e of [arena, ladder]) {
    await e.phase("open");
    await e.enter(nam);
    await e.enter(lan);
    await e.phase("running");
  }
  see("arena, player", lan, arena.path, "event.arena.join");
  see("arena, organiser", boss, arena.path, "event.desk.arena");
  see("ladder, player", lan, ladder.path, "event.leave");
  see("ladder, organiser", boss, ladder.path, "event.desk.ladder");

  see("events, organiser", boss, "/events", "events.running", opens("events.new"));
  see("events, stranger", stranger, "/events", "events.running");
  for (const [format, boards] of [
    ["knockout", "screen"],
    ["arena", ""],
    ["ladder", "both"],
    ["swiss", "both"],
  ] as const)
    see(`new event, ${format}`, boss, "/events", "events.running", async (page, lang) => {
      await opens("events.new")(page, lang);
      const pick = (key: string) =>
        page.locator(".eventform").getByText(word(key, lang), { exact: true }).first().click();
      await pick(`event.format.${format}`);
      if (boards) await pick(`event.boards.${boards}`);
      if (format === "swiss") await pick("event.teams.boards");
    });
  return stops;
}

for (const whole of [false, true])
  test(`every page of events${whole ? ", axe at all sizes" : ""}`, long(whole), async ({ browser }) => {
    // A complete run opens each page in two languages, so it takes long.
    test.setTimeout(test.info().timeout * 10);
    await lookAtAll(browser, await eventStops(browser, whole), whole);
  });
