// In this simulated visit to the site, a new player gets an opponent that matches the player's
// strength: after two lost games in a row the level is lower, and the device remembers it.
import { expect } from "@playwright/test";
import { tick } from "../tick";
import { choose } from "./choose";
import { fresh, type Person } from "./person";
import { visit } from "./visit";

/**
 * Resigns after two moves of each side, because a shorter game does not count for the choice of the
 * level.
 */
async function lose(p: Person): Promise<void> {
  for (let n = 0; n < 2; n++) await p.move(choose(p.game, p.wish));
  await p.resign();
}

const number = (p: Person, n: number) => new Intl.NumberFormat(p.taste.lang).format(n);

/** Checks that the switch for the automatic choice is on and that the given level is selected. */
const fits = (p: Person, level: number) =>
  p.sees(`that the opponent fits, at level ${level}`, async () => {
    const box = p.page.locator(".levels").first();
    await expect(box.getByRole("switch", { name: p.t("level.fit") })).toBeChecked();
    await expect(box.getByRole("radio", { name: String(level), exact: true })).toBeChecked();
  });

visit("a newcomer and the opponent that fits", "vi", async (v) => {
  const p = await v.person("Lan");
  // Visits usually start with level 1 in the settings. Remove this setting here, because a new
  // player has not chosen a level.
  await p.context.addInitScript(() => {
    if (localStorage.getItem("kydai.settings") === '{"level":1}') localStorage.removeItem("kydai.settings");
  });
  p.taste.level = 2;
  const live = (mine: "first" | "second" = "first") => ({
    ...p.against("/play/chess", fresh("chess"), mine),
    idle: "play.first.move",
  });
  await p.open("/play/chess", live());
  await fits(p, 2);
  await lose(p);
  await p.sees("that the next game will be easier", () =>
    expect(p.page.locator(".fit")).toHaveText(p.t("fit.next", { was: number(p, 2), n: number(p, 1.2) })),
  );
  p.taste.level = 1;
  await p.again(live("second"));
  await fits(p, 1);
  await p.turn("sideways");
  await p.turn("upright");
  await lose(p);
  await p.sees("the weakest level", () =>
    expect(p.page.locator(".fit")).toHaveText(p.t("fit.next", { was: number(p, 1.2), n: number(p, 1) })),
  );
  // Take back the end of the game: its result is removed, and the result of the next end counts.
  await p.undo();
  await p.move(choose(p.game, p.wish));
  await p.resign();
  await p.sees("the same again", () =>
    expect(p.page.locator(".fit")).toHaveText(p.t("fit.next", { was: number(p, 1.2), n: number(p, 1) })),
  );
  await p.close();
  // After the page was closed, the device still remembers the level, and only for this game.
  await p.open("/play/chess", live());
  await fits(p, 1);
  p.taste.level = 2;
  await p.open("/play/caro", { ...p.against("/play/caro", fresh("caro")), idle: "play.first.move" });
  await fits(p, 2);
  // A level that the player chose stays until the player turns the automatic choice on again.
  await p.step("chooses a level", async () => {
    await tick(p.page.locator(".levels").first().getByRole("radio", { name: "4", exact: true }));
    p.taste.level = 4;
    p.scene = { ...p.scene, names: p.against("", p.game).names };
  });
  await p.reload();
  await p.sees("the chosen level", async () => {
    const box = p.page.locator(".levels").first();
    await expect(box.getByRole("switch", { name: p.t("level.fit") })).not.toBeChecked();
    await expect(box.getByRole("radio", { name: "4", exact: true })).toBeChecked();
  });
  await p.step("wants the opponent that fits", async () => {
    await tick(
      p.page
        .locator(".levels")
        .first()
        .getByRole("switch", { name: p.t("level.fit") }),
    );
    p.taste.level = 2;
    p.scene = { ...p.scene, names: p.against("", p.game).names };
  });
  await fits(p, 2);
  await lose(p);
  await p.sees("that the next game of this kind will be easier", () =>
    expect(p.page.locator(".fit")).toHaveText(p.t("fit.next", { was: number(p, 2), n: number(p, 1.2) })),
  );
  await p.turn("sideways");
  await p.turn("upright");
  await p.close();
  p.taste.level = 1;
  await p.open("/play/caro", { ...p.against("/play/caro", fresh("caro")), idle: "play.first.move" });
  await fits(p, 1);
});
