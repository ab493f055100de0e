// In this simulated visit to the site, a club holds a tournament with wooden boards. The people are
// an organiser, an arbiter and players; one player drops out, one player comes late.
import { expect } from "@playwright/test";
import { test } from "../test";
import { faults } from "../axe";
import { tick } from "../tick";
import { firstStart, type Server } from "../server";
import type { Person } from "./person";
import { page, type Scene } from "./scene";
import { does, sent, signUp } from "./table";
import { visit } from "./visit";

let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

visit("a club evening with wooden boards", "vi", async (v) => {
  server = await firstStart();
  v.origin = server.origin;
  const boss = await v.person("Chủ quán");
  const judge = await v.person("Trần Tài", "en");
  const lan = await v.person("Lan Chi");
  const minh = await v.person("Minh Khuê");
  const nam = await v.person("Hải Nam", "en");
  await signUp(boss);
  await signUp(judge);
  await boss.open(server.link, page("/account", { says: [boss.t("account.admin.ask")] }));
  await boss.step("becomes the administrator", async () => {
    await boss.press(boss.button("account.admin.yes"));
    boss.scene = page("/account", { says: [boss.t("account.role.admin")] });
  });

  // The organiser creates the event.
  await boss.tab("nav.online", page("/online"));
  const link = boss.page.getByRole("link", { name: boss.t("events.title"), exact: true });
  await boss.follow("goes to the tournaments", link, page("/events", { says: [boss.t("events.none")] }));
  await boss.step("unfolds the form", () =>
    boss.press(boss.page.locator("summary", { hasText: boss.t("events.new") })),
  );
  await boss.step("gives a name", () => boss.page.getByLabel(boss.t("event.name")).fill("Giải tối thứ bảy"));
  await boss.step("chooses the game", () => boss.pick("game.choose", boss.t("game.xiangqi")));
  await boss.step("wants three rounds", () => boss.page.getByLabel(boss.t("event.rounds"), { exact: true }).fill("3"));
  await boss.fits();
  const made = page(/^\/event\/[\w-]+$/, { says: ["Giải tối thứ bảy", boss.t("event.phase.draft")] });
  await does(boss, "event.create", made);
  const at = new URL(boss.page.url()).pathname;
  const here = (p: Person, ...keys: string[]) => page(at, { says: ["Giải tối thứ bảy", ...keys.map((k) => p.t(k))] });
  await boss.step("unfolds more", () =>
    boss.press(boss.page.locator("summary", { hasText: boss.t("event.desk.more") })),
  );
  await boss.step("names the arbiter", async () => {
    const form = boss.page.getByRole("form", { name: boss.t("event.desk.arbiter") });
    await form.getByRole("textbox").fill(judge.who);
    await sent(boss, form.getByRole("button"));
  });
  await does(boss, "event.desk.open", here(boss, "event.phase.open"));

  // Guests enter the tournament themselves; the arbiter enters the other players.
  const enters = async (p: Person, scene: Scene) => {
    await p.open(at, here(p, "event.enter"));
    await p.step("enters", async () => {
      await p.page.getByLabel(p.t("event.enter.name")).fill(p.who);
      await sent(p, p.button("event.enter"));
      p.scene = scene;
    });
  };
  const adds = (name: string) =>
    judge.step(`adds ${name}`, async () => {
      const form = judge.page.getByRole("form", { name: judge.t("event.desk.add"), exact: true });
      await form.getByLabel(judge.t("event.desk.add.name")).fill(name);
      await sent(judge, form.getByRole("button"));
      await expect(judge.page.locator(".entrants")).toContainText(name);
    });
  await judge.open(at, here(judge, "event.desk"));
  await enters(lan, here(lan, "event.entered"));
  await adds("Bác Tư");
  await enters(minh, here(minh, "event.entered"));
  await adds("Cô Hạnh");
  await judge.sees("a page without a fault", async () => expect(await faults(judge.page)).toEqual([]));
  await does(boss, "event.desk.start", here(boss, "event.phase.running"));
  await does(boss, "event.desk.pair", here(boss, "event.desk"), { n: 1 }, () => {
    for (const p of [lan, minh]) p.scene = here(p, "event.claim");
  });

  // Round 1: Lan meets Minh; at first they report different results.
  const ticket = async (p: Person, rival: string) =>
    p.sees(`the board against ${rival}`, async () => {
      await expect(p.page.locator(".ticket .rival")).toHaveText(p.t("event.against", { name: rival }));
      await expect(p.page.locator(".ticket .number")).toBeInViewport();
    });
  await ticket(lan, minh.who);
  await ticket(minh, lan.who);
  await does(lan, "event.claim.win", here(lan, "event.claimed.win"));
  await does(minh, "event.claim.draw", here(minh, "event.claims.differ"), {}, () => {
    lan.scene = here(lan, "event.claims.differ");
  });
  await lan.turn("sideways");
  await lan.fits();
  await lan.turn("upright");
  await minh.reload();
  await does(minh, "event.claim.loss", here(minh, "event.got.loss"), {}, () => {
    lan.scene = here(lan, "event.got.win");
  });

  /** The arbiter enters or corrects a result. */
  const decides = (board: number, key: string, result: RegExp, why: string) =>
    judge.step(`${key} of board ${board}`, async () => {
      const row = judge.page.locator(".boards > li").nth(board - 1);
      await judge.press(row.locator("summary", { hasText: judge.t(key) }));
      const form = row.getByRole("form", { name: judge.t("event.decide.result", { n: board }) });
      await tick(form.getByRole("radio", { name: result }));
      await form.getByLabel(judge.t("event.decide.reason")).fill(why);
      await sent(judge, form.getByRole("button"));
      await expect(row).toContainText(why);
    });
  const won = (name: string) => new RegExp(`^${judge.t("event.decide.first", { name })}$`);
  const drawn = new RegExp(`^${judge.t("event.decide.draw")}$`);
  await decides(2, "event.decide", drawn, "Score sheet");
  await boss.sees("that the round is over", () => expect(boss.button("event.desk.pair", { n: 2 })).toBeEnabled());

  // Minh drops out after cancelling once; Nam comes late.
  await minh.step("thinks of leaving", () => minh.press(minh.button("event.leave")));
  await minh.step("stays", () => minh.press(minh.button("event.leave.no")));
  await minh.step("thinks of leaving again", () => minh.press(minh.button("event.leave")));
  await does(minh, "event.leave.yes", here(minh, "event.left"));
  await enters(nam, here(nam, "event.entered"));
  await nam.sees("the round to come", () =>
    expect(nam.page.getByText(nam.t("event.entered.next", { n: 2 }))).toBeVisible(),
  );
  await does(judge, "event.desk.pair", here(judge, "event.desk"), { n: 2 }, () => {
    for (const p of [lan, nam]) p.scene = here(p, "event.claim");
  });

  // Round 2: Lan looks at the reasons for the pairing and rotates the phone.
  await lan.reload();
  await lan.step("asks why", async () => {
    await lan.press(lan.page.locator(".boards > li.own summary", { hasText: lan.t("event.why") }));
    await expect(lan.page.locator(".boards > li.own .why li").first()).toContainText(lan.who);
  });
  await lan.step("asks why not Nam", async () => {
    const form = lan.page.locator(".boards > li.own").getByRole("form", { name: lan.t("event.why.not") });
    await tick(form.getByRole("radio", { name: lan.who }));
    await form.getByLabel(lan.t("event.why.other")).selectOption({ label: nam.who });
    await lan.press(form.getByRole("button"));
    await expect(form.getByRole("status")).not.toBeEmpty();
  });
  await lan.turn("sideways");
  await lan.fits();
  await lan.sees("a page without a fault", async () => expect(await faults(lan.page)).toEqual([]));
  await lan.turn("upright");
  const first = (n: number) =>
    judge.page
      .locator(".boards > li")
      .nth(n - 1)
      .locator(".opens")
      .innerText();
  await judge.sees("that Minh is not paired", () => expect(judge.page.locator(".boards")).not.toContainText(minh.who));
  for (const p of [lan, nam]) p.scene = here(p);
  await decides(1, "event.decide", won(await first(1)), "Score sheet");
  await decides(2, "event.decide", drawn, "Score sheet");
  await decides(2, "event.correct", won(await first(2)), "Wrong slip");
  await nam.reload();

  // The page of the hall is updated without a reload.
  const screen = await v.person("Màn chiếu");
  const hall = (n: number) => page(`${at}/hall`, { says: [screen.t("event.round.of", { n, all: 3 })] });
  await screen.open(`${at}/hall`, hall(2));
  await screen.fits();

  // Round 3 is paired, undone and paired again.
  await judge.reload();
  await does(judge, "event.desk.pair", here(judge, "event.desk"), { n: 3 }, () => (screen.scene = hall(3)));
  await boss.reload();
  await boss.step("unfolds more", () =>
    boss.press(boss.page.locator("summary", { hasText: boss.t("event.desk.more") })),
  );
  await boss.step("wants to undo", () => boss.press(boss.button("event.desk.undo", { n: 3 })));
  await does(boss, "event.desk.yes", here(boss), {}, () => (screen.scene = hall(2)));
  await does(boss, "event.desk.pair", here(boss, "event.desk"), { n: 3 }, () => (screen.scene = hall(3)));
  await judge.reload();
  await decides(1, "event.decide", won(await first(1)), "Score sheet");
  await decides(2, "event.decide", won(await first(2)), "Score sheet");
  // After the last round, the organiser's main button ends the event. While rounds are left, a
  // button with the same text ends the event early. Both buttons ask for a confirmation.
  await boss.sees("that all rounds are played", () =>
    expect(boss.page.locator(".desk > .main")).toHaveText(boss.t("event.desk.end")),
  );
  await boss.step("thinks of the end", () => boss.press(boss.page.locator(".desk > .main")));
  await does(boss, "event.desk.yes", here(boss, "event.phase.over", "event.desk.over"), {}, () => {
    for (const p of [lan, minh, nam]) p.scene = here(p, "event.phase.over");
    screen.scene = page(`${at}/hall`, { says: [screen.t("event.phase.over")] });
  });
  await boss.sees("the places", async () => {
    await expect(boss.page.locator(".standings tbody tr")).toHaveCount(5);
    await expect(boss.page.locator(".standings h2")).toHaveText(boss.t("event.standings.after", { n: 3 }));
  });
  await boss.step("looks at the first round", async () => {
    await boss.pick("event.rounds.pick", "1");
    await expect(boss.page.locator(".boards")).toContainText(minh.who);
  });
  await boss.follow(
    "goes to the other tournaments",
    boss.page.getByRole("link", { name: boss.t("event.all"), exact: true }),
    page("/events", { says: ["Giải tối thứ bảy", boss.t("events.over")] }),
  );
});
