// Plays rated games between two accounts, and checks all places where ratings are shown. It also
// checks the rating that a guest has on the device.
import { expect, type APIRequestContext } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { nameOf, register } from "../accounts";
import { sound } from "../axe";
import { choose } from "./choose";
import { fresh, type Person } from "./person";
import { other, page, table, type Scene } from "./scene";
import { accept, acceptButton, giveUp, linkOf, matchOf, nameTo, play, seated, signUp, type Terms } from "./table";
import { visit } from "./visit";

async function send(by: APIRequestContext, path: string, data: unknown): Promise<{ id: string }> {
  const made = await by.post(`/api${path}`, { data });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()) as { id: string };
}

/**
 * Plays a game by API requests and returns its id. The players move alternately; the first of them
 * begins.
 */
async function quickGame(
  players: readonly [APIRequestContext, APIRequestContext],
  terms: Record<string, unknown>,
  codes: readonly string[],
): Promise<string> {
  const offer = await send(players[0], "/offers", { side: "first", ...terms });
  const { id } = await send(players[1], `/offers/${offer.id}/accept`, {});
  for (const [ply, code] of codes.entries())
    await send(ply % 2 ? players[1] : players[0], `/matches/${id}/moves`, { ply, code });
  return id;
}

interface Change {
  side: string;
  before: number;
  rating: number;
}

/** A number formatted in the person's language. */
const inWords = (p: Person, n: number): string => new Intl.NumberFormat(p.taste.lang).format(n);

/** Requests how a match has changed the ratings. */
async function changesOf(p: Person, id: string): Promise<Change[]> {
  let all: Change[] = [];
  await expect
    .poll(async () => {
      const r = (await (await p.context.request.get(`/api/matches/${id}/ratings`)).json()) as { changes: Change[] };
      return (all = r.changes).length;
    })
    .toBe(2);
  return all;
}

/** Checks that every person at the game sees how the game has changed both ratings. */
async function readChanges(people: readonly Person[], id: string, winner: "first" | "second"): Promise<void> {
  for (const p of people)
    await p.sees("how both ratings have changed", async () => {
      const all = await changesOf(p, id);
      for (const c of all) {
        const by = Math.round(c.rating) - Math.round(c.before);
        if (c.side === winner) expect(by).toBeGreaterThan(0);
        else expect(by).toBeLessThan(0);
        const change = `${by < 0 ? "−" : "+"}${inWords(p, Math.abs(by))}`;
        const text = `${Math.round(c.before)} → ${Math.round(c.rating)} (${change})`;
        const row = p.page.locator(`.changes [data-side="${c.side}"]`);
        await expect(row.locator(".change")).toHaveText(text);
        await expect(row).toContainText(p.scene.names[c.side === "first" ? "first" : "second"]);
      }
    });
}

/**
 * Checks the rating on the device after its n-th game; `before` is the previous rating. Returns the
 * new rating.
 */
async function deviceRating(p: Person, n: number, before: number): Promise<number> {
  let to = 0;
  await p.sees("the rating on this device", async () => {
    const after = p.page.locator(".after");
    await expect(after).toContainText(p.t("rank.games", { n }));
    const said = await after.locator(".change").innerText();
    const [from = 0, now = 0, by = 0] = (said.replace("−", "-").match(/-?\d+/g) ?? []).map(Number);
    expect(by).toBeLessThan(0);
    expect(from).toBe(before);
    expect(now).toBe(before + by);
    to = now;
    await expect(after.locator("svg.chart")).toHaveAttribute(
      "aria-label",
      p.t("rank.chart", { game: p.t("game.chess"), speed: p.t("rank.here"), from: 1500, to: now, n }),
    );
  });
  return to;
}

/** A finished game of a player, as the visit has recorded it. */
interface Game {
  id: string;
  game: string;
  result: "won" | "drawn" | "lost";
  opponent: string;
  speed: string;
  side: "first" | "second";
  rated: "true" | "false";
}

type Filter = Partial<Record<keyof Game, string>>;

const matching = (games: readonly Game[], f: Filter): Game[] =>
  games.filter((g) => Object.entries(f).every(([k, v]) => g[k as keyof Game] === v));

/**
 * Checks that the profile page lists exactly the games that match the filter `f`, in the given
 * order, each with its picture.
 */
