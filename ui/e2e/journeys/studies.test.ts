// Visits the analysis board: a record is imported, stepped through, extended by a variation,
// exported and imported again; a position is set up, played and analysed; a lesson leads to a game.
import { expect } from "@playwright/test";
import { choose } from "./choose";
import { fresh, type Person } from "./person";
import { stateAt } from "./rules";
import { page } from "./scene";
import { desktopFirst, visit } from "./visit";
import { tick } from "../tick";

/** Downloads the record through the menu. */
async function download(p: Person): Promise<string> {
  let text = "";
  await p.menu();
  await p.step("downloads the record", async () => {
    const waiting = p.page.waitForEvent("download");
    await p.press(p.button("play.download"));
    const file = await (await waiting).createReadStream();
    for await (const part of file) text += String(part);
  });
  return text;
}

/** Imports a record by pasting it. */
async function readIn(p: Person, kind: string, record: string, codes: string[], tree: string): Promise<void> {
  await p.step("pastes a record", () => p.page.getByLabel(p.t("import.paste")).fill(record));
  await p.follow(
    "has it read",
    p.button("import.go"),
    studied(p, new RegExp(`^/analysis/${kind}\\?game=`), codes, tree),
  );
}

/** The scene of the imported game, with the names of its players. */
const studied = (p: Person, address: RegExp, codes: string[], tree: string, look: number | null = null) => ({
  ...p.both(address, fresh("chess", { codes })),
  names: { first: "Morphy", second: "Duke and Count" },
  tree,
  look,
});

const moves =
  "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7";
const opera = `[White "Morphy"]
[Black "Duke and Count"]

{In a box of the opera} 1. e4 e5 2. Nf3 d6 $6 {Philidor} (2... Nf6 {Petrov} 3. Nxe5) 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3
dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 *`;

/**
 * The expected move list of the imported game, with variations and comments. The parameters add
 * variations to two moves.
 */
const listed = (tries = "", other = "") =>
  `In a box of the opera 1. e4 e5 2. Nf3 d6?! Philidor 2… Nf6 Petrov 3. Nxe5${tries} 3. d4${other || " Bg4"} ` +
  `4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7`;

