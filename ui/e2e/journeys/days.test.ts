// In this simulated visit to the site, two accounts play a correspondence game, and one of them is
// offline most of the time.
import { expect } from "@playwright/test";
import { nameOf } from "../accounts";
import type { Person } from "./person";
import { written } from "./rules";
import { page, type Scene } from "./scene";
import { giveUp, invite, play, rematch, signUp, type Terms } from "./table";
import { visit } from "./visit";

/** The text of a stored line (the opponent's moves and the replies), as the page lists it. */
function lineText(p: Person, codes: string[]): string {
  const moves = codes.map((code, i) =>
    written({ ...p.game, codes: [...p.game.codes, ...codes.slice(0, i)] }, p.wish, code),
  );
  const parts: string[] = [];
  for (let i = 0; i < moves.length; i += 2)
    parts.push(p.t(i ? "plan.then" : "plan.line", { theirs: moves[i] ?? "", mine: moves[i + 1] ?? "" }));
  return parts.join("; ");
}

/** Checks the lines that the page lists as stored for a player. */
const lists = (p: Person, ...lines: string[][]) =>
  p.step(`has ${lines.length} lines`, () =>
    expect(p.page.locator(".plans li > span")).toHaveText(lines.map((codes) => lineText(p, codes))),
  );

/** Enters a line on the board of the game and stores it. The board then shows the game again. */
async function store(p: Person, codes: string[], way: "tap" | "type" = "tap"): Promise<void> {
  const before = p.scene;
  await p.step("begins a line", async () => {
    await p.press(p.button("plan.open"));
    const game = { ...p.game, codes: [...p.game.codes] };
    p.scene = { ...before, game, match: "", mine: "both", flipped: before.mine === "second" };
  });
  for (const code of codes) await p.move(code, way);
  await p.step("stores the line", async () => {
    await p.press(p.button("plan.save"));
    p.scene = before;
  });
}

/**
 * Checks that every page announces the waiting game: in the title, on the tab and by the bell. The
 * bell leads to the game.
 */
async function called(p: Person, path: string, scene: Scene): Promise<void> {
  await p.open(path, page(path));
  await p.step("is told of the turn", async () => {
    await expect(p.page).toHaveTitle(/^\(1\) /);
    await expect(p.page.locator(".tabs .count")).toHaveText("1");
    await expect(p.page.locator(".bell .count")).toHaveText("1");
  });
  await p.step("opens the bell", async () => {
    await p.press(p.page.locator(".bell"));
    await expect(p.page.locator(".notices li[data-new]")).toHaveCount(1);
  });
  await p.follow("goes to the game", p.page.locator(".notices a").first(), scene);
}

/** Checks that no game waits for the player. */
async function notCalled(p: Person, path: string): Promise<void> {
  await p.open(path, page(path));
  await p.step("is told of nothing", async () => {
    await expect(p.page.locator(".bell")).toBeVisible();
    await expect(p.page).toHaveTitle(/^[^(]/);
    await expect(p.page.locator(".bell .count")).toHaveCount(0);
    await expect(p.page.locator(".tabs .count")).toHaveCount(0);
  });
}

visit("a game over three days, answered while one is away, and a second one", "vi", async (v) => {
  const a = await v.person(nameOf(0));
  const b = await v.person(nameOf(1), v.lang === "vi" ? "en" : "vi");
  await signUp(a);
  await signUp(b);
  const terms: Terms = { kind: "chess", side: "first", clock: a.t("play.clock.days", { n: 3 }) };
  const id = await invite(a, b, terms);
  const [ofA, ofB] = [a.scene, b.scene];
  // The second player is offline from the first move on.
  await b.leave();
  await play(a, [], "e2e4");
  const spanish = ["e7e5", "g1f3", "b8c6", "f1b5"];
  await store(a, spanish);
  await lists(a, spanish);
  await store(a, ["c7c5", "b1c3"], "type");
  await lists(a, spanish, ["c7c5", "b1c3"]);
  await a.turn("sideways");
  await a.turn("upright");
  await a.reload();
  await lists(a, spanish, ["c7c5", "b1c3"]);
  await a.step("deletes the second line", async () => {
    await a.press(a.page.locator(".plans li").nth(1).getByRole("button"));
    await expect(a.page.locator(".plans li")).toHaveCount(1);
  });
  await a.leave();
  // Each player is offline while the other is online; the server plays the replies that the players
  // stored in advance.
  await called(b, "/learn", ofB);
  await b.step("plays e7e5 and is answered", async () => {
    await b.make("e7e5", "tap");
    b.game.codes.push("e7e5", "g1f3");
  });
  await b.step("loses the network", async () => {
    await b.context.setOffline(true);
    b.offline = true;
  });
  await b.step("plays b8c6 without a network", async () => {
    await b.make("b8c6", "tap");
    b.scene = { ...b.scene, waiting: "b8c6" };
  });
  await b.step("has the network again, and is answered", async () => {
    await b.context.setOffline(false);
    b.offline = false;
    b.scene = { ...b.scene, waiting: "" };
    b.game.codes.push("b8c6", "f1b5");
  });
  await b.look(2);
  await b.look(5);
  await b.leave();
  await notCalled(a, "/rules/chess");
  await a.open(`/g/${id}`, { ...ofA, game: ofB.game });
  await lists(a);
  await store(a, ["a7a6", "b5a4"]);
  await a.leave();
  // If the opponent plays another move than expected, the server plays no stored reply.
  await b.open(`/g/${id}`, ofB);
  await play(b, [], "g8f6");
  await b.step("waits", async () => {
    await expect(b.button("plan.open")).toBeVisible();
  });
  await b.leave();
  await called(a, "/rules/chess", { ...ofA, game: ofB.game });
  await lists(a);
  await play(a, [], "e1g1");
  await b.open(`/g/${id}`, ofB);
  await play(b, [a], "f6e4");
  await a.turn("sideways");
  await a.look(3);
  await a.look(8);
  await a.turn("upright");
  await giveUp(b, [a]);
  // In the rematch the sides are swapped, and the stored lines of the first game are gone.
  const next = await rematch(a, b, terms, id);
  await play(b, [a], "d2d4");
  await play(a, [b], "d7d5");
  await lists(a);
  const gambit = ["c2c4", "e7e6", "b1c3", "g8f6"];
  await store(a, gambit);
  await lists(a, gambit);
  const ofA2 = a.scene;
  await a.leave();
  for (const [theirs, mine] of [
    ["c2c4", "e7e6"],
    ["b1c3", "g8f6"],
  ] as const)
    await b.step(`plays ${theirs} and is answered`, async () => {
      await b.make(theirs, "tap");
      b.game.codes.push(theirs, mine);
    });
  await play(b, [], "c1g5");
  await b.leave();
  await called(a, "/learn", { ...ofA2, address: `/g/${next}` });
  await play(a, [], "f8e7");
  await a.flip();
  await a.reload();
});