async function lists(p: Person, games: readonly Game[], f: Filter): Promise<void> {
  await expect
    .poll(() => p.page.locator(".thumbs a").evaluateAll((all) => all.map((a) => a.getAttribute("href"))))
    .toEqual(matching(games, f).map((g) => `/g/${g.id}`));
  for (const picture of await p.page.locator(".thumbs img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0)).toBe(true);
  }
}

/**
 * The expected table of a player's results: one row for each value of name(game), with wins, draws,
 * losses and percentages.
 */
function counted(games: readonly Game[], name: (g: Game) => string): string[] {
  const rows = new Map<string, Game[]>();
  for (const g of games) rows.set(name(g), [...(rows.get(name(g)) ?? []), g]);
  const percent = (n: number, of: number) => (of ? `${Math.round((100 * n) / of)} %` : "–");
  return Array.from(rows, ([who, all]) => {
    const [won = 0, drawn = 0, lost = 0] = ["won", "drawn", "lost"].map((r) => matching(all, { result: r }).length);
    return [who, won, drawn, lost, percent(won + drawn / 2, all.length), percent(won, won + lost)].join(" ");
  }).sort();
}

/** Saves the records of the listed games and returns the file's content. */
async function download(p: Person, key: string): Promise<string> {
  const saved = p.page.waitForEvent("download");
  await p.press(p.page.getByRole("link", { name: p.t(key), exact: true }));
  return readFile(await (await saved).path(), "latin1");
}

visit(
  "two rated games, the profile, the leaderboard, and a guest",
  "vi",
  async (v) => {
    // A guest gets a rating on the device.
    const g = await v.person("Chi");
    const live = (mine: "first" | "second" = "first"): Scene => ({
      ...g.against("/play/chess", fresh("chess"), mine),
      idle: "play.first.move",
    });
    await g.open("/play/chess", live());
    for (const code of ["a2a3", "h2h3"]) await g.move(code);
    await g.resign();
    let rating = await deviceRating(g, 1, 1500);
    await g.again(live("second"));
    for (let n = 0; n < 2; n++) await g.move(choose(g.game, g.wish));
    await g.resign();
    rating = await deviceRating(g, 2, rating);
    // A game with a takeback does not count for the rating.
    await g.again(live());
    for (const code of ["a2a3", "h2h3"]) await g.move(code);
    await g.undo();
    await g.move("g2g3");
    await g.resign();
    await g.sees("why this game does not count", async () => {
      await expect(g.page.getByText(g.t("rank.device.helped"))).toBeVisible();
      await expect(g.page.locator(".after")).toHaveCount(0);
    });
    await g.step("reloads", async () => {
      await g.page.reload();
    });
    await g.again(live("second"));
    for (let n = 0; n < 2; n++) await g.move(choose(g.game, g.wish));
    await g.resign();
    rating = await deviceRating(g, 3, rating);

    // There are two accounts; the second one already has a rating in another
    // game.
    const a = await v.person(nameOf(0));
    const b = await v.person(nameOf(1), "en");
    const ids = { a: await signUp(a), b: await signUp(b) };
    await b.leave();
    await b.step("has played before", async () => {
      const weaker = await v.browser.newContext();
      await register(await weaker.newPage(), nameOf(2));
      for (let n = 0; n < 20; n++) {
        const terms = { game: "caro", clock: "3+2", rated: true, takebacks: 0 };
        const id = await quickGame([b.context.request, weaker.request], terms, ["h8", "a1", "h9", "a2"]);
        await send(n % 4 === 3 ? b.context.request : weaker.request, `/matches/${id}/acts`, { kind: "resign" });
      }
      await weaker.close();
    });
    await a.open(`/player/${ids.a}`, page(`/player/${ids.a}`, { says: [a.who, a.t("rank.unrated")] }));
    await a.tab("nav.online", page("/online"));
    await a.step("cannot have a rated game without a clock", async () => {
      await a.pick("play.clock", a.t("play.clock.none"));
      await expect(a.page.getByRole("switch", { name: a.t("rank.offer") })).toBeDisabled();
      await expect(a.page.getByText(a.t("rank.offer.plain"))).toBeVisible();
    });

    // The first game is offered with the switch for rated games turned on.
    const terms: Terms = { kind: "xiangqi", side: "first", clock: "10+5", rated: true };
    const link = await linkOf(a, terms);
    await g.open("/online", page("/online", { says: [g.t("rank.offer.guest")], lacks: [g.t("rank.offer.about")] }));
    await g.open(link, page(link, { says: [g.t("online.rated")] }));
    await g.step("is told why a guest cannot accept", async () => {
      await g.press(acceptButton(g));
      await expect(g.page.getByRole("alert")).toHaveText(g.t("error.need-account"));
    });
    await g.leave();
    const first = await accept(a, b, link, terms);
    const c = await v.person("Thu");
    await c.open("/watch", page("/watch"));
    const listed = c.page.locator(`a[href="/g/${first}"]`);
    await c.sees("the game among those under way", async () => {
      for (const text of [a.who, b.who, c.t("rank.rated.yes")]) await expect(listed).toContainText(text);
    });
    const picture = () =>
      listed.locator("img").evaluate(async (i: HTMLImageElement) => (await fetch(i.src, { cache: "reload" })).text());
    const before = await picture();
    await play(a, [b], "h2e2");
    await c.sees("the move on the picture", () => expect.poll(picture).not.toBe(before));
    const watched = table(`/g/${first}`, a.game, { mine: "none", names: a.scene.names, match: first });
    await c.follow("goes to the game", listed, { ...watched, says: [c.t("online.spectator"), c.t("online.rated")] });
    for (const [i, code] of ["h9g7", "h0g2", "i9h9"].entries()) await play(i % 2 ? a : b, [i % 2 ? b : a, c], code);
    await giveUp(b, [a, c]);
    await readChanges([a, b, c], first, "first");
    await a.reload();
    await a.turn("sideways");
    await a.fits();
    await readChanges([a], first, "first");
    await a.turn("upright");
    const ofA = a.scene;

    // The spectator opens a profile and returns to the game.
    const ofC = c.scene;
    await c.menu();
    await c.follow("goes to a profile", c.sheet.locator(`a[href="/player/${ids.b}"]`), page(`/player/${ids.b}`));
    await c.sees("both ratings with their charts", async () => {
      await expect(c.page.getByRole("heading", { level: 1 })).toHaveText(b.who);
      const figures = c.page.locator(".ratings figure");
      await expect(figures).toHaveCount(2);
      const established = figures.filter({ hasText: c.t("game.caro") });
      await expect(established).toContainText(c.t("rank.games", { n: 20 }));
      await expect(established).not.toContainText(c.t("rank.unsure"));
      await expect(figures.filter({ hasText: c.t("game.xiangqi") })).toContainText(c.t("rank.unsure"));
      await expect(figures.locator("svg.chart polyline")).toHaveCount(2);
      const row = [c.t("rank.streak.wins", { n: 3, now: 0 }), c.t("rank.streak.unbeaten", { n: 3, now: 0 })];
      await expect(c.page.locator(".streaks li").first()).toHaveText(row.join(" · "));
    });
    await c.history("back", ofC);
    await c.look(2);
    await c.leave();

    // The second game: both players are paired after one press each.
    for (const p of [a, b]) await p.open("/online", page("/online"));
    await a.step("presses a game", async () => {
      await a.press(a.page.locator('.mini[data-value="chess"]'));
      await expect(a.page.locator(".wait")).toContainText(a.t("game.chess"));
    });
    let second = "";
    await b.step("presses it too", async () => {
      await b.press(b.page.locator('.mini[data-value="chess"]'));
      second = await matchOf(b);
      const { viewer } = (await (await a.context.request.get(`/api/matches/${second}`)).json()) as { viewer: "first" };
      seated(second, { kind: "chess", side: viewer, clock: "", rated: true }, a, b);
    });
    // The second player (b) wins. The moves depend on the side of the first player (a).
    const side = a.scene.mine === "second" ? "second" : "first";
    const mate = { first: "f2f3 e7e5 g2g4 d8h4", second: "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7" }[side].split(" ");
    for (const [i, code] of mate.entries()) await play((i % 2 === 0) === (side === "first") ? a : b, [a, b], code);
    await readChanges([a, b], second, other(side));
    await b.leave();

    // The third game is unrated, against a guest.
    const common = { opponent: ids.b, speed: "rapid", rated: "true" } as const;
    const games: Game[] = [
      { ...common, id: second, game: "chess", result: "lost", side },
      { ...common, id: first, game: "xiangqi", result: "won", side: "first" },
    ];
    let guest = { player: "", name: "" };
    await a.step("plays a third game", async () => {
      guest = (await (await g.context.request.get("/api/me")).json()) as typeof guest;
      const [one, two] = [g.context.request, a.context.request];
      const id = await quickGame([one, two], { game: "caro", clock: "3+2" }, ["h8", "a1", "h9", "a2"]);
      await send(one, `/matches/${id}/acts`, { kind: "offer", what: "draw" });
      await send(two, `/matches/${id}/acts`, { kind: "accept", what: "draw" });
      games.unshift({
        id,
        game: "caro",
        result: "drawn",
        opponent: guest.player,
        speed: "blitz",
        side: "second",
        rated: "false",
      });
      await expect
        .poll(async () => {
          const p = (await (await a.context.request.get(`/api/players/${ids.a}`)).json()) as { results: unknown[] };
          return p.results.length;
        })
        .toBe(3);
    });

    // The profile shows the ratings and games.
    const profile = (f: Filter = {}) => {
      const q = new URLSearchParams(f).toString();
      return page(`/player/${ids.a}${q && `?${q}`}`);
    };
    await a.menu();
    await a.follow("goes to the own profile", a.sheet.locator(`a[href="/player/${ids.a}"]`), profile());
    await a.sees("the ratings", async () => {
      for (const [id, kind] of [
        [first, "xiangqi"],
        [second, "chess"],
      ] as const) {
        const mine = (await changesOf(a, id)).find((x) => x.side === games.find((y) => y.id === id)?.side);
        const figure = a.page.locator(".ratings figure", { hasText: a.t(`game.${kind}`) });
        const to = Math.round(mine?.rating ?? 0);
        await expect(figure.locator("figcaption")).toContainText(String(to));
        await expect(figure.locator("svg.chart")).toHaveAttribute(
          "aria-label",
          a.t("rank.chart", { game: a.t(`game.${kind}`), speed: a.t("speed.rapid"), from: 1500, to, n: 1 }),
        );
      }
    });
    const names: Record<string, (x: Game) => string> = {
      game: (x) => a.t(`game.${x.game}`),
      side: (x) => a.t(`side.${x.side}`),
      speed: (x) => a.t(`speed.${x.speed}`),
      against: () => a.t("rank.against.human"),
      opponent: (x) => (x.opponent === ids.b ? b.who : nameTo(a, guest.name)),
    };
    for (const [by, name] of Object.entries(names))
      await a.step(`counts results by ${by}`, async () => {
        await a.pick("rank.results", a.t(`rank.by.${by}`));
        const rows = a.page.locator(".results tbody tr");
        const text = () =>
          rows.evaluateAll((all) => all.map((r) => Array.from(r.children, (x) => x.textContent).join(" ")).sort());
        await expect.poll(text).toEqual(counted(games, name));
      });
    await a.sees("all games, and has them in a file", async () => {
      await lists(a, games, {});
      const zip = await download(a, "rank.download");
      for (const x of games) expect(zip).toContain(x.id);
    });
    const pick = (name: keyof Game, value: string, f: Filter) =>
      a.step(`chooses ${name} ${value}`, async () => {
        await a.page.locator(`select[name="${name}"]`).selectOption(value);
        a.scene = profile(f);
        await lists(a, games, f);
      });
    // Apply each filter separately.
    for (const [name, value] of Object.entries({
      opponent: guest.player,
      speed: "rapid",
      side: "second",
      result: "drawn",
      rated: "false",
    }) as [keyof Game, string][]) {
      await pick(name, value, { [name]: value });
      await pick(name, "", {});
    }
    // Apply two filters at a time, with a reload, a visit to a game and back, and a rotated
    // phone.
    await pick("rated", "true", { rated: "true" });
    const both: Filter = { rated: "true", game: "xiangqi" };
    await pick("game", "xiangqi", both);
    await a.reload();
    await a.sees("the same games", () => lists(a, games, both));
    await a.follow("opens the game", a.page.locator(".thumbs a"), { ...ofA, flipped: false, look: null });
    await readChanges([a], first, "first");
    await a.history("back", profile(both));
    await a.sees("the same games", () => lists(a, games, both));
    await a.turn("sideways");
    await a.fits();
    await a.turn("upright");
    await a.sees("these games in a file", async () => {
      const zip = await download(a, "rank.download.some");
      for (const x of games) expect(zip.includes(x.id)).toBe(x.id === first);
    });
    await pick("game", "caro", { rated: "true", game: "caro" });
    await a.sees("that there are no such games", () => expect(a.page.getByText(a.t("rank.nosuch"))).toBeVisible());

    // Check the leaderboards.
    await b.open("/ranking", page("/ranking?game=chess&speed=rapid"));
    const board = page("/ranking?game=caro&speed=blitz");
    await b.step("chooses a game", async () => {
      await b.pick("game.choose", b.t("game.caro"));
      b.scene = page("/ranking?game=caro&speed=rapid");
    });
    await b.step("chooses a speed", async () => {
      await b.pick("rank.speed", b.t("speed.blitz"));
      b.scene = board;
    });
    const own = b.page.locator(".leaders li", { hasText: b.who });
    await b.sees("the own row", () => expect(own).toContainText(b.t("rank.games", { n: 20 })));
    await b.reload();
    await b.follow("goes to the profile", own.locator("a"), page(`/player/${ids.b}`, { says: [b.who] }));
    await b.history("back", board);
    await b.step("finds a player by name", async () => {
      await b.page.getByLabel(b.t("rank.find")).fill(a.who);
      await b.press(b.button("rank.open"));
      b.scene = page(`/player/@${encodeURIComponent(a.who)}`, { says: [a.who, b.t("rank.results")] });
    });
    await b.fits();
    await b.sees("a page without a fault", () => sound(b.page));
  },
  ["phone"],
);