visit(
  "a record is read, tried another way, written and read again",
  "vi",
  async (v) => {
    const p = await v.person("Minh");
    const codes = moves.split(" ");
    const study = /^\/analysis\/chess\?game=/;
    await p.open("/import", page("/import"));
    await readIn(p, "chess", opera, [...codes], listed());
    await p.look(21);
    await p.look(14);
    for (let ply = 13; ply >= 8; ply--) await p.look(ply, "buttons");
    await p.flip();
    await p.look(0, "buttons");
    for (let ply = 1; ply <= 4; ply++) await p.look(ply, "buttons");
    await p.flip();
    await p.step("puts the keyboard on the page", () => p.page.locator("h1").click());
    for (let ply = 5; ply <= 7; ply++) await p.look(ply, "keys");
    await p.look(0, "keys");
    await p.look(codes.length, "keys");
    await p.look(4);
    // A move at an earlier position creates a variation; the main line does not change.
    const tried = [...codes.slice(0, 4), "f1c4"];
    await p.step("plays another move in the past", async () => {
      await p.make("f1c4", "tap");
      p.scene = studied(p, study, [...tried], listed("", " 3. Bc4 3. … Bg4"));
    });
    await p.step("goes on there", async () => {
      await p.make("b8c6", "tap");
      p.scene = studied(p, study, [...tried, "b8c6"], listed("", " 3. Bc4 Nc6 3. … Bg4"));
    });
    await p.look(3);
    const other = " 3. Bc4 Nc6 3. … Bg4";
    const second = [...codes.slice(0, 3), "b8c6"];
    await p.step("types a move in the past", async () => {
      await p.make("b8c6", "type");
      p.scene = studied(p, study, [...second], listed(" 2… Nc6", other));
    });
    await p.step("drags a piece", async () => {
      await p.make("f1b5", "drag");
      p.scene = studied(p, study, [...second, "f1b5"], listed(" 2… Nc6 3. Bb5", other));
    });
    await p.undo();
    await p.step("plays another move", async () => {
      await p.make("d2d4", "tap");
      p.scene = studied(p, study, [...second, "d2d4"], listed(" 2… Nc6 3. Bb5 3. d4", other));
    });
    // Add a comment to a move.
    await p.step("opens the notes", () => p.press(p.page.locator(".notes summary")));
    const tree = listed(" 2… Nc6 3. Bb5 3. d4! Scotch", other);
    await p.step("marks the move and comments on it", async () => {
      await p.press(p.button("notes.sign.1"));
      const field = p.page.getByLabel(p.t("notes.comment"));
      await field.fill("Scotch");
      await field.blur();
      p.scene = studied(p, study, [...second, "d2d4"], tree);
    });
    const record = await download(p);
    expect(record).toContain('[White "Morphy"]');
    expect(record.replace(/\s+/g, " ")).toContain(
      "{In a box of the opera} 1. e4 e5 2. Nf3 d6 $6 {Philidor} (2... Nf6 {Petrov} 3. Nxe5) " +
        "(2... Nc6 3. Bb5 (3. d4 $1 {Scotch})) 3. d4 (3. Bc4 Nc6) 3... Bg4 4. dxe5",
    );
    // The list contains the game once, with the number of moves of its main line.
    await p.open("/games", page("/games"));
    await p.follow(
      "opens the game again",
      p.page.locator("ul.list a", {
        hasText: new RegExp(`\\b${p.t("games.moves", { n: Math.ceil(codes.length / 2) })}`),
      }),
      studied(p, study, [...second, "d2d4"], tree),
    );
    await p.step("goes back to the main line", async () => {
      await p.press(p.page.locator(".moves").getByRole("button", { name: "Bxf3", exact: true }));
      p.scene = studied(p, study, [...codes], tree, 8);
    });
    await p.look(16);
    await p.look(20);
    await p.look(codes.length);
    // Export followed by import gives the same game, and a second export gives the same file.
    await p.open("/import", page("/import"));
    await readIn(p, "chess", record, [...codes], tree);
    await p.look(9);
    await p.turn("sideways");
    await p.look(17);
    await p.turn("upright");
    await p.reload();
    await p.look(10);
    await p.look(codes.length, "buttons");
    const again = await download(p);
    await p.step("compares the two files", async () => expect(again).toBe(record));
    await p.step("goes on", async () => {
      await p.make("e1c1", "tap");
      p.scene = studied(p, study, [...codes, "e1c1"], `${tree} 12. O-O-O`);
    });
    // Open the whole study by a link in another browser.
    let link = "";
    await p.step("shares the study", async () => {
      await p.press(p.page.locator(".side.info").getByRole("button", { name: p.t("play.share"), exact: true }));
      const sheet = p.page.locator("dialog.share");
      await expect(sheet.locator("input")).toHaveValue(/#s1=/);
      link = await sheet.locator("input").inputValue();
      await p.press(sheet.getByRole("button", { name: p.t("app.close"), exact: true }));
    });
    const lan = await v.person("Lan");
    const { pathname, hash } = new URL(link);
    await lan.open(pathname + hash, studied(lan, /^\/analysis\/chess/, [...codes, "e1c1"], `${tree} 12. O-O-O`));
    await lan.look(4);
    const hers = await download(lan);
    await lan.step("compares her file", async () =>
      expect(hers.replace(/\s+/g, " ")).toContain("(2... Nc6 3. Bb5 (3. d4 $1 {Scotch})) 3. d4 (3. Bc4 Nc6) 3... Bg4"),
    );
  },
  desktopFirst,
);

visit("a position is set up, played and analysed", "en", async (v) => {
  const p = await v.person("Hoa");
  const start = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
  const board = (text: string) => ({
    // The address contains the position that was set up.
    ...p.both(`/editor/chess${text && `?start=${encodeURIComponent(text)}`}`, fresh("chess", { start: text })),
    bare: true,
  });
  await p.open("/editor/chess", board(""));
  await p.step("types a position", async () => {
    await p.page.getByLabel(p.t("editor.text")).fill(start);
    p.scene = board(start);
  });
  await p.step("reads that it is valid", () =>
    expect(p.page.locator(".verdict", { hasText: p.t("editor.ok") })).toBeVisible(),
  );
  await p.step("takes a rook", () => tick(p.page.getByRole("radio", { name: p.t("piece.chess.r") })));
  const more = "4r1k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
  await p.step("puts it on e8", async () => {
    await p.page.locator('[role="gridcell"][aria-label^="e8,"]').click({ force: true });
    p.scene = board(more);
  });
  await p.follow("wants to play it", p.button("editor.play"), page(/^\/play\?kind=chess&start=/));
  await p.follow("starts", p.button("play.start"), p.against(/^\/game\//, fresh("chess", { start: more })));
  await p.move("g2g3");
  for (let i = 0; i < 4; i++) await p.move(choose(p.game, p.wish), i % 2 ? "drag" : "tap");
  await p.look(1);
  await p.look(3, "buttons");
  await p.flip();
  await p.look(p.game.codes.length, "buttons");
  await p.undo();
  await p.move(choose(p.game, p.wish), "type");
  await p.reload();
  await p.turn("sideways");
  await p.move(choose(p.game, p.wish));
  await p.turn("upright");
  if (!p.mated) await p.resign();
  const log = [...p.game.codes];
  const { names } = p.scene;
  await p.follow("analyses it", p.page.getByRole("button", { name: p.t("play.review"), exact: true }), {
    ...p.both(/^\/analysis\/chess\?game=/, fresh("chess", { start: more, codes: [...log] })),
    names,
  });
  for (const ply of [4, 3, 2, 1]) await p.look(ply);
  await p.look(0, "buttons");
  for (const ply of [1, 2, 3]) await p.look(ply, "buttons");
  await p.look(2);
  const cut = fresh("chess", { start: more, codes: log.slice(0, 2) });
  const other = stateAt(cut, p.wish).legal.find((t) => t.code !== log[2] && /\d$/.test(t.code))?.code ?? "";
  await p.step("tries another move", async () => {
    await p.make(other, "tap");
    p.scene = { ...p.both(/^\/analysis\/chess/, { ...cut, codes: [...cut.codes, other] }), names, tree: /\d/ };
  });
  await p.move(choose(p.game, p.wish));
  await p.move(choose(p.game, p.wish), "drag");
  await p.look(1);
  await p.look(p.game.codes.length, "buttons");
  await p.undo();
  await p.follow(
    "goes to the editor",
    p.page.locator(".table").getByRole("link", { name: p.t("nav.editor"), exact: true }),
    board(""),
  );
  await p.step("types the position again", async () => {
    await p.page.getByLabel(p.t("editor.text")).fill(start);
    p.scene = board(start);
  });
  await p.follow("analyses it", p.button("editor.analyse"), p.both(/^\/analysis\/chess/, fresh("chess", { start })));
  await p.move("d1d8", "drag");
  await p.undo();
  // Moves that were taken back stay in the tree of the study.
  p.scene = { ...p.scene, tree: /^1\. Rd8# 1\. Rd7$/ };
  await p.move("d1d7");
});

visit("a lesson leads to a game", "vi", async (v) => {
  const p = await v.person("An");
  const lesson = (start: string, codes: string[] = []) => ({
    ...p.both("/learn/chess", fresh("chess", { start, codes })),
    bare: true,
  });
  const steps = (await import("../../../games/chess/text/lessons.json", { with: { type: "json" } })).default as {
    start: string;
    moves: string[];
    goal: string[];
  }[];
  const at = (n: number, codes: string[] = []) => lesson(steps[n]?.start ?? "", [...(steps[n]?.moves ?? []), ...codes]);
  await p.open("/learn", page("/learn"));
  await p.follow("opens the lesson", p.page.locator('ul.list a[href="/learn/chess"]'), at(0));
  await p.step("plays a wrong move, which is taken back", async () => {
    const goal = p.page.locator(".kb-over circle.kb-arrow");
    await p.make("a1b1", "tap");
    await expect(goal).toHaveCount(0);
    await expect(goal).toHaveCount(1);
    await expect(p.page.getByText(p.t("learn.notyet"))).toBeVisible();
  });
  for (const [n, s] of steps.entries()) {
    const goal = s.goal[0] ?? "";
    const code = stateAt(at(n).game ?? fresh("chess"), p.wish).legal.find((t) =>
      goal.endsWith("*") ? t.code.startsWith(goal.slice(0, -1)) : t.code === goal,
    )?.code;
    await p.step(`solves step ${n + 1}`, async () => {
      await p.make(code ?? "", "tap");
      p.scene = at(n, [code ?? ""]);
    });
    await p.step("reads that it was right", () => expect(p.page.getByText(p.t("learn.well")).first()).toBeVisible());
    if (n + 1 < steps.length)
      await p.step("goes on", async () => {
        await p.press(p.button("learn.next"));
        p.scene = at(n + 1);
      });
  }
  await p.follow("plays now", p.page.getByRole("link", { name: p.t("learn.play"), exact: true }), {
    ...p.against("/play/chess", fresh("chess")),
    idle: "play.first.move",
  });
  await p.move("e2e4");
  await p.move(choose(p.game, p.wish), "drag");
  await p.look(1);
  await p.look(p.game.codes.length, "buttons");
  await p.resign();
});
