// In this simulated visit to the site, a guest plays, creates an account, uses it on two devices
// and deletes it.
import { expect, type Cookie } from "@playwright/test";
import { readFileSync } from "node:fs";
import { nameOf } from "../accounts";
import { faults } from "../axe";
import { password as PASSWORD } from "../server";
import { choose } from "./choose";
import { fresh, type Person } from "./person";
import { page, table } from "./scene";
import { arrive, giveUp, invite, over, playAll } from "./table";
import { visit } from "./visit";
import { machineName } from "./words";

const NEW_PASSWORD = "con tốt đã qua sông";

const account = page("/account");
const note = (p: Person) => p.page.locator(".note:not(.summons)");
const form = (p: Person, key: string, params = {}) => p.page.getByRole("form", { name: p.t(key, params), exact: true });

/** Fills in and sends a form of the account page; then runs the checks in `then`. */
const sends = (p: Person, what: string, key: string, fields: Record<string, string>, then: () => Promise<void>) =>
  p.step(what, async () => {
    for (const [name, value] of Object.entries(fields)) await form(p, key).locator(`input[name="${name}"]`).fill(value);
    await p.press(form(p, key).locator("button:not([type])"));
    await then();
  });

/** Checks that a form was refused: it shows the error and marks the field. */
const refused = (p: Person, key: string, why: string, field: string) => async () => {
  await expect(form(p, key).getByRole("alert")).toHaveText(p.t(`error.${why}`));
  await expect(form(p, key).locator(`input[name="${field}"]`)).toHaveAttribute("aria-invalid", "true");
};

const isIn = (p: Person, name: string) => () => expect(p.page.locator(".account .who")).toHaveText(name);

/** Goes to the account page by links, as a person does. */
async function toAccount(p: Person, name = ""): Promise<void> {
  await p.tab("app.more", page("/settings"));
  const text = name ? `${p.t("account.title")}: ${name}` : p.t("account.enter");
  await p.follow("goes to the account", p.page.getByRole("link", { name: text, exact: true }), account);
}

