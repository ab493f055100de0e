// Helps the browser tests: finds cells by name, and plays moves by clicks and by
// keys.
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { filesOf, wordsOf } from "../scripts/games.mjs";
import { tick } from "./tick";

type Texts = Record<string, string>;

const read = (file: string | URL) => JSON.parse(readFileSync(file, "utf8")) as unknown;
const part = (name: string) => read(new URL(`../i18n/${name}.json`, import.meta.url)) as Texts;
const load = (lang: string): Texts => ({
  ...part(lang),
  ...part(`table/${lang}`),
  ...part(`begin/${lang}`),
  ...part(`study/${lang}`),
  ...part(`people/${lang}`),
  ...part(`events/${lang}`),
  ...part(`classes/${lang}`),
  ...part(`account/${lang}`),
  ...wordsOf(lang),
});
const texts = { vi: load("vi"), en: load("en") };

/** Returns a text of the page by its key, so that a test does not depend on the wording. */
export function word(key: string, lang: "vi" | "en" = "vi"): string {
  const text = texts[lang][key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text;
}

/** The names of the games that people can play: the folders in games. */
export const kinds = [...filesOf("ui/index.ts").keys()];

/** A whole game of every kind: games/<game>/testdata/whole.json. */
export const wholeGames = Array.from(filesOf("testdata/whole.json"), ([kind, file]) => {
  const g = read(file) as { moves: string[]; winner: string; why: string; seed?: number };
  const reason = texts.vi[`why.${kind}.${g.why}`] ?? word(`why.${g.why}`);
  const result = g.winner ? word("end.win").replace("{side}", word(`side.${g.winner}`)) : word("end.draw");
  return { kind, codes: g.moves, seed: g.seed, end: `${result}: ${reason}` };
});

/**
 * The tag of a test that only repeats another test at another size or for another game. Only `make
 * browser-all` runs such tests.
 */
export const long = (is: boolean): { tag: string[] } => ({ tag: is ? ["@long"] : [] });

/** A cell by the name of its square. The accessible name of the cell begins with this name. */
export const cell = (page: Page, square: string): Locator =>
  page.locator(`[role="gridcell"]:is([aria-label^="${square},"], [aria-label^="${square}，"])`);

export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator('[role="gridcell"]').first()).toBeAttached();
}

/** The squares of a code: "e2e4", "h8", "b2b9". */
export const squares = (code: string): string[] => code.match(/[a-z]\d+/g) ?? [];

/** Plays a code by clicks on its squares. */
export async function click(page: Page, code: string): Promise<void> {
  for (const sq of squares(code)) await cell(page, sq).click({ force: true });
}

/**
 * Plays a code with the keyboard alone: begins at the cell that the Tab key reaches, moves with the
 * arrow keys to a square, and presses Enter.
 */
export async function keys(page: Page, code: string): Promise<void> {
  const entry = page.locator('[role="gridcell"][tabindex="0"]');
  await entry.focus();
  for (const to of squares(code)) {
    const name = (await page.locator(":focus").getAttribute("aria-label")) ?? "";
    const [file = 0, rank = 0] = place(name.split(",")[0] ?? "");
    const [goalFile = 0, goalRank = 0] = place(to);
    for (let i = file; i < goalFile; i++) await page.keyboard.press("ArrowRight");
    for (let i = file; i > goalFile; i--) await page.keyboard.press("ArrowLeft");
    for (let i = rank; i < goalRank; i++) await page.keyboard.press("ArrowUp");
    for (let i = rank; i > goalRank; i--) await page.keyboard.press("ArrowDown");
    await expect(page.locator(":focus")).toHaveAttribute("aria-label", new RegExp(`^${to},`));
    await page.keyboard.press("Enter");
  }
}

const place = (square: string): number[] => [square.charCodeAt(0) - 97, Number(square.slice(1))];

/** Opens the folded part of the page for a new game: rules, odds, algorithms. */
export const unfold = (page: Page): Promise<void> => page.locator(".setup .fold > summary").click();

export const status = (page: Page): Locator => page.locator(".status");

/** Waits until the move list has n moves, including variations. */
export async function moves(page: Page, n: number): Promise<void> {
  await expect(page.locator(".moves li button")).toHaveCount(n);
}

