// A Person is a simulated player at a browser page. Its methods are the player's actions. Each
// method also sets what the page is expected to show after the action.
import { expect, type BrowserContext, type Locator, type Page, type Request } from "@playwright/test";
import type { Told } from "./check";
import * as by from "./moves";
import { readPage } from "./read";
import { meant, stateAt, written, type Played, type Side } from "./rules";
import { notationOf, other, page as plainPage, spend, table, type Scene, type Taste } from "./scene";
import { machineName, text, type Lang, type Params } from "./words";
import { SEED, WAIT, type Visit } from "./visit";
import { tick } from "../tick";

/** A game before its first move; `part` replaces some of its values. */
export const fresh = (kind: string, part: Partial<Played> = {}): Played => ({
  kind,
  options: {},
  start: "",
  seed: SEED,
  codes: [],
  ...part,
});

export class Person {
  /** What the page is expected to show; null before a page was opened. */
  #scene: Scene | null = null;
  readonly taste: Taste;
  /** Whether this player is offline. */
  offline = false;
  #server: Told | null = null;
  /**
   * The last requests of this player's pages with their responses, for the message of a failure.
   */
  readonly asked: string[] = [];

  constructor(
    readonly visit: Visit,
    /** The player's name as the other players see it. */
    public who: string,
    readonly context: BrowserContext,
    public page: Page,
    lang: Lang,
  ) {
    this.taste = { lang, notation: {}, coordinates: {}, level: 1 };
    page.setDefaultTimeout(WAIT);
    context.on("response", (r) => this.#note(r.request(), String(r.status())));
    context.on("requestfailed", (r) => this.#note(r, r.failure()?.errorText ?? "failed"));
  }

  #note(request: Request, answer: string): void {
    const path = new URL(request.url()).pathname;
    if (!path.startsWith("/api/")) return;
    this.asked.push(`${request.method()} ${path} ${answer}`);
    if (this.asked.length > 8) this.asked.shift();
  }

  get scene(): Scene {
    return this.#scene ?? plainPage("");
  }

  set scene(s: Scene) {
    this.#scene = s;
  }

  /** Whether the player has opened a page. */
  get here(): boolean {
    return this.#scene !== null;
  }

  t(key: string, params: Params = {}): string {
    return text(this.taste.lang, key, params);
  }

  step(what: string, act: () => Promise<void>): Promise<void> {
    return this.visit.step(`${this.who}: ${what}`, act);
  }

  // The next methods find elements on the page.

  button(key: string, params: Params = {}): Locator {
    return this.page.getByRole("button", { name: this.t(key, params), exact: true });
  }

  async press(what: Locator): Promise<void> {
    if (this.visit.phone) await what.tap();
    else await what.click();
  }

  async pick(group: string, value: string | RegExp): Promise<void> {
    const box = this.page.getByRole("group", { name: this.t(group), exact: true });
    const radio = box.getByRole("radio", { name: value, exact: typeof value === "string" });
    await tick(radio);
  }

  // The next methods navigate between pages.

  /** Opens an address, in a new page if the last page was closed. `scene` is the expected page. */
  open(path: string, scene: Scene): Promise<void> {
    return this.step(`opens ${path}`, async () => {
      if (this.page.isClosed()) {
        this.page = await this.context.newPage();
        this.page.setDefaultTimeout(WAIT);
      }
      await this.page.goto(path);
      this.scene = scene;
    });
  }

  /** Follows a link or presses a button that leads to another page. */
  follow(what: string, link: Locator, scene: Scene): Promise<void> {
    return this.step(what, async () => {
      await this.press(link);
      this.scene = scene;
    });
  }

  /** Opens a tab of the navigation. */
  tab(key: string, scene: Scene): Promise<void> {
    const link = this.page.locator(".tabs").getByRole("link", { name: this.t(key), exact: true });
    return this.follow(`goes to ${key}`, link, scene);
  }

  reload(): Promise<void> {
    return this.step("reloads", async () => {
      await this.page.reload();
      this.scene = { ...this.scene, flipped: false, look: null, hint: null };
    });
  }

  /** Rotates the phone, or resizes the window of a desktop to the same size. */
  turn(way: "sideways" | "upright"): Promise<void> {
    return this.step(`turns the phone ${way}`, async () => {
      const upright = this.visit.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 };
      await this.page.setViewportSize(way === "sideways" ? { width: 844, height: 390 } : upright);
      // The page restores its scroll position within 150 ms after the turn. A tap on a board uses
      // coordinates that are read before, and a person does not tap so soon.
      await this.page.waitForTimeout(300);
    });
  }

