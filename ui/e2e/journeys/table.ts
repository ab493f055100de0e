// Starts a match of two players through the server, and describes what both of
// them must see.
import { expect, type Locator } from "@playwright/test";
import { register } from "../accounts";
import { fresh, type Person } from "./person";
import { page, table, type Scene } from "./scene";
import type { Side } from "./rules";
import { about } from "./rules";
import { sideName, type Params } from "./words";
import { tick } from "../tick";

export interface Terms {
  kind: string;
  /** The side of the player who makes the invitation. */
  side: Side;
  clock: string;
  rated?: true;
  /** The number of games in the series. */
  games?: number;
}

/**
 * Presses a button that sends a command about an event, a class or a club. Waits for the response
 * and returns it.
 */
export async function sent(p: Person, button: Locator): Promise<unknown> {
  const about = /\/api\/(events|classes|clubs)\b/;
  const answer = p.page.waitForResponse((r) => about.test(r.url()) && r.request().method() !== "GET");
  await p.press(button);
  const got = await answer;
  expect(got.ok(), await got.text()).toBe(true);
  return got.json().catch(() => null);
}

/**
 * Presses the button with the text of `key`, which sends a command. After the command, the page
 * must show `scene`; the function `others` sets what the pages of the other people must show.
 */
export const does = (p: Person, key: string, scene: Scene, params: Params = {}, others?: () => void): Promise<void> =>
  p.step(`presses ${key}`, async () => {
    await sent(p, p.button(key, params));
    p.scene = scene;
    others?.();
  });

/** Creates an account for a visitor without one. Returns the player's id. */
export async function signUp(p: Person): Promise<string> {
  let id = "";
  await p.open("/online", page("/online"));
  await p.step("makes an account", async () => void (id = await register(p.page, p.who)));
  await p.reload();
  return id;
}

/** Opens the online page and enters a name. */
export async function arrive(p: Person): Promise<void> {
  await p.open("/online", page("/online"));
  await p.step("gives a name", async () => {
    const saved = p.page.waitForResponse((r) => r.request().method() === "PATCH" && r.ok());
    await p.page.getByLabel(p.t("online.name")).fill(p.who);
    await p.page.keyboard.press("Tab");
    await saved;
  });
}

/** Chooses the terms of a game on the online page. */
export async function ask(p: Person, terms: Terms): Promise<void> {
  await p.step(`wants ${terms.kind}`, () => p.pick("game.choose", p.t(`game.${terms.kind}`)));
  await p.step(`wants to be ${terms.side}`, () =>
    p.pick("play.side", new RegExp(`^${sideName(p.taste.lang, terms.kind, terms.side)}( |$)`)),
  );
  await p.step(`wants a clock of ${terms.clock}`, () =>
    p.pick("play.clock", terms.clock === "none" ? p.t("play.clock.none") : terms.clock),
  );
  if (terms.games) await p.step(`wants ${terms.games} games`, () => p.pick("series.games", String(terms.games)));
  if (terms.rated)
    await p.step("wants it rated", async () => {
      await tick(p.page.getByRole("switch", { name: p.t("rank.offer") }));
      await expect(p.page.getByText(p.t("rank.offer.about"))).toBeVisible();
    });
}

/**
 * A player's name as a reader sees it. A guest's name is a number with a word in the reader's
 * language.
 */
export function nameTo(reader: Person, name: string): string {
  const n = /^Guest (\d{4})$/.exec(name)?.[1];
  return n ? reader.t("seat.guest", { n }) : name;
}

/**
 * Reads the name that the server gave to a visitor. It first waits for the lobby, because two first
 * requests of a new visitor would create two guests.
 */
export async function whoIs(p: Person): Promise<void> {
  await expect(p.page.getByRole("heading", { name: p.t("online.lobby") })).toBeVisible();
  const r = await p.context.request.get("/api/me");
  p.who = ((await r.json()) as { name: string }).name;
}

/** Sets what both players must see in a match in which the server chose the sides. */
export async function drawn(id: string, kind: string, a: Person, b: Person): Promise<void> {
  const r = await a.context.request.get(`/api/matches/${id}`);
  const { viewer } = (await r.json()) as { viewer: string };
  seated(id, { kind, side: viewer === "second" ? "second" : "first", clock: "" }, a, b);
}

/** The players of a match, in the order of their sides. */
export const inTurn = (a: Person, b: Person): [Person, Person] => (a.scene.mine === "first" ? [a, b] : [b, a]);

