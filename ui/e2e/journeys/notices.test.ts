// This simulated visit to the site checks the bell and the title: the notices that a player gets
// while on another page, on two devices.
import { expect } from "@playwright/test";
import { nameOf } from "../accounts";
import { password } from "../server";
import type { Person } from "./person";
import { page, type Scene } from "./scene";
import { drawn, giveUp, inTurn, matchOf, signUp, ask } from "./table";
import { visit } from "./visit";

const LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"];

const bell = (p: Person) => p.page.locator(".bell");
const sheet = (p: Person) => p.page.locator(".menu:popover-open");
const lines = (p: Person) => p.page.locator(".notices li");
const summons = (p: Person) => p.page.locator(".summons a");

/** Goes to another page by a tab, alternating between two pages without a game. */
async function elsewhere(p: Person): Promise<void> {
  const learn = p.scene.address === "/learn";
  await p.tab(learn ? "app.more" : "nav.learn", page(learn ? "/settings" : "/learn"));
}

/**
 * Checks two numbers: `news` is the number of new notices on the bell, and `turns` is the number of
 * matches that wait for the player's move, shown in the title and on a tab.
 */
const told = (p: Person, news: number, turns: number) =>
  p.step(`is told of ${news} things and ${turns} turns`, async () => {
    if (news) await expect(bell(p).locator(".count")).toHaveText(String(news));
    else {
      await expect(bell(p)).toHaveAccessibleName(p.t("bell.title"));
      await expect(bell(p).locator(".count")).toHaveCount(0);
    }
    await expect(p.page).toHaveTitle(turns ? new RegExp(`^\\(${turns}\\) `) : /^[^(]/);
    await expect(p.page.locator(".tabs .count")).toHaveText(turns ? [String(turns)] : []);
  });

/** Opens the bell and checks its list and the marks of new notices. */
const reads = (p: Person, list: string[], news = list.length) =>
  p.step(`reads ${list.length} notices`, async () => {
    await p.press(bell(p));
    await expect(sheet(p)).toBeVisible();
    if (list.length) await expect(lines(p).locator("a > span")).toHaveText(list);
    else await expect(sheet(p)).toContainText(p.t("bell.none"));
    await expect(p.page.locator(".notices li[data-new]")).toHaveCount(news);
    await expect(bell(p).locator(".count")).toHaveCount(0);
  });

const closes = (p: Person) =>
  p.step("closes the bell", async () => {
    await p.press(sheet(p).getByRole("button", { name: p.t("app.close"), exact: true }));
    await expect(sheet(p)).toHaveCount(0);
  });

const unfolds = (p: Person) =>
  p.step("unfolds the switches", () => p.press(sheet(p).locator("summary", { hasText: p.t("bell.when") })));

const switches = (p: Person, kind: string, on: boolean) =>
  p.step(`switches ${kind} ${on ? "on" : "off"}`, async () => {
    const one = sheet(p).getByRole("switch", { name: p.t(`bell.when.${kind}`) });
    await one.setChecked(on, { force: true });
    await expect(one).toHaveAttribute("aria-checked", String(on));
  });

/** Checks the title on the page of a match. */
const titled = (p: Person, mine: boolean) =>
  p.step(`has the title of ${mine ? "their" : "no"} turn`, () =>
    expect(p.page).toHaveTitle(`${mine ? `${p.t("play.yourturn")} · ` : ""}${p.t("game.chess")} · ${p.t("app.name")}`),
  );

visit(
  "the bell on two devices, from the challenge to the result",
  "vi",
  async (v) => {
    const a = await v.person(nameOf(0), v.lang === "vi" ? "en" : "vi");
    const b = await v.person(nameOf(1));
    const c = await v.person(b.who);
    await signUp(a);
    const player = await signUp(b);
    // Sign in the second player on both devices.
    await b.open("/account", page("/account"));
    await b.step("sees the account", () => expect(b.page.locator(".account .who")).toHaveText(b.who));
    await c.open("/account", page("/account"));
    await c.step("signs in on the second device", async () => {
      const form = c.page.getByRole("form", { name: c.t("account.in"), exact: true });
      await form.locator('input[name="name"]').fill(b.who);
      await form.locator('input[name="password"]').fill(password);
      await c.press(form.locator("button:not([type])"));
      await expect(c.page.locator(".account .who")).toHaveText(b.who);
    });
    await b.tab("nav.learn", page("/learn"));
    await told(b, 0, 0);
    await reads(b, []);
    await closes(b);
    await c.tab("nav.online", page("/online"));

    // A player is challenged: the second device shows the challenge in the lobby, the first device
    // shows it by the bell.
    await a.open(`/player/${player}`, page(`/player/${player}`));
    await a.step("follows", async () => {
      await a.press(a.button("ties.follow"));
      await expect(a.button("ties.unfollow")).toBeVisible();
    });
    await a.open("/online", page("/online"));
    await ask(a, { kind: "chess", side: "first", clock: a.t("play.clock.days", { n: 3 }) });
    const row = a.page.getByRole("listitem").filter({ hasText: b.who });
    const challenges = () =>
      a.step("challenges", async () => {
        await a.press(row.getByRole("button", { name: a.t("ties.invite", { name: b.who }) }));
        await expect(row.getByRole("button", { name: a.t("ties.uninvite") })).toBeVisible();
      });
    await challenges();
    await c.step("sees the challenge in the lobby", () =>
      expect(c.page.locator(".lobby li", { hasText: a.who })).toBeVisible(),
    );
    await elsewhere(b);
    await told(b, 1, 0);
    await reads(b, [b.t("bell.challenge", { who: a.who })]);
    await b.step("finds a line large enough for a finger", async () => {
      const box = await lines(b).locator("a").boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    });
    await closes(b);
    await told(b, 0, 0);
    // A notice that was seen on one device counts as seen on the other.
    await elsewhere(c);
    await told(c, 0, 0);
    await a.step("withdraws", () => a.press(row.getByRole("button", { name: a.t("ties.uninvite") })));
    await elsewhere(b);
    await b.step("has nothing in the list", () => expect(lines(b)).toHaveCount(0));
    await challenges();
    await elsewhere(b);
    await told(b, 1, 0);
    await reads(b, [b.t("bell.challenge", { who: a.who })]);
    await b.follow("goes to the challenge", lines(b).locator("a"), page(/^\/c\//));
    let id = "";
    await b.step("accepts", async () => {
      await b.press(b.page.getByRole("main").getByRole("button", { name: b.t("online.accept"), exact: true }));
      id = await matchOf(b);
      await drawn(id, "chess", a, b);
    });

    // Both players make their first moves on the page of the match.
    const log = a.game.codes;
    const moves = (p: Person) =>
      p.step("plays", async () => {
        const code = LINE[log.length] ?? "";
        await p.make(code, "tap");
        log.push(code);
      });
    if (b.scene.mine === "first") await moves(b);
    await titled(a, true);
    await titled(b, false);
    const ofB = b.scene;
    const ofA = a.scene;
    const began = b.t("bell.started", { who: a.who });
    const turn = b.t("bell.turn", { who: a.who });

    // It becomes the player's turn while both devices show another page.
    await elsewhere(b);
    await b.step("is reminded of the game", () => expect(summons(b)).toHaveText(b.t("online.left")));
    await moves(a);
    await titled(a, false);
    await told(b, 1, 1);
    await elsewhere(c);
    await told(c, 1, 1);
    await reads(b, [turn, began], 1);
    await closes(b);
    await b.reload();
    await told(b, 0, 1);
    await elsewhere(c);
    await told(c, 0, 1);
    await reads(c, [turn, began], 0);
    await closes(c);
    await reads(b, [turn, began], 0);
    await b.follow("goes to the game", lines(b).locator("a").first(), ofB);
    await titled(b, true);
    await moves(b);
    await titled(b, false);
    await titled(a, true);

    // Kinds of events that are switched off produce no notices on either device. The title still
    // says that it is the player's turn.
    await elsewhere(b);
    await reads(b, [began], 0);
    await unfolds(b);
    await switches(b, "turn", false);
    await switches(b, "result", false);
    await closes(b);
    await moves(a);
    await c.reload();
    await told(c, 0, 1);
    await told(b, 0, 1);
    await reads(c, [began], 0);
    await unfolds(c);
    await c.step("sees the same switches", async () => {
      for (const [kind, on] of [
        ["started", "true"],
        ["turn", "false"],
        ["result", "false"],
      ] as const)
        await expect(sheet(c).getByRole("switch", { name: c.t(`bell.when.${kind}`) })).toHaveAttribute(
          "aria-checked",
          on,
        );
    });
    await switches(c, "turn", true);
    await c.step("has the turn in the list", () => expect(lines(c).locator("a > span")).toHaveText([turn, began]));
    await closes(c);
    await b.follow("goes back to the game", summons(b), ofB);
    await moves(b);

    // The other player uses the other language. Events that occurred while this player was looking
    // at the board are not announced.
    await elsewhere(a);
    await told(a, 0, 1);
    await a.follow("goes back to the game", summons(a), ofA);
    await moves(a);
    await elsewhere(a);
    await moves(b);
    await told(a, 1, 1);
    await a.reload();
    await told(a, 1, 1);
    await reads(a, [a.t("bell.turn", { who: b.who }), a.t("bell.started", { who: b.who })], 1);
    await a.follow("goes to the game", lines(a).locator("a").first(), ofA);

    // After the player has switched notices of results on, the result is announced.
    await elsewhere(b);
    await giveUp(a, [b]);
    await told(b, 0, 0);
    await reads(b, []);
    await switches(b, "result", true);
    const won = b.t("bell.result.won", { who: a.who });
    await b.step("has the result in the list", () => expect(lines(b).locator("a > span")).toHaveText([won]));
    await closes(b);
    await elsewhere(c);
    await told(c, 1, 0);
    await reads(c, [won]);
    await closes(c);
    await elsewhere(b);
    await told(b, 0, 0);

    // Another match starts while the challenger is on another page.
    await a.tab("nav.online", page("/online"));
    await ask(a, { kind: "chess", side: "first", clock: a.t("play.clock.days", { n: 3 }) });
    await challenges();
    await elsewhere(a);
    await elsewhere(b);
    await told(b, 1, 0);
    await reads(b, [b.t("bell.challenge", { who: a.who }), won], 1);
    await b.follow("goes to the challenge", lines(b).locator("a").first(), page(/^\/c\//));
    const [atA, turns] = [a.scene, { a: 0, b: 0 }];
    let again: Scene = a.scene;
    await b.step("accepts", async () => {
      await b.press(b.page.getByRole("main").getByRole("button", { name: b.t("online.accept"), exact: true }));
      await drawn(await matchOf(b, id), "chess", a, b);
      turns[inTurn(a, b)[0] === a ? "a" : "b"] = 1;
      [again, a.scene] = [a.scene, atA];
    });
    await titled(b, turns.b === 1);
    await told(a, 1, turns.a);
    await reads(a, [a.t("bell.started", { who: b.who }), a.t("bell.result.lost", { who: b.who })], 1);
    await a.follow("goes to the game", lines(a).locator("a").first(), again);
    await titled(a, turns.a === 1);
    await elsewhere(c);
    await told(c, 0, turns.b);
  },
  ["phone"],
);