  /** Goes back or forward in the browser's history. `scene` is the expected page. */
  history(way: "back" | "forward", scene: Scene): Promise<void> {
    return this.step(`goes ${way}`, async () => {
      if (way === "back") await this.page.goBack();
      else await this.page.goForward();
      this.scene = scene;
    });
  }

  /** Runs checks of details that the general checker does not cover. */
  sees(what: string, look: () => Promise<unknown>): Promise<void> {
    return this.step(`sees ${what}`, async () => void (await look()));
  }

  /** Checks that nothing is wider than the page. */
  fits(): Promise<void> {
    return this.sees("that all of it fits", () =>
      expect
        .poll(() => this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0),
    );
  }

  /** Closes the page. Nothing is checked until the player opens another page. */
  close(): Promise<void> {
    return this.step("closes the page", async () => {
      await this.page.close();
      this.#scene = null;
    });
  }

  /** Leaves the site. Nothing is checked until the player opens another page. */
  leave(): Promise<void> {
    return this.step("leaves", async () => {
      await this.page.goto("about:blank");
      this.#scene = null;
    });
  }

  // The next methods create the scenes of games.

  /** The scene of a game against the engine. */
  against(address: string | RegExp, game: Played, mine: Side = "first", level = this.taste.level): Scene {
    const machine = machineName(this.taste.lang, level);
    const you = this.t("seat.you");
    const names = mine === "first" ? { first: you, second: machine } : { first: machine, second: you };
    return table(address, game, { mine, view: mine, names });
  }

  /** The scene of a board for two players or for analysis. */
  both(address: string | RegExp, game: Played): Scene {
    return table(address, game, { mine: "both" });
  }

  get game(): Played {
    if (!this.scene.game) throw new Error("no game on the table");
    return this.scene.game;
  }

  /** The text of a legal move in this player's notation. */
  written(code: string): string {
    return written(this.game, this.wish, code);
  }

  get wish() {
    return {
      view: this.scene.view,
      notation: notationOf(this.taste, this.game.kind),
      lang: this.taste.lang,
    };
  }

  /** Whether the game is over by the rules, after the moves that the test has recorded. */
  get mated(): boolean {
    return stateAt(this.game, this.wish).why !== undefined;
  }

  /** Plays a move and, against an engine, waits for its reply. */
  move(code: string, way: by.Way = "tap"): Promise<void> {
    return this.step(`plays ${code} (${way})`, async () => {
      const from = Date.now();
      await this.make(code, way);
      this.played(code, from);
      // Wait for a reply if the side to move is an engine, whose name contains its level. In a
      // study the seats show the names of the played game, but no engine replies.
      const { names, match, tree } = this.scene;
      if (/\d/.test(names[stateAt(this.game, this.wish).turn]) && !match && !tree) await this.answer();
    });
  }

  /** Plays a move on the page without adding it to the recorded game. */
  async make(code: string, way: by.Way): Promise<void> {
    const { page, scene } = this;
    const shown = scene.look === null ? this.game : { ...this.game, codes: this.game.codes.slice(0, scene.look) };
    if (by.squaresOf(code).length === 0) await this.press(page.locator(".choices").getByText(this.t(`choice.${code}`)));
    // The notation of a move ends with the revealed piece in brackets. The player does not know
    // this piece before the move, so the test does not type it.
    else if (way === "type") await by.type(page, written(shown, this.wish, code).replace(/\(.*\)$/, ""));
    else if (way === "keys") await by.keys(page, scene, code);
    else if (way === "drag" && !this.visit.phone && by.squaresOf(code).length > 1) await by.drag(page, scene, code);
    else await by.tap(page, scene, code, this.visit.phone);
  }

  /**
   * Adds a move to the recorded game, and subtracts the time of the turn from the expected clock.
   */
  played(code: string, from: number): void {
    const { clock } = this.scene;
    const { turn, ply } = stateAt(this.game, this.wish);
    if (clock) spend(clock, turn, from, Date.now(), ply === 0);
    this.game.codes.push(code);
    this.scene = { ...this.scene, look: null, hint: null };
  }

  /** Waits for the engine's move and adds it to the recorded game. */
  async answer(): Promise<void> {
    if (this.mated) return;
    const from = Date.now();
    const n = this.game.codes.length + 1;
    await expect
      .poll(async () => (await readPage(this.page)).moves.length, {
        message: "the machine answers",
        timeout: 2 * WAIT,
      })
      .toBeGreaterThanOrEqual(n);
    const said = (await readPage(this.page)).moves[n - 1] ?? "";
    const word = ["black", "white", "more", "pass"].find((c) => this.t(`chosen.${c}`) === said);
    this.played(meant(this.game, this.wish, word ?? said), from);
  }