/** Both players move alternately. */
export async function playAll(a: Person, b: Person, codes: readonly string[]): Promise<void> {
  const players = inTurn(a, b);
  for (const code of codes) {
    const n = a.game.codes.length % 2;
    await play(players[n] ?? a, [players[1 - n] ?? b], code);
  }
}

/**
 * Sets what both players of a match must see. They share one recorded game, so a move of either
 * player changes both expectations.
 */
export function seated(id: string, terms: Terms, a: Person, b: Person, guests: Person[] = []): void {
  const game = fresh(terms.kind);
  const first = terms.side === "first" ? a : b;
  const second = first === a ? b : a;
  const scene = (mine: Scene["mine"], p: Person): Scene =>
    table(`/g/${id}`, game, {
      says: terms.rated ? [p.t("online.rated")] : [],
      mine,
      view: mine === "first" || mine === "second" ? mine : "",
      names: { first: nameTo(p, first.who), second: nameTo(p, second.who) },
      match: id,
    });
  a.scene = scene(terms.side, a);
  b.scene = scene(terms.side === "first" ? "second" : "first", b);
  for (const g of guests) g.scene = scene("none", g);
}

/** The id of the match in the page's address, once it differs from `not`. */
export async function matchOf(p: Person, not = ""): Promise<string> {
  let id = "";
  await expect
    .poll(() => (id = /\/g\/([^/?]+)/.exec(p.page.url())?.[1] ?? ""), { message: "a match begins" })
    .not.toMatch(new RegExp(`^(${not}|)$`));
  return id;
}

/** One player creates an invitation link. Returns the path of the link. */
export async function linkOf(a: Person, terms: Terms): Promise<string> {
  await ask(a, terms);
  let link = "";
  await a.step("invites by link", async () => {
    await a.press(a.button("online.friend"));
    link = await a.page.locator("input[readonly]").inputValue();
  });
  return new URL(link).pathname;
}

/** The button that accepts an invitation. */
export const acceptButton = (p: Person) =>
  p.page.getByRole("main").getByRole("button", { name: p.t("online.accept"), exact: true });

/** The other player opens the link, reads the terms and accepts. Returns the id of the match. */
export async function accept(a: Person, b: Person, path: string, terms: Terms): Promise<string> {
  const says = [
    ...(terms.rated ? [b.t("online.rated")] : []),
    ...(terms.games ? [b.t("online.series", { n: terms.games })] : []),
  ];
  await b.open(path, page(path, { says }));
  let id = "";
  await b.step("accepts", async () => {
    await b.press(acceptButton(b));
    id = await matchOf(b);
    seated(id, terms, a, b);
  });
  return id;
}

/**
 * One player invites another player by a link, and the other accepts. Returns the id of the match.
 */
export async function invite(a: Person, b: Person, terms: Terms): Promise<string> {
  return accept(a, b, await linkOf(a, terms), terms);
}

/** One player plays a move, and all pages must show it. */
export async function play(p: Person, others: Person[], code: string, way?: "drag" | "type" | "keys"): Promise<void> {
  await p.step(`plays ${code}`, async () => {
    await p.make(code, way ?? "tap");
    p.game.codes.push(code);
    for (const o of [p, ...others]) o.scene = { ...o.scene, look: o === p ? null : o.scene.look };
  });
}

/** Sets the end of the game in the scenes of all people. */
export function over(people: Person[], why: string, winner: Side | "none"): void {
  for (const p of people) p.scene = { ...p.scene, over: { why, winner } };
}

/** A player resigns, and the other people see it. `then` sets further expected changes. */
export async function giveUp(p: Person, others: Person[], then = () => {}): Promise<void> {
  await p.menu();
  await p.step("asks to resign", () => p.press(p.button("play.resign")));
  await p.step("resigns", async () => {
    await p.press(p.button("play.yes"));
    over([p, ...others], "resignation", p.scene.mine === "first" ? "second" : "first");
    then();
  });
}

/**
 * One player offers a rematch and the opponent accepts; the sides are swapped. Returns the id of
 * the new match.
 */
export async function rematch(a: Person, b: Person, terms: Terms, old: string): Promise<string> {
  await a.step("wants a rematch", () => a.press(a.button("online.rematch")));
  let id = "";
  await b.step("accepts the rematch", async () => {
    await b.press(b.button("online.accept"));
    id = await matchOf(b, old);
    seated(id, { ...terms, side: terms.side === "first" ? "second" : "first" }, a, b);
  });
  return id;
}

export { about };
