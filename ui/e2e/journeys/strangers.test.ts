// Checks that two strangers are paired by one press each, chat, play, leave each other and come
// back.
import { expect, type Locator } from "@playwright/test";
import { nameOf } from "../accounts";
import { faults } from "../axe";
import type { Person } from "./person";
import { page } from "./scene";
import {
  arrive,
  ask,
  drawn,
  giveUp,
  inTurn,
  matchOf,
  nameTo,
  play,
  playAll,
  rematch,
  seated,
  signUp,
  whoIs,
} from "./table";
import { visit } from "./visit";

/** No other test pairs players in this game. */
const GAME = "caro";

const mini = (p: Person) => p.page.locator(`.mini[data-value="${GAME}"]`);
const wait = (p: Person) => p.page.locator(".wait");
const note = (p: Person) => p.page.locator(".note:not(.summons)");
const summons = (p: Person) => p.page.locator(".summons a");
const sheet = (p: Person) => p.page.getByRole("dialog", { name: p.t("talk.title") });
const said = (p: Person) => p.page.locator(".said");
const inLobby = (p: Person, other: Person): Locator =>
  p.page.locator(".lobby li", { hasText: nameTo(p, other.who) }).first();
const row = (p: Person, name: string) => p.page.getByRole("listitem").filter({ hasText: name });

/** Starts looking for an opponent, with one press. */
const seeks = (p: Person) =>
  p.step("looks for an opponent", async () => {
    await p.press(mini(p));
    await expect(wait(p)).toContainText(p.t(`game.${GAME}`));
  });

/** Finds an opponent who is already waiting, with one press. Returns the id of the match. */
async function finds(p: Person, other: Person, what: Locator, old = ""): Promise<string> {
  let id = "";
  await p.step("finds an opponent", async () => {
    await p.press(what);
    id = await matchOf(p, old);
    await drawn(id, GAME, p, other);
  });
  return id;
}

const openTalk = async (p: Person) => {
  await p.press(p.page.locator(".actions").getByRole("button", { name: p.t("talk.say"), exact: true }));
  await expect(sheet(p)).toBeVisible();
};

const closeTalk = async (p: Person) => {
  await p.press(sheet(p).getByRole("button", { name: p.t("app.close"), exact: true }));
  await expect(sheet(p)).toBeHidden();
};

/** A player sends a phrase; the opponent reads it in their own language. */
const says = (p: Person, other: Person | null, key: string) =>
  p.step(`says ${key}`, async () => {
    await openTalk(p);
    await p.press(sheet(p).getByRole("button", { name: p.t(key), exact: true }));
    await expect(sheet(p)).toBeHidden();
    await expect(said(p)).toHaveText(p.t(key));
    if (other) await expect(said(other)).toHaveText(other.t(key));
  });

/** Checks the lines of the chat that a player reads in the panel. */
const reads = (p: Person, lines: string[]) =>
  p.step(`reads ${lines.length} lines`, async () => {
    await openTalk(p);
    await expect(sheet(p).locator(".talk li")).toHaveCount(lines.length);
    for (const [i, line] of lines.entries()) await expect(sheet(p).locator(".talk li").nth(i)).toContainText(p.t(line));
    await closeTalk(p);
  });

/** A player aborts the game, so that it does not count. */
async function leavesGame(p: Person, other: Person): Promise<void> {
  await p.menu();
  await p.step("leaves the game", async () => {
    await p.press(p.sheet.getByRole("button", { name: p.t("online.abort"), exact: true }));
    const by = p.scene.mine === "second" ? "second" : "first";
    for (const x of [p, other]) x.scene = { ...x.scene, over: { why: "abort", winner: "none", by } };
    // An aborted game is not shown as a draw.
    await expect(p.page.locator(".status.end")).not.toHaveAttribute("data-seal", /./);
  });
}

