// Checks that two players stay together for a series of games until one of them
// leaves.
import { expect } from "@playwright/test";
import { nameOf } from "../accounts";
import type { Person } from "./person";
import { stateAt } from "./rules";
import { page } from "./scene";
import {
  accept,
  acceptButton,
  giveUp,
  linkOf,
  matchOf,
  over,
  play,
  rematch,
  seated,
  signUp,
  type Terms,
} from "./table";
import { visit } from "./visit";

/** From now on, both players must see the score of the series, with their own points first. */
function score(n: number, games: number, points: readonly [Person, string][], end = false): void {
  for (const [p, text] of points)
    p.scene = { ...p.scene, says: [`${p.t(end ? "series.over" : "series.game", { n, games })} ${text}`] };
}

/** Checks the list of network lags in the menu: it has a row for each own move. */
async function readLag(p: Person): Promise<void> {
  await p.menu();
  await p.sees("what the network took", async () => {
    await p.press(p.sheet.getByText(p.t("lag.title")));
    const texts = stateAt(p.game, p.wish).texts ?? [];
    const own = texts.filter((_, i) => i % 2 === (p.scene.mine === "first" ? 0 : 1));
    const rows = p.page.locator(".lag tbody tr");
    await expect(rows.locator("th")).toHaveText(own.map((text, i) => `${i + 1}. ${text}`));
    // The first move of each side has its own time limit, so its row in the table of network lag
    // shows no numbers.
    await expect(rows.nth(0)).toContainText(p.t("lag.free"));
    let took = 0;
    for (const row of (await rows.all()).slice(1)) {
      const cells = (await row.locator("td").allInnerTexts()).map((s) => Number(s.replace(/\D/g, "")));
      expect(cells).toHaveLength(2);
      expect(cells[1]).toBeLessThanOrEqual(cells[0] ?? 0);
      took += cells[0] ?? 0;
    }
    const box = await p.page.locator(".lag").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(p.page.viewportSize()?.width ?? 0);
    const ms = p.t("lag.ms", { n: new Intl.NumberFormat(p.taste.lang).format(took) });
    await expect(p.sheet).toContainText(p.t("lag.sum", { lag: ms, gave: "…" }).split("…")[0] ?? "");
  });
  await p.fits();
  await p.closeMenu();
}

/** The seconds in a text such as 0:12. */
const secondsIn = (text: string): number => {
  const [, m = "", s = ""] = /(\d+):(\d\d)/.exec(text) ?? [];
  return Number(m) * 60 + Number(s);
};

/**
 * The beginning of a translated text, up to its first placeholder. The parameter `key` is the key
 * of the text.
 */
const start = (p: Person, key: string): string => p.t(key, { time: "…", gone: "…" }).split("…")[0] ?? "";