/** Waits until the main line in the move list has n moves. */
export async function mainMoves(page: Page, n: number): Promise<void> {
  await expect(page.locator(".moves li:not(.aside) button")).toHaveCount(n);
}

/** The content of every cell, in the order of the page. */
export const board = (page: Page): Promise<string[]> =>
  page
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((c) => (c.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(", ")));

/** Presses a button of the game's menu. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page
    .locator(".actions")
    .getByRole("button", { name: word("app.menu") })
    .click();
  await page.locator("dialog.menu").getByRole("button", { name, exact: true }).click();
}

/** Resigns a game. */
export async function resign(page: Page): Promise<void> {
  await fromMenu(page, word("play.resign"));
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: word("play.yes") })
    .click();
  await expect(page.locator(".status.end")).toBeVisible();
}

/**
 * A game on one device, in the form in which the page stores it. By default two people play it.
 * `seed` determines its deal, and `start` is its start position.
 */
interface Shelved {
  kind: string;
  seed?: number;
  start?: string;
  moves?: string[];
  options?: Record<string, string>;
  seats?: Record<"first" | "second", { kind: string; level?: number }>;
  ended?: { why: string; winner: string };
  times?: number[];
}

const human = { kind: "human" };

const savedGame = (game: Shelved) => ({
  id: "shelved",
  seed: 1,
  options: {},
  start: "",
  moves: [],
  undone: [],
  seats: { first: human, second: human },
  clock: null,
  left: { first: 0, second: 0 },
  ended: null,
  created: 0,
  updated: 0,
  ...game,
});

/** Stores a game in progress in the browser before the page is opened. */
export async function shelved(page: Page, game: Shelved): Promise<void> {
  await page.addInitScript((s) => {
    if (localStorage.length > 0) return;
    localStorage.setItem("kydai.games", JSON.stringify([s.id]));
    localStorage.setItem(`kydai.game.${s.id}`, JSON.stringify(s));
  }, savedGame(game));
}

/** Replaces the stored games of an open page by one game. */
export async function reshelved(page: Page, game: Shelved): Promise<void> {
  await page.goto("/rules");
  await page.evaluate((s) => {
    localStorage.clear();
    localStorage.setItem("kydai.games", JSON.stringify([s.id]));
    localStorage.setItem(`kydai.game.${s.id}`, JSON.stringify(s));
  }, savedGame(game));
}

/**
 * Two players in two browsers. The first player has the side that moves first and invites the
 * second player by a link, which the second player has opened.
 */
export async function invited(browser: Browser, kind = "chess"): Promise<{ a: Page; b: Page; end(): Promise<void> }> {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await tick(a.getByRole("radio", { name: word(`game.${kind}`), exact: true }));
  // The form moves while the page loads its parts, so tick waits until the form has stopped moving.
  await tick(a.locator("input[type=radio][value=first]"));
  await a.getByRole("button", { name: word("online.friend") }).click();
  await b.goto(await a.getByLabel(word("online.link")).inputValue());
  return { a, b, end: async () => void (await Promise.all([one.close(), two.close()])) };
}

/**
 * Accepts the offer of a given player in the lobby. Other tests make offers too, so the owner's
 * name selects the offer.
 */
export async function join(page: Page, owner: Page): Promise<void> {
  const { name } = (await (await owner.request.get("/api/me")).json()) as { name: string };
  const number = /\d+$/.exec(name)?.[0] ?? name;
  const offer = page.locator(".lobby li", { has: page.locator("b", { hasText: number }) });
  await offer.getByRole("button", { name: word("online.join") }).click();
}

/**
 * Waits until the service worker has stored the front page and the modules of all games for offline
 * use.
 */
export async function kept(page: Page): Promise<void> {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.open("kydai-pages-1")).match("/").then(Boolean)))
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const all = (await (await fetch("/offline.json")).json()) as string[];
        const names = all.filter((n) => !n.startsWith("/assets/study-"));
        const files = await caches.open("kydai-files-1");
        const missing = await Promise.all(names.map(async (n) => (await files.match(n)) === undefined));
        return names.filter((_, i) => missing[i]);
      }),
    )
    .toEqual([]);
}
