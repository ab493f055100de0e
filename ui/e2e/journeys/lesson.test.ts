// In this simulated visit to the site, a teacher gives a task, a demo board and a simul to two
// children who sign in with their login cards.
import { expect } from "@playwright/test";
import { test } from "../test";
import { faults } from "../axe";
import { firstStart, type Server } from "../server";
import { fresh, type Person } from "./person";
import { page, table, type Scene } from "./scene";
import { giveUp, matchOf, play, sent, signUp } from "./table";
import { visit, type Visit } from "./visit";
import { machineName } from "./words";

let server: Server | undefined;
test.afterEach(async () => {
  await server?.end();
  server = undefined;
});

interface Card {
  nick: string;
  name: string;
  link: string;
}

const mate = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

/** A teacher creates a class from pasted names, and two children sign in with their cards. */
async function school(v: Visit) {
  server = await firstStart();
  v.origin = server.origin;
  const teacher = await v.person("Cô Hoa");
  const an = await v.person("An");
  const binh = await v.person("Bình");
  await signUp(teacher);
  await teacher.open(server.link, page("/account", { says: [teacher.t("account.admin.ask")] }));
  await teacher.step("becomes the administrator", async () => {
    await teacher.press(teacher.button("account.admin.yes"));
    teacher.scene = page("/account", { says: [teacher.t("account.role.admin")] });
  });

  // Create the class and the login cards of its children.
  await teacher.open("/classes", page("/classes", { says: [teacher.t("classes.none")] }));
  await teacher.step("names the class", () => teacher.page.getByLabel(teacher.t("classes.name")).fill("Lớp 3A"));
  await teacher.step("makes the class", async () => {
    await sent(teacher, teacher.button("classes.create"));
    teacher.scene = page(/^\/class\/[\w-]+$/, { says: ["Lớp 3A", teacher.t("class.empty")] });
  });
  const at = new URL(teacher.page.url()).pathname;
  await teacher.step("pastes names", () =>
    teacher.page.getByLabel(teacher.t("class.names")).fill("1. Nguyễn Văn An\n2. Trần Thị Bình"),
  );
  await teacher.step("writes the address for tablets", () =>
    teacher.page.getByLabel(teacher.t("class.origin")).fill(`${v.origin}/`),
  );
  let cards: Card[] = [];
  await teacher.step("makes cards", async () => {
    cards = (await sent(teacher, teacher.button("class.add.do"))) as Card[];
    teacher.scene = page(at, { says: [teacher.t("cards.once"), ...cards.map((c) => c.name)] });
  });
  await teacher.step("is done", async () => {
    await teacher.press(teacher.button("cards.done"));
    teacher.scene = page(at, { says: ["Lớp 3A", teacher.t("class.online", { n: 0 })] });
  });
  const [cardOfAn, cardOfBinh] = cards as [Card, Card];
  const hello = (p: Person, ...says: string[]): Scene =>
    page("/classes", {
      says: [p.t("mine.hello", { nick: p === an ? cardOfAn.nick : cardOfBinh.nick }), ...says],
      lacks: cards.map((c) => c.name),
    });
  for (const [p, card] of [
    [an, cardOfAn],
    [binh, cardOfBinh],
  ] as const)
    await p.step("scans the card", async () => {
      await p.page.goto(card.link);
      p.scene = hello(p);
      teacher.scene = page(at, { says: ["Lớp 3A", teacher.t("class.online", { n: p === an ? 1 : 2 })] });
    });
  /** The teacher opens a part of the class's page. */
  const part = (key: string, path: string, ...says: string[]) =>
    teacher.follow(
      `goes to ${key}`,
      teacher.page.getByRole("link", { name: teacher.t(key), exact: true }),
      page(`${at}${path}`, { says: ["Lớp 3A", ...says] }),
    );
  return { teacher, an, binh, at, cardOfAn, cardOfBinh, hello, part };
}

