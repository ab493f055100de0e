// These simulated visits to the site use special features: an opening with a choice of colours,
// hints, and a clock with time odds.
import { expect } from "@playwright/test";
import { unfold } from "../play";
import { choose } from "./choose";
import { fresh } from "./person";
import { stateAt } from "./rules";
import { page } from "./scene";
import { desktopFirst, visit } from "./visit";
import { pieceName } from "./words";

visit(
  "caro with swap2, against the machine and for two",
  "en",
  async (v) => {
    const p = await v.person("Lan");
    const options = { opening: "swap2" };
    await p.open("/play?kind=caro", page("/play?kind=caro"));
    await p.step("chooses swap2", async () => {
      await unfold(p.page);
      await p.page.getByLabel(p.t("option.opening")).selectOption("swap2");
    });
    await p.follow("starts", p.button("play.start"), p.against(/^\/game\//, fresh("caro", { options })));
    await p.step("lays a first stone", async () => {
      await p.make("h8", "tap");
      p.game.codes.push("h8");
    });
    await p.step("lays a second stone", async () => {
      await p.make("i8", "tap");
      p.game.codes.push("i8");
    });
    await p.move("j10");
    /** Plays on until all decisions of the opening, such as the choice of a colour, are made. */
    for (let i = 0; i < 6; i++) {
      const s = stateAt(p.game, p.wish);
      const words = s.legal.filter((t) => t.to < 0).map((t) => t.code);
      const code = words.includes("white")
        ? "white"
        : (words[0] ?? choose(p.game, p.wish, ["c3", "d12", "m4", "b7", "n9"]));
      await p.move(code);
    }
    await p.look(2);
    await p.look(3);
    await p.look(p.game.codes.length);
    await p.flip();
    await p.flip();
    await p.reload();
    await p.move(choose(p.game, p.wish, ["d12", "m4", "b7", "n9"]));
    await p.resign();
    const rest = async (code: string, way?: "type") => p.move(code, way);
    // Two players on one device: the second player chooses the crosses.
    await p.open("/play?kind=caro", page("/play?kind=caro"));
    await p.step("plays with a friend here", () => p.pick("play.opponent", p.t("play.opponent.hotseat")));
    await p.step("chooses swap2", async () => {
      await unfold(p.page);
      await p.page.getByLabel(p.t("option.opening")).selectOption("swap2");
    });
    await p.follow("starts", p.button("play.start"), p.both(/^\/game\//, fresh("caro", { options })));
    for (const code of ["h8", "i8", "j10", "black"]) await rest(code);
    for (const code of ["g9", "k10", "f10"]) await rest(code);
    await rest("l11", "type");
    await p.look(3);
    await p.look(5);
    await p.look(8);
    await p.undo();
    await rest("m12");
    await p.turn("sideways");
    await p.flip();
    await p.turn("upright");
    await p.reload();
    await rest("a1");
    await rest("b2");
    await p.resign();
    await p.open("/games", page("/games"));
    await p.open("/hotseat/caro", p.both("/hotseat/caro", fresh("caro")));
    for (const code of ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"]) await p.move(code);
  },
  desktopFirst,
);

visit("xiangqi with hints and a clock", "vi", async (v) => {
  const p = await v.person("Minh");
  await p.open("/play?kind=xiangqi", page("/play?kind=xiangqi"));
  await p.step("wants a clock", () => p.pick("play.clock", "15+10"));
  const scene = p.against(/^\/game\//, fresh("xiangqi"));
  scene.clock = {
    add: 10_000,
    left: { first: [900_000, 900_000], second: [900_000, 900_000] },
    since: null,
  };
  await p.follow("starts", p.button("play.start"), scene);
  /**
   * The beginning of a translated text, up to its first placeholder. The parameter `key` is the key
   * of the text.
   */
  const opening = (key: string) => p.t(key, { piece: "@", move: "@", line: "@" }).split("@")[0] ?? "";
  const hint = () => p.page.locator("p.hint").textContent();
  /** Requests a hint and its second step, and plays the move that the hint names. */
  const hinted = async (way: "tap" | "drag") => {
    await p.step("asks for a hint", async () => {
      await p.press(p.button("play.hint"));
      p.scene = { ...p.scene, hint: new RegExp(opening("hint.piece")) };
    });
    const piece = (await hint()) ?? "";
    await p.step("asks for more", async () => {
      await p.press(p.button("hint.more"));
      p.scene = { ...p.scene, hint: new RegExp(opening("hint.line")) };
    });
    const said = (await hint()) ?? "";
    const { legal, cells } = stateAt(p.game, p.wish);
    const best = legal.find((t) => said.startsWith(p.t("hint.move", { move: p.written(t.code) })));
    // The hint names the piece and its file; the side to move counts files from its own right.
    await p.step("sees that the hint is a legal move, and which piece it is", async () => {
      expect(best, said).toBeDefined();
      const from = best?.from ?? 0;
      const [name = ""] = pieceName(p.taste.lang, "xiangqi", cells[from] ?? "");
      const square = p.t("board.file", { n: 9 - (from % 9) });
      // If several equal pieces are on the file, the hint also says which of these pieces it means.
      const several = cells.filter((c, sq) => c === cells[from] && sq % 9 === from % 9).length > 1;
      expect(piece).toContain(several ? square : p.t("hint.piece", { piece: name, square }));
    });
    await p.move(best?.code ?? "", way);
  };
  await p.move("h2e2");
  await hinted("tap");
  await hinted("drag");
  await p.step("thinks for some seconds", async () => {
    const clock = p.page.locator('.seat[data-side="first"] .clock');
    const seconds = async () => ((await clock.textContent()) ?? "").split(":").reduce((s, x) => s * 60 + Number(x), 0);
    const from = await seconds();
    await expect.poll(async () => from - (await seconds())).toBeGreaterThanOrEqual(5);
  });
  await hinted("tap");
  await hinted("drag");
  await p.look(2);
  await p.look(p.game.codes.length);
  await p.flip();
  await p.turn("sideways");
  await p.move(choose(p.game, p.wish));
  await p.turn("upright");
  await p.flip();
  await hinted("tap");
  await p.look(5);
  await p.look(p.game.codes.length, "buttons");
  await p.move(choose(p.game, p.wish), "type");
  await p.move(choose(p.game, p.wish), "drag");
  await p.look(4);
  await p.look(7, "buttons");
  await p.look(p.game.codes.length);
  await p.resign();
});
