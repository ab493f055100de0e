// In this simulated visit to the site, a tournament is played on screens and on wooden boards.
// People join through the QR code on the hall page; one has no device, one comes late, one is
// withdrawn, and the power fails in round two. The organiser explains, corrects, prints and
// downloads the report.
import { expect } from "@playwright/test";
import { test } from "../test";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { faults } from "../axe";
import { firstStart, type Server } from "../server";
import { tick } from "../tick";
import { choose } from "./choose";
import type { Person } from "./person";
import { page } from "./scene";
import { does, drawn, giveUp, inTurn, matchOf, play, sent, signUp } from "./table";
import { visit } from "./visit";

const program = path.resolve(process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai");
let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

visit("a tournament with a power cut in round two", "vi", async (v) => {
  server = await firstStart();
  const { kill, again, link } = server;
  v.origin = server.origin;
  const boss = await v.person("Chủ quán");
  const lan = await v.person("Lan Chi");
  const minh = await v.person("Minh Khuê", "en");
  const nam = await v.person("Hải Nam");
  await signUp(boss);
  await boss.open(link, page("/account", { says: [boss.t("account.admin.ask")] }));
  await boss.step("becomes the administrator", async () => {
    await boss.press(boss.button("account.admin.yes"));
    boss.scene = page("/account", { says: [boss.t("account.role.admin")] });
  });

  // Create a tournament of two rounds, on screens and on wooden boards.
  await boss.open("/events", page("/events", { says: [boss.t("events.none")] }));
  const folds = (p: Person, key: string) =>
    p.step(`unfolds ${key}`, () => p.press(p.page.locator("summary", { hasText: p.t(key) }).first()));
  await folds(boss, "events.new");
  await boss.step("gives a name", () => boss.page.getByLabel(boss.t("event.name")).fill("Giải mưa bão"));
  await boss.step("chooses the game", () => boss.pick("game.choose", boss.t("game.xiangqi")));
  await boss.step("wants two rounds", () => boss.page.getByLabel(boss.t("event.rounds"), { exact: true }).fill("2"));
  await boss.step("wants both kinds of boards", () => boss.pick("event.boards", boss.t("event.boards.both")));
  const made = page(/^\/event\/[\w-]+$/, { says: ["Giải mưa bão", boss.t("event.phase.draft")] });
  await does(boss, "event.create", made);
  const at = new URL(boss.page.url()).pathname;
  const here = (p: Person, ...keys: string[]) => page(at, { says: ["Giải mưa bão", ...keys.map((k) => p.t(k))] });
  await does(boss, "event.desk.open", here(boss, "event.phase.open"));

  // The hall page shows the QR code. People scan it, enter the tournament and check in.
  await boss.follow(
    "shows the hall",
    boss.page.getByRole("link", { name: boss.t("event.hall"), exact: true }),
    page(`${at}/hall`, { says: [boss.t("event.hall.join")] }),
  );
  const code = boss.page.getByAltText(boss.t("event.hall.qr"));
  const scanned = new URL((await code.getAttribute("src")) ?? "", v.origin).searchParams.get("path") ?? "";
  expect(scanned).toBe(at);
  const enters = async (p: Person) => {
    await p.open(scanned, here(p, "event.enter"));
    await p.step("enters", async () => {
      await p.page.getByLabel(p.t("event.enter.name")).fill(p.who);
      await sent(p, p.button("event.enter"));
      p.scene = here(p, "event.entered");
    });
  };
  const checksIn = (p: Person, n: number) =>
    p.step(`checks in for round ${n}`, async () => {
      await sent(p, p.button("event.checkin.both", { n }));
      await expect(p.page.getByText(p.t("event.checkin.yes", { n }))).toBeVisible();
    });
  await enters(lan);
  await boss.sees("who has entered", () => expect(boss.page.locator(".entered")).toContainText(lan.who));
  await boss.history("back", here(boss, "event.desk"));
  const adds = (name: string) =>
    boss.step(`adds ${name}`, async () => {
      const form = boss.page.getByRole("form", { name: boss.t("event.desk.add"), exact: true });
      await form.getByLabel(boss.t("event.desk.add.name")).fill(name);
      await sent(boss, form.getByRole("button"));
      await expect(boss.page.locator(".entrants")).toContainText(name);
    });
  await adds("Bác Tư");
  await enters(minh);
  await adds("Cô Hạnh");
  await checksIn(lan, 1);
  await checksIn(minh, 1);
  await does(boss, "event.desk.start", here(boss, "event.phase.running"));
  await does(boss, "event.desk.pair", here(boss, "event.desk"), { n: 1 }, () => {
    for (const p of [lan, minh]) p.scene = here(p, "event.board.yours");
  });

  // Round 1: one game on a screen, one on a wooden board.
  const goes = (a: Person, b: Person, board: number) =>
    a.step(`and ${b.who} go to the board`, async () => {
      for (const p of [a, b])
        await p.press(p.page.getByRole("link", { name: p.t("event.go", { n: board }), exact: true }));
      await matchOf(b);
      await drawn(await matchOf(a), "xiangqi", a, b);
    });
  const moves = async (a: Person, b: Person, n: number) => {
    for (let i = 0; i < n; i++) {
      const [first, second] = inTurn(a, b);
      const mover = first.game.codes.length % 2 === 0 ? first : second;
      await play(mover, [mover === a ? b : a], choose(mover.game, mover.wish));
    }
  };
  await goes(lan, minh, 1);
  await moves(lan, minh, 3);
  await lan.turn("sideways");
  await lan.turn("upright");
  await giveUp(minh, [lan]);
  await lan.history("back", here(lan, "event.got.win"));
  await minh.open(at, here(minh, "event.got.loss"));

  /** The arbiter scans the code of a table and enters its result. */
  const decides = async (board: number, winner: string, why: string, others = () => {}) => {
    await boss.open(`${at}/b${board}`, page(`${at}/b${board}`, { says: [boss.t("event.board", { n: board })] }));
    await boss.step(`enters the result of board ${board}`, async () => {
      const part = boss.page.getByRole("region", { name: boss.t("event.board", { n: board }), exact: true });
      const form = part.getByRole("form", { name: boss.t("event.decide.result", { n: board }) });
      await tick(form.getByRole("radio", { name: boss.t("event.decide.first", { name: winner }), exact: true }));
      await form.getByLabel(boss.t("event.decide.reason")).fill(why);
      await sent(boss, form.getByRole("button"));
      await expect(part).toContainText(why);
      others();
    });
  };
  await decides(2, "Bác Tư", "Phiếu");
  await boss.fits();

  // The organiser withdraws one player; another player comes late.
  await boss.open(at, here(boss, "event.desk"));
  await boss.step("wants to withdraw Cô Hạnh", () =>
    boss.press(boss.button("event.entrant.leave", { name: "Cô Hạnh" })),
  );
  await does(boss, "event.leave.yes", page(at, { says: [boss.t("event.entrant.gone.from", { n: 2 })] }));
  await enters(nam);
  for (const p of [lan, minh, nam]) await checksIn(p, 2);
  await does(boss, "event.desk.pair", here(boss, "event.desk"), { n: 2 }, () => {
    for (const p of [lan, minh, nam]) p.scene = here(p, "event.board.yours");
  });

  // Round 2: Lan plays on a wooden board and looks at the reasons for the pairing; Minh and Nam
  // play on a screen. The power fails.
  await lan.step("asks why", async () => {
    const heading = `${lan.t("event.pairings")} · ${lan.t("event.round", { n: 2 })}`;
    await expect(lan.page.getByText(heading)).toBeVisible();
    await lan.press(lan.page.locator(".boards > li.own summary", { hasText: lan.t("event.why") }));
    await expect(lan.page.locator(".boards > li.own .why li").first()).toContainText(lan.who);
  });
  await goes(minh, nam, 2);
  await moves(minh, nam, 2);
  minh.offline = nam.offline = true;
  await boss.step("loses the power", kill);
  await lan.step("reports in vain", async () => {
    await lan.press(lan.button("event.claim.win"));
    await expect(lan.page.locator(".note")).toBeVisible();
  });
  await boss.step("starts the server again", again);
  minh.offline = nam.offline = false;
  await minh.sees("the game as it was", () => expect(minh.page.locator(".moves ol li button")).toHaveCount(2));
  await moves(minh, nam, 2);
  await nam.turn("sideways");
  await giveUp(nam, [minh]);
  await nam.turn("upright");
  await nam.history("back", here(nam, "event.got.loss"));
  await minh.history("back", here(minh, "event.got.win"));
  await does(lan, "event.claim.win", here(lan, "event.claimed.win"));
  await decides(1, lan.who, "Phiếu", () => (lan.scene = here(lan, "event.got.win")));
  await boss.open(at, here(boss, "event.desk"));

  // The organiser has misread a result slip and corrects the result with a reason. Everyone can
  // read the change.
  const row = boss.page.locator(".boards > li").first();
  await boss.step("corrects board 1", async () => {
    await boss.press(row.locator("summary", { hasText: boss.t("event.correct") }));
    const form = row.getByRole("form", { name: boss.t("event.decide.result", { n: 1 }) });
    await tick(form.getByRole("radio", { name: boss.t("event.decide.draw"), exact: true }));
    await form.getByLabel(boss.t("event.decide.reason")).fill("Đọc nhầm phiếu");
    await sent(boss, form.getByRole("button"));
    await expect(row).toContainText("Đọc nhầm phiếu");
    lan.scene = here(lan, "event.got.draw");
  });
  await lan.sees("the reason", () => expect(lan.page.locator(".boards > li").first()).toContainText("Đọc nhầm phiếu"));
  await boss.fits();
  await boss.sees("a page without a fault", async () => expect(await faults(boss.page)).toEqual([]));

  // The tournament ends: check the final standings, the printed pages and the report.
  await boss.step("ends the tournament", async () => {
    await boss.press(boss.page.locator(".desk > .main", { hasText: boss.t("event.desk.end") }));
    await sent(boss, boss.button("event.desk.yes"));
    for (const p of [boss, lan, minh, nam]) p.scene = here(p, "event.phase.over");
  });
  await nam.sees("the places", () => expect(nam.page.locator(".standings tbody tr")).toHaveCount(5));
  await folds(boss, "event.print");
  await boss.step("prints the standings", async () => {
    await boss.page.evaluate(() => (window.print = () => (document.body.dataset.printed = "yes")));
    await boss.press(boss.button("event.print.standings"));
    await expect(boss.page.locator("body")).toHaveAttribute("data-printed", "yes");
  });
  await boss.sees("standings alone on paper", async () => {
    await boss.page.emulateMedia({ media: "print" });
    await expect(boss.page.locator(".standings")).toBeVisible();
    await expect(boss.page.locator(".pairings")).toBeHidden();
    await expect(boss.page.locator(".desk")).toBeHidden();
    await boss.page.emulateMedia({ media: "screen" });
  });
  await folds(boss, "event.files");
  await boss.step("downloads the report", async () => {
    const wait = boss.page.waitForEvent("download");
    await boss.press(boss.page.getByRole("link", { name: boss.t("event.file.trf26"), exact: true }));
    const report = await (await wait).path();
    expect(execFileSync(program, ["tourney", "check", report]).toString()).toContain("round 2");
    const places = execFileSync(program, ["tourney", "standings", report]).toString();
    for (const name of [lan.who, minh.who, nam.who, "Bác Tư", "Cô Hạnh"]) expect(places).toContain(name);
  });
  await boss.turn("sideways");
  await boss.fits();
  await boss.follow(
    "goes to the other tournaments",
    boss.page.getByRole("link", { name: boss.t("event.all"), exact: true }),
    page("/events", { says: ["Giải mưa bão", boss.t("events.over")] }),
  );
  await boss.history("back", here(boss, "event.phase.over"));
});