  /**
   * Shows an earlier position by the move list, the buttons below the list, or keys. On a phone
   * this uses only the list; "keysonly" always uses keys, also on a phone.
   */
  look(ply: number, how: "list" | "buttons" | "keys" | "keysonly" = "list"): Promise<void> {
    return this.step(`looks at ply ${ply}`, async () => {
      const last = this.game.codes.length;
      const list = how === "list" || (this.visit.phone && how !== "keysonly");
      const to = list ? Math.max(1, ply) : ply;
      if (list) await this.press(this.page.locator(".moves ol li button:not([data-off])").nth(to - 1));
      else if (to === 0 || to === last) await this.#go(to === 0 ? "first" : "last", how);
      else {
        const now = this.scene.look ?? last;
        for (let i = Math.abs(to - now); i > 0; i--) await this.#go(to < now ? "prev" : "next", how);
      }
      this.scene = { ...this.scene, look: to === last ? null : to };
    });
  }

  async #go(where: "first" | "last" | "prev" | "next", how: string): Promise<void> {
    const key = { first: "Home", last: "End", prev: "ArrowLeft", next: "ArrowRight" }[where];
    if (how.startsWith("keys")) await this.page.keyboard.press(key);
    else await this.press(this.button(`play.${where}`));
  }

  flip(): Promise<void> {
    return this.step("flips the board", async () => {
      await this.press(this.button("play.flip"));
      this.scene = { ...this.scene, flipped: !this.scene.flipped };
    });
  }

  /** Takes moves back: two against an engine, one on a board for two. */
  undo(): Promise<void> {
    return this.step("takes back", async () => {
      await this.press(this.button("play.undo"));
      const n = this.scene.mine === "both" ? 1 : 2;
      this.scene = { ...this.scene, look: null, over: null, hint: null };
      this.game.codes.splice(Math.max(0, this.game.codes.length - n));
    });
  }

  /** The menu of the game page. The list of keys is another panel. */
  get sheet(): Locator {
    return this.page.locator(`dialog.menu[aria-label="${this.t("app.menu")}"]`);
  }

  /** Opens the menu of the game page. */
  menu(): Promise<void> {
    return this.step("opens the menu", async () => {
      await this.press(this.button("app.menu"));
      await expect(this.sheet).toBeVisible();
    });
  }

  closeMenu(): Promise<void> {
    return this.step("closes the menu", async () => {
      await this.press(this.sheet.getByRole("button", { name: this.t("app.close"), exact: true }));
      await expect(this.sheet).toBeHidden();
    });
  }

  /** Resigns through the menu and confirms it. */
  async resign(): Promise<void> {
    await this.menu();
    await this.step("asks to resign", () => this.press(this.button("play.resign")));
    await this.step("resigns", async () => {
      await this.press(this.button("play.yes"));
      const { mine } = this.scene;
      const me = mine === "first" || mine === "second" ? mine : stateAt(this.game, this.wish).turn;
      this.scene = { ...this.scene, over: { why: "resignation", winner: other(me) } };
    });
  }

  /**
   * Starts a rematch against the engine on this device: the sides are swapped, so the engine may
   * move first.
   */
  again(scene: Scene): Promise<void> {
    return this.step("wants a rematch", async () => {
      await this.press(this.button("play.again"));
      await expect(this.page.locator(".status.end")).toHaveCount(0);
      this.scene = scene;
      if (scene.mine === "second") await this.answer();
    });
  }

  /** The move codes of the match, as the server last sent them to this player. */
  get seen(): string[] {
    return this.#server?.codes ?? [];
  }

  get started(): string {
    return this.#server?.start ?? "";
  }

  get agreed(): Record<string, string> {
    return this.#server?.options ?? {};
  }

  /** Requests the server's data of this player's match. */
  async told(): Promise<Told | null> {
    if (!this.scene.match) return null;
    if (this.offline) return this.#server && { ...this.#server, at: Date.now() };
    const r = await this.context.request.get(`/api/matches/${this.scene.match}`);
    const v = (await r.json()) as Told & { start: string };
    this.#server = { codes: v.codes ?? [], start: v.start, options: v.options ?? {}, clock: v.clock, at: Date.now() };
    const log = this.game.codes;
    if (v.codes.length !== log.length || !log.every((c, i) => v.codes[i]?.startsWith(c)))
      throw new Error(`the server has ${v.codes.join(" ")}, the log ${log.join(" ")}`);
    return this.#server;
  }
}
