// In this simulated visit to the site, a teacher holds a lesson with children who share a tablet.
import { expect } from "@playwright/test";
import { test } from "../test";
import { faults } from "../axe";
import { firstStart, type Server } from "../server";
import { choose } from "./choose";
import { fresh } from "./person";
import { page, type Scene } from "./scene";
import { sent, signUp } from "./table";
import { visit } from "./visit";

let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

interface Card {
  nick: string;
  name: string;
  code: string;
  link: string;
}

visit("a lesson with cards, on one tablet", "vi", async (v) => {
  server = await firstStart();
  v.origin = server.origin;
  const teacher = await v.person("Cô Hoa");
  const tablet = await v.person("Máy tính bảng");
  await signUp(teacher);
  await teacher.open(server.link, page("/account", { says: [teacher.t("account.admin.ask")] }));
  await teacher.step("becomes the administrator", async () => {
    await teacher.press(teacher.button("account.admin.yes"));
    teacher.scene = page("/account", { says: [teacher.t("account.role.admin")] });
  });

  // Create the class and the login cards of its children.
  await teacher.tab("nav.online", page("/online"));
  await teacher.follow(
    "goes to the classes",
    teacher.page.getByRole("link", { name: teacher.t("classes.title"), exact: true }),
    page("/classes", { says: [teacher.t("classes.none")] }),
  );
  await teacher.step("names the class", () => teacher.page.getByLabel(teacher.t("classes.name")).fill("Lớp 3A"));
  await teacher.step("makes the class", async () => {
    await sent(teacher, teacher.button("classes.create"));
    teacher.scene = page(/^\/class\/[\w-]+$/, { says: ["Lớp 3A", teacher.t("class.empty")] });
  });
  const at = new URL(teacher.page.url()).pathname;
  const here = (n: number, ...says: string[]) =>
    page(at, { says: ["Lớp 3A", teacher.t("class.online", { n }), ...says] });
  await teacher.fits();
  await teacher.step("pastes names", () =>
    teacher.page.getByLabel(teacher.t("class.names")).fill("1. Nguyễn Văn An\n2. Trần Thị Bình\n3. Lê Chi"),
  );
  await teacher.step("writes the address for tablets", () =>
    teacher.page.getByLabel(teacher.t("class.origin")).fill(`${v.origin}/`),
  );
  let cards: Card[] = [];
  await teacher.step("makes cards", async () => {
    cards = (await sent(teacher, teacher.button("class.add.do"))) as Card[];
    teacher.scene = page(at, { says: [teacher.t("cards.once"), ...cards.flatMap((c) => [c.nick, c.name])] });
  });
  const [an, binh] = cards as [Card, Card];
  await teacher.fits();
  await teacher.step("prints", async () => {
    await teacher.page.evaluate(() => (window.print = () => (document.title = "printed")));
    await teacher.press(teacher.button("cards.print"));
    await expect.poll(() => teacher.page.title()).toBe("printed");
  });
  await teacher.sees("cards on paper", async () => {
    await teacher.page.emulateMedia({ media: "print" });
    await expect(teacher.button("cards.print")).toBeHidden();
    await expect(teacher.page.getByRole("img")).toHaveCount(3);
    await expect(teacher.page.locator(".tabs")).toBeHidden();
    await teacher.page.emulateMedia({ media: "screen" });
  });
  await teacher.step("is done", async () => {
    await teacher.press(teacher.button("cards.done"));
    teacher.scene = here(0, an.name, binh.name);
  });
  const code = (await teacher.page.locator(".head b").innerText()).split(" ").at(-1) ?? "";

  // The first child scans its own login card and plays.
  const hello = (c: Card): Scene =>
    page("/classes", { says: [tablet.t("mine.hello", { nick: c.nick }), "Lớp 3A"], lacks: cards.map((x) => x.name) });
  const scans = (c: Card, scene: Scene, n: number) =>
    tablet.step(`scans the card of ${c.name}`, async () => {
      // The camera app opens the address in a new page.
      await tablet.page.goto("about:blank");
      await tablet.page.goto(c.link);
      tablet.scene = scene;
      teacher.scene = here(n);
    });
  await scans(an, hello(an), 1);
  await tablet.fits();
  await tablet.sees("a page without a fault", async () => expect(await faults(tablet.page)).toEqual([]));
  await teacher.sees("who is here", () =>
    expect(teacher.page.locator(".pupils > li", { hasText: an.name })).toContainText(teacher.t("class.here")),
  );
  await tablet.follow(
    "wants to play",
    tablet.page.getByRole("main").getByRole("link", { name: tablet.t("mine.play"), exact: true }),
    page("/play"),
  );
  teacher.scene = page(at, { says: ["Lớp 3A"] });
  await tablet.open("/play/chess", {
    ...tablet.against("/play/chess", fresh("chess")),
    idle: "play.first.move",
  });
  for (let n = 0; n < 4; n++) await tablet.move(choose(tablet.game, tablet.wish));
  await tablet.turn("sideways");
  await tablet.move(choose(tablet.game, tablet.wish));
  await tablet.turn("upright");
  await tablet.undo();
  await tablet.move(choose(tablet.game, tablet.wish));
  await tablet.resign();

  // Pages that are not for children lead back to the class.
  await tablet.open("/online", hello(an));
  await tablet.open("/account", hello(an));
  teacher.scene = here(1);

  // The next child uses the tablet and types the codes of its card; the first attempt is wrong.
  await tablet.step("gives the tablet on", async () => {
    await tablet.press(tablet.button("mine.leave", { nick: an.nick }));
    tablet.scene = page("/classes", { says: [tablet.t("card.enter")], lacks: [an.nick] });
    teacher.scene = here(0);
  });
  const types = (own: string, scene: Scene, n: number) =>
    tablet.step(`types ${own}`, async () => {
      await tablet.page.getByLabel(tablet.t("card.class")).fill(code.toLowerCase());
      await tablet.page.getByLabel(tablet.t("card.code")).fill(own);
      await tablet.press(tablet.button("card.go"));
      tablet.scene = scene;
      teacher.scene = here(n);
    });
  const wrong = page("/classes", { says: [tablet.t("card.error.bad-card"), tablet.t("card.enter")] });
  await types("222-2222", wrong, 0);
  await tablet.turn("sideways");
  await tablet.fits();
  await tablet.turn("upright");
  await types(`${binh.code.slice(0, 3)}-${binh.code.slice(3)}`, hello(binh), 1);
  await tablet.reload();
  // Scanning another login card on the same tablet signs the previous child out.
  await scans(an, hello(an), 1);

  // The teacher changes a nickname and withdraws a login card.
  const row = teacher.page.locator(".pupils > li", { hasText: an.name });
  await teacher.step("unfolds a child", () => teacher.press(row.locator("summary")));
  await teacher.step("changes the nickname", async () => {
    await row.getByLabel(teacher.t("class.nick")).fill("Sao Mai");
    await sent(teacher, row.getByRole("button", { name: teacher.t("class.save"), exact: true }));
    teacher.scene = here(1, "Sao Mai");
  });
  an.nick = "Sao Mai";
  await tablet.step("reloads", async () => {
    await tablet.page.reload();
    tablet.scene = hello(an);
  });
  const asks = (key: string) =>
    teacher.step(`wants ${key}`, () => teacher.press(row.getByRole("button", { name: teacher.t(key), exact: true })));
  await asks("class.withdraw");
  await teacher.step("thinks again", () => teacher.press(teacher.button("class.no")));
  await asks("class.withdraw");
  await teacher.step("withdraws the card", async () => {
    await sent(teacher, teacher.button("class.yes"));
    teacher.scene = here(0, teacher.t("class.nocard"));
  });
  await tablet.open("/classes", page("/classes", { says: [tablet.t("card.enter")], lacks: [an.nick] }));
  await scans(an, wrong, 0);
  await types(an.code, wrong, 0);

  // Create a new login card, with the address that the teacher entered before.
  await asks("class.card");
  await teacher.step("makes a new card", async () => {
    [cards[0] = an] = (await sent(teacher, teacher.button("class.yes"))) as Card[];
    expect(cards[0].link).toMatch(new RegExp(`^${v.origin}/classes#`));
    teacher.scene = page(at, { says: [an.nick, an.name], lacks: [binh.name] });
  });
  await teacher.step("is done", async () => {
    await teacher.press(teacher.button("cards.done"));
    teacher.scene = here(0);
  });
  await scans(cards[0] as Card, hello(an), 1);

  // Download the data of the class, then delete the class.
  await teacher.step("unfolds the data", () =>
    teacher.press(teacher.page.locator("summary", { hasText: teacher.t("class.keep") })),
  );
  await teacher.step("downloads the table", async () => {
    const file = teacher.page.waitForEvent("download");
    await teacher.press(teacher.page.getByRole("link", { name: teacher.t("class.csv"), exact: true }));
    let text = "";
    for await (const part of await (await file).createReadStream()) text += String(part);
    expect(text).toContain(`${an.name},${an.nick},`);
  });
  await teacher.sees("a page without a fault", async () => expect(await faults(teacher.page)).toEqual([]));
  await teacher.step("wants to delete the class", () => teacher.press(teacher.button("class.drop")));
  await teacher.fits();
  await teacher.step("deletes the class", async () => {
    await sent(teacher, teacher.button("class.yes"));
    teacher.scene = page("/classes", { says: [teacher.t("classes.none")], lacks: ["Lớp 3A"] });
  });
  await tablet.open("/classes", page("/classes", { says: [tablet.t("card.enter")], lacks: [an.nick] }));
  await teacher.open(at, page(at, { says: [teacher.t("classes.missing")] }));
});