/** Checks that the lobby shows the game in progress once, above the other players. */
async function seesGame(p: Person, id: string): Promise<void> {
  await p.step("sees the running game", async () => {
    const link = p.page.locator(`main a[href="/g/${id}"]`);
    await expect(link).toHaveCount(1);
    const lobby = p.page.getByRole("heading", { name: p.t("online.lobby") });
    // The page moves while it is loading its parts, so retry.
    await expect(async () => {
      const [there, others] = await Promise.all([link.boundingBox(), lobby.boundingBox()]);
      expect(there?.y ?? Infinity).toBeLessThan(others?.y ?? 0);
    }).toPass({ timeout: 15_000 });
    await expect(summons(p)).toHaveCount(0);
  });
}

visit(
  "two strangers are paired, talk, part and meet again",
  "vi",
  async (v) => {
    const a = await v.person("Lan");
    const b = await v.person("Minh", v.lang === "vi" ? "en" : "vi");
    const lobby = page("/online");
    await a.open("/online", lobby);
    await a.step("is a guest", () => whoIs(a));
    await seeks(a);
    await a.step("does not want to wait", async () => {
      await expect(a.page.getByText(a.t("online.lobby.none"))).toBeHidden();
      await a.press(wait(a).getByRole("button", { name: a.t("online.cancel"), exact: true }));
      await expect(mini(a)).toBeVisible();
      const ticket = async () => (await (await a.context.request.get("/api/ticket")).json()) as unknown;
      await expect.poll(ticket).toMatchObject({ game: "" });
    });
    await seeks(a);
    await b.open("/online", lobby);
    await b.step("sees that somebody waits", async () => {
      await whoIs(b);
      await expect(mini(b).locator("small")).toHaveText(b.t("quick.n", { n: 1 }));
    });
    const one = await finds(b, a, mini(b));
    await playAll(a, b, ["h8", "i9"]);

    // They chat; each reads the messages in their own language.
    await says(a, b, "talk.hello");
    await says(b, a, "talk.luck");
    await a.step("may say phrases only", async () => {
      await openTalk(a);
      await expect(sheet(a)).toContainText(a.t("talk.none.guests"));
      await expect(sheet(a).getByRole("textbox")).toHaveCount(0);
      await closeTalk(a);
    });
    await b.reload();
    await b.step("is not told again", () => expect(said(b)).toHaveCount(0));
    await reads(b, ["talk.hello", "talk.luck"]);
    await b.step("stops listening", async () => {
      await openTalk(b);
      await sheet(b).getByRole("switch").check();
      await expect(sheet(b).locator(".talk li")).toHaveCount(1);
      await closeTalk(b);
    });
    await says(a, null, "talk.good");
    await b.step("hears nothing", () => expect(said(b)).toHaveCount(0));
    await reads(b, ["talk.luck"]);

    // The opponent declines a draw offer, and the player who made the offer is notified.
    const [first, second] = inTurn(a, b);
    await first.step("offers a draw", async () => {
      await first.press(first.button("play.draw"));
      await expect(first.page.locator(".ask")).toContainText(first.t("online.offered"));
      await expect(second.page.locator(".ask")).toContainText(second.t("online.draw.asked"));
    });
    await second.step("declines it", async () => {
      await second.press(second.button("online.decline"));
      await expect(note(first)).toHaveText(first.t("error.declined"));
      for (const p of [a, b]) await expect(p.page.locator(".ask")).toHaveCount(0);
    });

    // The network is lost and restored; the moves of both sides arrive.
    await a.turn("sideways");
    await playAll(a, b, ["h9"]);
    await first.step("loses the network", async () => {
      await first.context.setOffline(true);
      first.offline = true;
    });
    await second.step("plays g9 meanwhile", async () => {
      await second.make("g9", "tap");
      first.scene = { ...first.scene, game: { ...first.game, codes: [...first.game.codes] } };
      second.game.codes.push("g9");
    });
    await first.step("has the network again", async () => {
      await first.context.setOffline(false);
      first.offline = false;
      first.scene = { ...first.scene, game: second.scene.game };
    });
    await a.turn("upright");

    // Player a leaves the game by the browser's back button and returns by the forward button.
    // Player b opens another page and returns with one press.
    const [ofA, ofB] = [a.scene, b.scene];
    await a.history("back", lobby);
    await seesGame(a, one);
    await a.history("forward", ofA);
    await b.tab("nav.learn", page("/learn"));
    await b.step("is reminded of the game", () => expect(summons(b)).toHaveText(b.t("online.left")));
    await b.follow("goes to the game", summons(b), ofB);
    await playAll(a, b, ["h7"]);
    await giveUp(b, [a]);
    await b.tab("nav.learn", page("/learn"));
    await b.step("is reminded of nothing", () => expect(summons(b)).toHaveCount(0));
    await b.history("back", { ...ofB, over: a.scene.over });

    // One player leaves the rematch and asks for the next opponent.
    const side = a.scene.mine === "second" ? "second" : "first";
    const two = await rematch(a, b, { kind: GAME, side, clock: "" }, one);
    await leavesGame(a, b);
    const next = (p: Person) => p.page.getByRole("button", { name: p.t("online.next"), exact: true });
    await a.follow("wants the next opponent", next(a), lobby);
    await a.step("waits", () => expect(wait(a)).toContainText(a.t(`game.${GAME}`)));
    const three = await finds(b, a, next(b), two);
    await playAll(a, b, ["h8"]);
    const third = b.scene;
    await b.leave();
    await a.step("sees that the other is gone", () =>
      expect(a.page.locator(".seat .gone")).toHaveText(a.t("seat.away")),
    );
    await b.open("/online", lobby);
    await seesGame(b, three);
    await b.follow("goes to the game", b.page.locator(`main a[href="/g/${three}"]`), third);
    await a.step("sees the other again", () => expect(a.page.locator(".seat .gone")).toHaveCount(0));
    await leavesGame(a, b);

    // A challenge by link, under a name that the player has chosen, is declined at first and then
    // accepted.
    a.who = "Lan";
    await arrive(a);
    const terms = { kind: "chess", side: "first", clock: "10+5" } as const;
    await ask(a, terms);
    let path = "";
    await a.step("invites by link", async () => {
      await a.press(a.button("online.friend"));
      path = new URL(await a.page.locator("input[readonly]").inputValue()).pathname;
    });
    await b.open(path, page(path));
    await b.step("reads who invites", () =>
      expect(b.page.getByRole("main")).toContainText(
        b.t("online.invites", { name: a.who, game: b.t("game.chess").toLowerCase() }),
      ),
    );
    await b.step("declines", async () => {
      await b.press(b.button("online.decline"));
      await expect(note(b)).toHaveText(b.t("online.declined"));
      b.scene = lobby;
    });
    await b.history("back", page(path));
    let four = "";
    await b.step("accepts after all", async () => {
      await b.press(b.page.getByRole("main").getByRole("button", { name: b.t("online.accept"), exact: true }));
      four = await matchOf(b);
      seated(four, terms, a, b);
    });
    await play(a, [b], "e2e4");
    const fourth = b.scene;
    await b.history("forward", lobby);
    await seesGame(b, four);
    await b.history("back", fourth);
    await leavesGame(b, a);

    // Both players create accounts. One player follows the other and challenges them by name.
    a.who = nameOf(0);
    b.who = nameOf(1);
    const mine = `/player/${await signUp(a)}`;
    const profile = `/player/${await signUp(b)}`;
    await a.open(profile, page(profile));
    await a.step("follows", async () => {
      await expect(a.page.getByRole("heading", { level: 1 })).toHaveText(b.who);
      await a.press(a.button("ties.follow"));
      await expect(a.button("ties.unfollow")).toBeVisible();
    });
    await a.fits();
    await a.open("/online", lobby);
    const invite = row(a, b.who).getByRole("button", { name: a.t("ties.invite", { name: b.who }) });
    const withdraw = row(a, b.who).getByRole("button", { name: a.t("ties.uninvite") });
    const challenge = () =>
      a.step("challenges by name", async () => {
        await expect(row(a, b.who)).toContainText(a.t("rank.online"));
        await a.press(invite);
        await expect(withdraw).toBeVisible();
        await expect(inLobby(b, a)).toBeVisible();
      });
    await challenge();
    await b.step("declines", async () => {
      await b.press(inLobby(b, a).getByRole("button", { name: b.t("online.decline") }));
      await expect(note(b)).toHaveText(b.t("online.declined"));
      await expect(note(a)).toHaveText(a.t("error.declined"));
      await expect(invite).toBeVisible();
    });
    await challenge();
    let five = "";
    await b.step("joins", async () => {
      await b.press(inLobby(b, a).getByRole("button", { name: b.t("online.join") }));
      five = await matchOf(b);
      await drawn(five, GAME, a, b);
    });
    await leavesGame(b, a);

    // The first player reports and blocks the other: they are no longer paired, and the first
    // player receives no messages from the other.
    await a.menu();
    await a.step("reports", async () => {
      await a.press(a.button("ties.report"));
      await a.page.getByLabel(a.t("ties.reason")).selectOption("abuse");
      await a.page.getByLabel(a.t("ties.report.text")).fill("Nói bậy");
      await expect(a.page.getByText(a.t("ties.report.next"))).toBeVisible();
      await a.press(a.button("ties.report.send"));
      await expect(note(a)).toHaveText(a.t("ties.report.sent"));
    });
    await a.step("blocks", async () => {
      await a.press(a.button("ties.block"));
      await expect(a.page.getByText(a.t("ties.blocked"))).toBeVisible();
    });
    await a.closeMenu();
    await says(b, null, "talk.oops");
    await a.step("hears nothing", () => expect(said(a)).toHaveCount(0));
    await reads(a, []);
    await b.open(mine, page(mine));
    await b.step("cannot follow", async () => {
      await b.press(b.button("ties.follow"));
      await expect(note(b)).toHaveText(b.t("ties.follow.no"));
    });
    await a.open("/online", lobby);
    await a.step("follows nobody any more", () =>
      expect(a.page.getByRole("heading", { name: a.t("ties.following") })).toHaveCount(0),
    );
    await seeks(a);
    await b.open("/online", lobby);
    await seeks(b);
    await a.tab("app.more", page("/settings"));
    await a.step("still waits", () => expect(summons(a)).toHaveText(a.t("online.waiting")));
    await a.follow("goes to the account", a.page.locator('main a[href="/account"]'), page("/account"));
    await a.step("sees who is blocked", async () => {
      await expect(row(a, b.who)).toBeVisible();
      expect(await faults(a.page)).toEqual([]);
    });
    await b.step("is not paired", async () => {
      // After 7 seconds the server pairs two waiting players whatever their ratings, unless one has
      // blocked the other. So wait until the page counts 8 seconds.
      const seconds = async () => Number(/\d+/.exec((await wait(b).locator(".seconds").textContent()) ?? "")?.[0]);
      await expect.poll(seconds, { intervals: [200] }).toBeGreaterThanOrEqual(8);
      await expect(summons(a)).toHaveText(a.t("online.waiting"));
    });
    let six = "";
    let last = a.scene;
    await a.step("blocks nobody any more, and both are paired", async () => {
      await a.press(row(a, b.who).getByRole("button", { name: a.t("ties.unblock") }));
      await expect(row(a, b.who)).toHaveCount(0);
      six = await matchOf(b, five);
      await drawn(six, GAME, a, b);
      [last, a.scene] = [a.scene, page("/account")];
      await expect(summons(a)).toHaveText(a.t("online.begun"));
    });
    await a.follow("goes to the game", summons(a), last);
    await playAll(a, b, ["h8"]);
  },
  ["phone"],
);
