// In each of these simulated visits to the site, a player plays three games in a row against the
// engine, with a level change, a resignation, a rematch, takebacks, a reload and a rotated phone.
// There is one visit for each game.
import { expect } from "@playwright/test";
import { choose } from "./choose";
import { fresh, type Person } from "./person";
import { desktopFirst, visit } from "./visit";
import { machineName } from "./words";
import { tick } from "../tick";

interface Evening {
  kind: string;
  /** Moves that the player plays if they are legal. */
  plan: string[];
  /** Whether moves can be taken back. They cannot if they revealed a hidden piece. */
  back: boolean;
}

const evenings: Evening[] = [
  { kind: "chess", plan: ["e2e4", "d2d4", "e4d5", "d4e5", "b1c3", "g1f3"], back: true },
  { kind: "xiangqi", plan: ["h2e2", "e2e6", "b0c2", "h0g2"], back: true },
  { kind: "caro", plan: ["h8", "i9", "j10", "g7", "a1", "c1"], back: true },
  { kind: "jieqi", plan: ["b2b9", "e3e4", "a3a4", "c3c4"], back: false },
];

const next = (p: Person, e: Evening, way?: "drag" | "type") => p.move(choose(p.game, p.wish, e.plan), way);

/** Opens the level dialog and selects a level. */
async function setLevel(p: Person, level: number): Promise<void> {
  const dialog = p.page.getByRole("dialog", { name: p.t("level.label") });
  await p.step("asks for another level", () =>
    p.press(p.page.getByRole("button", { name: machineName(p.taste.lang, p.taste.level) })),
  );
  await p.step(`picks level ${level}`, async () => {
    await tick(dialog.getByRole("radio", { name: String(level), exact: true }));
    p.taste.level = level;
    p.scene = { ...p.scene, names: p.against("", p.game, p.scene.mine === "second" ? "second" : "first").names };
  });
  await p.step("closes the levels", async () => {
    await p.press(dialog.getByRole("button", { name: p.t("app.close"), exact: true }));
    await expect(dialog).toBeHidden();
  });
}

for (const [i, e] of evenings.entries()) {
  visit(
    `an evening of ${e.kind}`,
    i % 2 === 0 ? "vi" : "en",
    async (v) => {
      const p = await v.person("Lan");
      const live = (mine: "first" | "second" = "first") => ({
        ...p.against(`/play/${e.kind}`, fresh(e.kind), mine),
        idle: "play.first.move",
      });
      await p.open(`/play/${e.kind}`, live());
      // The first game begins.
      for (let n = 0; n < 4; n++) await next(p, e, n === 1 ? "drag" : undefined);
      await p.look(2);
      await p.look(1, "buttons");
      await p.flip();
      await p.look(0, "buttons");
      await p.look(p.game.codes.length, "buttons");
      await p.flip();
      if (e.back) {
        await p.undo();
        await p.undo();
        await next(p, e, "type");
      } else await p.step("cannot take back", () => expect(p.button("play.undo")).toBeDisabled());
      await setLevel(p, 2);
      await next(p, e);
      await p.resign();
      await p.look(3);
      await p.look(p.game.codes.length);
      // In the rematch, the engine moves first.
      await p.again(live("second"));
      for (let n = 0; n < 3; n++) await next(p, e);
      await p.reload();
      await p.turn("sideways");
      await next(p, e);
      await p.flip();
      await p.flip();
      await p.turn("upright");
      if (e.back) await p.undo();
      await next(p, e, "type");
      // A third game, started from the menu.
      await setLevel(p, 1);
      await p.menu();
      await p.follow("begins anew", p.button("play.new"), live());
      for (let n = 0; n < 4; n++) await next(p, e, n === 2 ? "drag" : undefined);
      await p.look(1);
      await p.look(2, "buttons");
      await p.look(p.game.codes.length, "buttons");
      if (e.back) await p.undo();
      await next(p, e);
      await p.resign();
      await p.menu();
      await p.follow("begins a fourth", p.button("play.new"), live());
      await next(p, e);
    },
    i % 2 === 0 ? undefined : desktopFirst,
    // Every run contains two of these visits, one on each device; the others run only in the long
    // test.
    i > 1,
  );
}