visit("a lesson with a task and a demo board", "vi", async (v) => {
  const { teacher, an, binh, at, cardOfAn, cardOfBinh, hello, part } = await school(v);
  await an.turn("sideways");
  await an.fits();
  await an.turn("upright");

  // The teacher gives a task: a position to play out against the engine.
  await part("class.part.tasks", "/tasks", teacher.t("task.none"));
  await teacher.fits();
  await teacher.step("wants a position", () => teacher.pick("task.what", teacher.t("task.what.play")));
  await teacher.step("of chess", () => teacher.pick("game.choose", teacher.t("game.chess")));
  await teacher.step("pastes it", () => teacher.page.getByLabel(teacher.t("task.start")).fill(mate));
  await teacher.step("writes a line", () => teacher.page.getByLabel(teacher.t("task.title")).fill("Chiếu hết"));
  await teacher.step("gives the task", async () => {
    await sent(teacher, teacher.button("task.give"));
    teacher.scene = page(`${at}/tasks`, { says: ["Chiếu hết", teacher.t("task.count", { n: 0, of: 2 })] });
  });
  await teacher.fits();
  await teacher.sees("a page without a fault", async () => expect(await faults(teacher.page)).toEqual([]));
  await an.step("reloads", async () => {
    await an.page.reload();
    an.scene = hello(an, "Chiếu hết");
  });
  let id = "";
  await an.step("opens the task", async () => {
    await an.press(an.page.locator(".task", { hasText: "Chiếu hết" }));
    id = await matchOf(an);
    an.scene = table(`/g/${id}`, fresh("chess", { start: mate }), {
      mine: "first",
      view: "first",
      names: { first: cardOfAn.nick, second: machineName(an.taste.lang, 3) },
      match: id,
    });
  });
  await an.turn("sideways");
  await an.fits();
  await an.turn("upright");
  // The teacher's page counts the solved tasks at a time that the test cannot predict, so the count
  // is not checked here.
  teacher.scene = page(`${at}/tasks`, { says: ["Chiếu hết"] });
  await play(an, [], "e1e8");
  await an.history("back", hello(an, "Chiếu hết"));
  await an.sees("that it is done", () => expect(an.page.locator('.task[data-state="done"]')).toHaveCount(1));
  await an.fits();
  await an.sees("a page without a fault", async () => expect(await faults(an.page)).toEqual([]));
  await teacher.step("waits for the news", async () => {
    teacher.scene = page(`${at}/tasks`, { says: ["Chiếu hết", teacher.t("task.count", { n: 1, of: 2 })] });
  });
  await teacher.step("looks who has done it", async () => {
    await teacher.press(teacher.page.locator(".given summary").first());
    await expect(teacher.page.locator('.progress li[data-state="done"]')).toContainText(cardOfAn.name);
    await expect(teacher.page.locator('.progress li[data-state="none"]')).toContainText(cardOfBinh.name);
  });

  // The children's pages follow the demo board.
  await part("class.part.demo", "/demo", teacher.t("demo.about"));
  await teacher.step("chooses chess", () => teacher.pick("game.choose", teacher.t("game.chess")));
  await teacher.step("pastes moves", () => teacher.page.getByLabel(teacher.t("demo.text")).fill("1. e4 e5 2. Nf3 Nc6"));
  await teacher.step("shows them", async () => {
    await teacher.press(teacher.button("demo.show", { game: teacher.t("game.chess") }));
    teacher.scene = page(`${at}/demo`, { says: [teacher.t("demo.ply", { n: 0, of: 4 })] });
    for (const p of [an, binh]) p.scene = hello(p, p.t("demo.title"));
  });
  const cellOf = (p: Person, square: string) =>
    p.page.locator(`.demo [role="gridcell"][aria-label^="${square},"]`).first();
  for (const n of [1, 2])
    await teacher.step(`steps to ply ${n}`, async () => {
      await teacher.press(teacher.button("demo.forward"));
      teacher.scene = page(`${at}/demo`, { says: [teacher.t("demo.ply", { n, of: 4 })] });
      const square = n === 1 ? "e4" : "e5";
      for (const p of [an, binh])
        await expect(cellOf(p, square)).not.toHaveAttribute("aria-label", new RegExp(p.t("board.empty")));
    });
  await teacher.step("writes to the class", async () => {
    await teacher.page.getByLabel(teacher.t("demo.comment")).fill("Hai tốt đối mặt.");
    await teacher.page.getByLabel(teacher.t("demo.comment")).blur();
    for (const p of [an, binh]) p.scene = hello(p, "Hai tốt đối mặt.");
  });
  await binh.turn("sideways");
  await binh.fits();
  await binh.sees("all of the board", async () => {
    const box = await binh.page.locator(".demo .demobox").boundingBox();
    expect(box?.height ?? 999).toBeLessThanOrEqual(391);
  });
  await binh.turn("upright");
  await binh.step("loses the network", () => binh.context.setOffline(true));
  await teacher.step("goes on", async () => {
    await teacher.press(teacher.button("demo.forward"));
    teacher.scene = page(`${at}/demo`, { says: [teacher.t("demo.ply", { n: 3, of: 4 })] });
    for (const p of [an]) p.scene = { ...hello(p, p.t("demo.title")), lacks: ["Hai tốt đối mặt."] };
  });
  await binh.step("is back", async () => {
    await binh.context.setOffline(false);
    await expect(cellOf(binh, "f3")).not.toHaveAttribute("aria-label", new RegExp(binh.t("board.empty")));
    binh.scene = { ...hello(binh, binh.t("demo.title")), lacks: ["Hai tốt đối mặt."] };
  });
  await teacher.fits();
  await teacher.sees("a page without a fault", async () => expect(await faults(teacher.page)).toEqual([]));
  await teacher.step("takes the board away", async () => {
    await sent(teacher, teacher.button("demo.end"));
    teacher.scene = page(`${at}/demo`, { says: ["Lớp 3A", teacher.t("demo.about")] });
    for (const p of [an, binh]) p.scene = { ...hello(p), lacks: [p.t("demo.title")] };
  });

  await teacher.history("back", page(`${at}/tasks`, { says: ["Chiếu hết", teacher.t("task.count", { n: 1, of: 2 })] }));
});

