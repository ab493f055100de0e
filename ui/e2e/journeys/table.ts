// How two players start a match through the server, and what both see.
import { expect } from "@playwright/test";
import { fresh, type Person } from "./person";
import { page, table, type Scene } from "./scene";
import type { Side } from "./rules";
import { about } from "./rules";
import { sideName } from "./words";

export interface Terms {
  kind: string;
  /** The side of the player who invites. */
  side: Side;
  clock: string;
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
}

/** The scenes of both players of a match; the log is shared. */
export function seated(id: string, terms: Terms, a: Person, b: Person, guests: Person[] = []): void {
  const game = fresh(terms.kind);
  const first = terms.side === "first" ? a : b;
  const names = { first: first.who, second: (first === a ? b : a).who };
  const scene = (mine: Scene["mine"]): Scene =>
    table(`/g/${id}`, game, {
      mine,
      view: mine === "first" || mine === "second" ? mine : "",
      names,
      match: id,
    });
  a.scene = scene(terms.side);
  b.scene = scene(terms.side === "first" ? "second" : "first");
  for (const g of guests) g.scene = scene("none");
}

/** The id in the address of a match. */
export async function matchOf(p: Person, not = ""): Promise<string> {
  let id = "";
  await expect
    .poll(() => (id = /\/g\/([^/?]+)/.exec(p.page.url())?.[1] ?? ""), { message: "a match begins" })
    .not.toMatch(new RegExp(`^(${not}|)$`));
  return id;
}

/** One player invites the other by a link. */
export async function invite(a: Person, b: Person, terms: Terms): Promise<string> {
  await ask(a, terms);
  let link = "";
  await a.step("invites by link", async () => {
    await a.press(a.button("online.friend"));
    link = await a.page.locator("input[readonly]").inputValue();
  });
  const path = new URL(link).pathname;
  await b.open(path, page(path));
  let id = "";
  await b.step("accepts", async () => {
    await b.press(b.page.getByRole("main").getByRole("button", { name: b.t("online.accept"), exact: true }));
    id = await matchOf(b);
    seated(id, terms, a, b);
  });
  return id;
}

/** One player moves, and all pages show the move. */
export async function play(p: Person, others: Person[], code: string, way?: "drag" | "type" | "keys"): Promise<void> {
  await p.step(`plays ${code}`, async () => {
    await p.make(code, way ?? "tap");
    p.game.codes.push(code);
    for (const o of [p, ...others]) o.scene = { ...o.scene, look: o === p ? null : o.scene.look };
  });
}

/** The game ends on all pages. */
export function over(people: Person[], why: string, winner: Side | "none"): void {
  for (const p of people) p.scene = { ...p.scene, over: { why, winner } };
}

/** One player offers a rematch and the other accepts; the sides change. */
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