visit(
  "a series, and an opponent who leaves",
  "vi",
  async (v) => {
    const a = await v.person(nameOf(0));
    const b = await v.person(nameOf(1), "en");
    await signUp(a);
    const other = await signUp(b);
    const terms: Terms = { kind: "chess", side: "first", clock: "10+5", games: 2 };
    const first = await accept(a, b, await linkOf(a, terms), terms);
    score(1, 2, [
      [a, "0 : 0"],
      [b, "0 : 0"],
    ]);
    for (const [i, code] of ["e2e4", "e7e5", "g1f3", "b8c6"].entries())
      await play(i % 2 ? b : a, [i % 2 ? a : b], code);
    await readLag(a);
    await readLag(b);
    await giveUp(b, [a], () =>
      score(1, 2, [
        [a, "1 : 0"],
        [b, "0 : 1"],
      ]),
    );
    await a.sees("the score beside the result", () => expect(a.page.locator(".series")).toBeInViewport({ ratio: 1 }));
    await a.reload();
    // The rematch is the second game of the series, with the sides swapped.
    const second = await rematch(b, a, { ...terms, side: "second" }, first);
    score(2, 2, [
      [a, "1 : 0"],
      [b, "0 : 1"],
    ]);
    for (const [i, code] of ["d2d4", "d7d5", "c2c4", "c7c6"].entries())
      await play(i % 2 ? a : b, [i % 2 ? b : a], code);
    await a.turn("sideways");
    await a.fits();
    await b.reload();
    await a.step("offers a draw", () => a.press(a.button("play.draw")));
    await a.turn("upright");
    await b.step("accepts the draw", async () => {
      await b.press(b.button("online.accept"));
      over([a, b], "agreement", "none");
      score(
        2,
        2,
        [
          [a, "1½ : ½"],
          [b, "½ : 1½"],
        ],
        true,
      );
    });
    await b.look(2);
    await b.look(4);
    // After the last game of a series, the next rematch begins a new series.
    const third = await rematch(a, b, { ...terms, side: "second" }, second);
    score(1, 2, [
      [a, "0 : 0"],
      [b, "0 : 0"],
    ]);
    await play(a, [b], "e2e4");
    await b.menu();
    await b.step("aborts the game", async () => {
      await b.press(b.sheet.getByRole("button", { name: b.t("online.abort"), exact: true }));
      for (const p of [a, b]) p.scene = { ...p.scene, over: { why: "abort", winner: "none", by: "second" } };
    });

    // In the next game the second player has only 15 seconds on the clock, so that the first player
    // need not wait long before claiming the game. The first player has ten extra minutes.
    let path = "";
    await a.step("invites the same opponent", async () => {
      const data = { game: "chess", side: "first", to: other, clock: "0.25+0", extra: [600_000, 0] };
      const made = await a.context.request.post("/api/offers", { data });
      path = `/c/${((await made.json()) as { id: string }).id}`;
    });
    await b.open(path, page(path, { says: [a.who] }));
    let id = "";
    await b.step("accepts", async () => {
      await b.press(acceptButton(b));
      id = await matchOf(b, third);
      const { scene } = a;
      seated(id, { kind: "chess", side: "first", clock: "" }, a, b);
      a.scene = scene;
    });
    const game = b.game;
    await a.open(`/g/${id}`, { ...b.scene, mine: "first", view: "first" });
    expect(a.game).toBe(game);
    await play(a, [b], "e2e4");
    await play(b, [a], "e7e5");
    const ofB = b.scene;
    const wait = a.page.locator(".ask");
    await b.step("is known to be there", async () => {
      // The code that announces an absence is loaded when the server has started to count the time
      // of a player's absence.
      await expect
        .poll(() => b.page.evaluate(() => performance.getEntriesByType("resource").some((e) => /\/left-/.test(e.name))))
        .toBe(true);
    });
    await b.close();
    await a.sees("for how long the other one may be away", async () => {
      await expect(wait).toContainText(start(a, "left.soon"));
      await expect(wait.getByRole("button")).toHaveCount(0);
      await expect(wait).toBeInViewport({ ratio: 1 });
      expect(secondsIn(await wait.innerText())).toBeLessThanOrEqual(15);
      await expect.poll(async () => secondsIn(await wait.innerText())).toBeLessThanOrEqual(10);
    });
    await a.fits();
    await b.open(`/g/${id}`, ofB);
    await b.sees("for how long it was away", () =>
      expect(b.page.locator(".note")).toContainText(start(b, "left.back")),
    );
    await a.sees("the other one again", () => expect(wait).toHaveCount(0));
    await b.close();
    await a.turn("sideways");
    await a.sees("that the game can be claimed", async () => {
      await expect(wait).toContainText(start(a, "left.soon"));
      await expect(wait.getByRole("button", { name: a.t("left.win") })).toBeVisible({ timeout: 60_000 });
      await expect(wait.getByRole("button", { name: a.t("left.draw") })).toBeVisible();
    });
    await a.turn("upright");
    await a.step("claims the win", async () => {
      await a.press(a.button("left.win"));
      over([a], "left", "first");
      await expect(a.page.locator(".status.end")).toHaveAttribute("data-seal", "won");
    });
    await b.open(`/g/${id}`, { ...ofB, over: { why: "left", winner: "first" } });
    await b.reload();

    // The player who stayed reports the other player from the menu.
    await a.menu();
    await a.step("reports the opponent", async () => {
      await a.press(a.sheet.getByRole("button", { name: a.t("ties.report"), exact: true }));
      await a.page.getByLabel(a.t("ties.reason")).selectOption("stalling");
      await a.page.getByLabel(a.t("ties.report.text")).fill("Bỏ ván hai lần.");
      await expect(a.sheet).toContainText(a.t("ties.report.next"));
      await a.press(a.sheet.getByRole("button", { name: a.t("ties.report.send"), exact: true }));
      await expect(a.page.locator(".note:not(.summons)")).toHaveText(a.t("ties.report.sent"));
      await expect(a.page.getByLabel(a.t("ties.reason"))).toHaveCount(0);
    });
    await a.closeMenu();
    await a.look(1);
    await b.look(1);
  },
  ["phone"],
);