visit("a simul of a teacher against two children", "en", async (v) => {
  const { teacher, an, binh, at, cardOfAn, cardOfBinh, hello, part } = await school(v);
  // The boards of the children open automatically.
  await part("class.part.simul", "/simul", teacher.t("simul.new"));
  await teacher.step("chooses chess", () => teacher.pick("game.choose", teacher.t("game.chess")));
  await teacher.sees("that two are here", () =>
    expect(teacher.page.getByText(teacher.t("simul.who", { n: 2 }))).toBeVisible(),
  );
  await teacher.fits();
  await teacher.step("starts the simul", async () => {
    await sent(teacher, teacher.button("simul.start"));
    teacher.scene = page(`${at}/simul`, { says: [teacher.t("simul.turns", { n: 2 })] });
    for (const [p, card] of [
      [an, cardOfAn],
      [binh, cardOfBinh],
    ] as const) {
      const match = await matchOf(p);
      p.scene = table(`/g/${match}`, fresh("chess"), {
        mine: "second",
        view: "second",
        names: { first: teacher.who, second: card.nick },
        match,
      });
    }
  });
  const board = (p: Person, card: Card, n: number): Scene => ({
    ...p.scene,
    address: `${at}/simul`,
    mine: "first",
    view: "first",
    says: [teacher.t("simul.board", { n, of: 2, name: card.name })],
  });
  await teacher.fits();
  await teacher.step("opens a board", async () => {
    await teacher.press(teacher.page.locator(".boards > li").first().getByRole("button").first());
    teacher.scene = board(an, cardOfAn, 1);
  });
  await teacher.turn("sideways");
  await teacher.fits();
  await teacher.turn("upright");
  // After the move, the next board opens automatically.
  await teacher.step("plays e2e4", async () => {
    await teacher.make("e2e4", "tap");
    an.game.codes.push("e2e4");
    teacher.scene = board(binh, cardOfBinh, 2);
  });
  await teacher.step("plays d2d4", async () => {
    await teacher.make("d2d4", "tap");
    binh.game.codes.push("d2d4");
    // After this move no board waits for the teacher until a child answers, so the teacher's page
    // stays at this board.
    teacher.scene = { ...teacher.scene, says: [...teacher.scene.says, teacher.t("simul.turns", { n: 0 })] };
  });
  teacher.scene = board(binh, cardOfBinh, 2);
  await an.turn("sideways");
  await an.fits();
  await an.turn("upright");
  await play(an, [], "e7e5");
  await binh.reload();
  await play(binh, [teacher], "d7d5");
  await giveUp(binh, [], () => (teacher.scene = { ...teacher.scene, over: { why: "resignation", winner: "first" } }));
  await teacher.step("goes back to all boards", async () => {
    await teacher.press(teacher.button("simul.all"));
    teacher.scene = page(`${at}/simul`, { says: [teacher.t("simul.result.win"), teacher.t("simul.yours")] });
  });
  await teacher.step("reloads", async () => void (await teacher.page.reload()));
  await teacher.step("wants to end all boards", () => teacher.press(teacher.button("simul.end")));
  await teacher.step("ends all boards", async () => {
    await sent(teacher, teacher.button("class.yes"));
    teacher.scene = page(`${at}/simul`, {
      says: [teacher.t("simul.over"), teacher.t("simul.score", { win: 1, draw: 0, loss: 0 })],
    });
    an.scene = { ...an.scene, over: { why: "abort", winner: "none" }, end: "simul.match.ended" };
  });
  await an.open("/classes", hello(an));
  await teacher.history("back", page(at, { says: ["Lớp 3A", cardOfBinh.name] }));
});