visit(
  "a guest becomes an account, on two devices, until it is deleted",
  "en",
  async (v) => {
    const g = await v.person("Lan");
    const r = await v.person("Minh", v.lang === "vi" ? "en" : "vi");
    const [name, other] = [nameOf(0), nameOf(1)];

    // The guest plays games on this device and one online.
    const live = (kind: string, mine: "first" | "second" = "first") => ({
      ...g.against(`/play/${kind}`, fresh(kind), mine),
      idle: "play.first.move",
    });
    const here: RegExp[] = [];
    const played = () => {
      const n = g.t("games.moves", { n: Math.ceil(g.game.codes.length / 2) });
      here.unshift(new RegExp(`${g.t(`game.${g.game.kind}`)}.*${machineName(g.taste.lang, 1)}.*\\b${n}`));
    };
    await g.open("/play/caro", live("caro"));
    await g.move("h8");
    await g.resign();
    played();
    await g.again(live("caro", "second"));
    await g.move(choose(g.game, g.wish));
    await g.resign();
    played();
    await g.open("/play/chess", live("chess"));
    await g.move("e2e4");
    played();
    await arrive(g);
    await arrive(r);
    const chess = await invite(g, r, { kind: "chess", side: "first", clock: "10+5" });
    await playAll(g, r, ["f2f3", "e7e5", "g2g4", "d8h4"]);

    /** The expected row of an online game: the players and the number of moves. */
    const row = (p: Person, kind: string, who: string, n: number, rival = r.who) =>
      new RegExp(`${p.t(`game.${kind}`)}.*${who} – ${rival}.*\\b${p.t("games.moves", { n: Math.ceil(n / 2) })}`);
    const games = (p: Person, list: RegExp[]) => p.open("/games", { ...page("/games"), list });
    await games(g, [...here, row(g, "chess", "Lan", 4)]);

    // The guest creates an account. The form refuses an easy password.
    const old: Cookie[] = await g.context.cookies();
    await toAccount(g);
    await sends(
      g,
      "has an easy password",
      "account.new",
      { name, password: "password1" },
      refused(g, "account.new", "common-password", "password"),
    );
    await sends(g, "makes an account", "account.new", { password: PASSWORD }, () =>
      expect(g.page.locator(".codes li")).toHaveCount(10),
    );
    await g.step("has written the codes down", async () => {
      await g.press(g.button("account.codes.done"));
      await isIn(g, name)();
      await expect(g.page.locator(".codes li")).toHaveCount(0);
      expect(await faults(g.page)).toEqual([]);
    });
    await g.follow("looks at the games", g.page.getByRole("link", { name: g.t("account.games"), exact: true }), {
      ...page("/games"),
      list: [...here, row(g, "chess", name, 4)],
    });

    // The cookie of the former guest no longer gives access to anything.
    const thief = await v.person("thief");
    await thief.context.addCookies(old);
    await games(thief, []);
    await thief.open(
      `/g/${chess}`,
      table(`/g/${chess}`, r.game, { mine: "none", names: { first: name, second: r.who }, match: chess }),
    );
    await thief.leave();

    // On the second device another guest has played; signing in moves that game into the
    // account.
    const d = await v.person("Thu");
    await arrive(d);
    const caro = await invite(d, r, { kind: "caro", side: "first", clock: "10+5" });
    await playAll(d, r, ["h8", "i9", "h9"]);
    await giveUp(r, [d]);
    await games(d, [row(d, "caro", "Thu", 3)]);
    await toAccount(g, name);
    let link = "";
    await g.step("shows a QR code", async () => {
      await g.press(g.button("account.phone.show"));
      link = (await g.page.getByAltText(g.t("account.phone.alt")).getAttribute("data-link")) ?? "";
    });
    await d.open(link, account);
    await d.step("signs in by the link", async () => {
      const asks = form(d, "account.link.ask", { name });
      await expect(asks.getByRole("switch", { name: d.t("account.take") })).toBeChecked();
      expect(d.page.url()).not.toContain("sign-in");
      await d.press(asks.getByRole("button"));
      await isIn(d, name)();
    });
    await games(d, [row(d, "caro", name, 3), row(d, "chess", name, 4)]);
    await games(g, [...here, row(g, "caro", name, 3), row(g, "chess", name, 4)]);
    await thief.open(link, account);
    await thief.step("finds the link used up", () =>
      expect(thief.page.locator(".account").getByRole("alert")).toHaveText(/used already/),
    );
    await thief.leave();

    // The account has two sessions; one of them is ended.
    await toAccount(g, name);
    const sessions = g.page.getByRole("region", { name: g.t("account.sessions") });
    await g.step("ends the other session", async () => {
      await expect(sessions.getByRole("listitem")).toHaveCount(2);
      await g.press(sessions.getByRole("button"));
      await expect(sessions.getByRole("listitem")).toHaveCount(1);
      await expect(sessions.getByRole("listitem")).toContainText(g.t("account.sessions.this"));
    });
    await d.open("/account", account);
    await d.step("is signed out", () => expect(form(d, "account.in")).toBeVisible());
    await games(d, []);
    await d.leave();

    // The account can be renamed once a month.
    await sends(g, "has a new name", "account.rename", { name: other }, async () => {
      await expect(note(g)).toHaveText(g.t("account.done"));
      await isIn(g, other)();
    });
    for (const again of ["Một tên khác", name])
      await sends(g, `wants to be ${again}`, "account.rename", { name: again }, async () => {
        await expect(form(g, "account.rename").getByRole("alert")).toHaveText(g.t("error.too-soon"));
      });
    await g.reload();
    await g.step("has kept the name", isIn(g, other));
    await r.open(
      `/g/${chess}`,
      table(`/g/${chess}`, fresh("chess", { codes: ["f2f3", "e7e5", "g2g4", "d8h4"] }), {
        mine: "second",
        view: "second",
        names: { first: other, second: r.who },
        match: chess,
      }),
    );

    // Change the password, and download a copy of all data.
    await sends(
      g,
      "forgets the old password",
      "account.change",
      { old: "con mã", password: NEW_PASSWORD },
      refused(g, "account.change", "wrong-password", "old"),
    );
    await sends(g, "changes the password", "account.change", { old: PASSWORD, password: NEW_PASSWORD }, () =>
      expect(note(g)).toHaveText(g.t("account.done")),
    );
    await g.step("downloads everything", async () => {
      const [file] = await Promise.all([
        g.page.waitForEvent("download"),
        g.press(g.page.getByRole("link", { name: g.t("account.export"), exact: true })),
      ]);
      const text = readFileSync(await file.path(), "utf8");
      for (const part of [other, chess, caro]) expect(text).toContain(part);
    });

    // The user signs out and in again.
    await g.step("signs out", async () => {
      await g.press(g.button("account.out").first());
      await expect(form(g, "account.new")).toBeVisible();
    });
    await games(g, here);
    await toAccount(g);
    await sends(
      g,
      "has the old password",
      "account.in",
      { name: other, password: PASSWORD },
      refused(g, "account.in", "wrong-password", "name"),
    );
    await sends(g, "signs in", "account.in", { name: other, password: NEW_PASSWORD }, isIn(g, other));
    await games(g, [...here, row(g, "caro", other, 3), row(g, "chess", other, 4)]);

    // The user deletes the account while a game is in progress.
    g.who = other;
    await g.open("/online", page("/online"));
    const last = await invite(g, r, { kind: "chess", side: "second", clock: "10+5" });
    await playAll(g, r, ["e2e4", "e7e5", "g1f3"]);
    await toAccount(g, other);
    await g.step("wants to delete the account", async () => {
      await g.press(g.page.locator("summary", { hasText: g.t("account.delete") }));
      await expect(form(g, "account.delete")).toContainText(g.t("account.delete.running", { n: 1 }));
    });
    await sends(
      g,
      "has the old password",
      "account.delete",
      { password: PASSWORD },
      refused(g, "account.delete", "wrong-password", "password"),
    );
    await sends(g, "deletes the account", "account.delete", { password: NEW_PASSWORD }, async () => {
      await expect(g.page.getByRole("status").filter({ hasText: g.t("account.deleted") })).toBeVisible();
      await expect(form(g, "account.new")).toBeVisible();
      // The opponent sees the result immediately.
      over([r], "resignation", "first");
    });
    const gone = r.t("seat.deleted");
    await r.step("reloads, and sees a deleted player", async () => {
      await r.page.reload();
      r.scene = { ...r.scene, names: { first: r.who, second: gone } };
    });
    await g.reload();
    await g.step("is a guest", () => expect(g.page.getByText(g.t("account.deleted"))).toHaveCount(0));
    await sends(
      g,
      "is unknown",
      "account.in",
      { name: other, password: NEW_PASSWORD },
      refused(g, "account.in", "wrong-password", "name"),
    );
    await games(g, here);
    await g.open(
      `/g/${last}`,
      table(`/g/${last}`, r.game, {
        mine: "none",
        names: { first: r.who, second: g.t("seat.deleted") },
        match: last,
        over: r.scene.over,
      }),
    );
    await games(r, [row(r, "chess", r.who, 3, gone), row(r, "caro", gone, 3), row(r, "chess", gone, 4)]);
    await r.follow("looks at the first game", r.page.locator(`main a[href="/g/${chess}"]`), {
      ...table(`/g/${chess}`, fresh("chess", { codes: ["f2f3", "e7e5", "g2g4", "d8h4"] }), {
        mine: "second",
        view: "second",
        names: { first: gone, second: r.who },
        match: chess,
      }),
    });
  },
  ["phone"],
);
