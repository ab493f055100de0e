// What the tests of the browser do again and again: cells by their names,
// moves by clicks and by keys.
import { expect, type Browser, type Locator, type Page } from "@playwright/test";

// Whole games with their last word in Vietnamese.
export const wholeGames: Record<string, { codes: string[]; end: RegExp; seed?: number }> = {
  chess: { codes: ["f2f3", "e7e5", "g2g4", "d8h4"], end: /Đen thắng: chiếu bí/ },
  xiangqi: {
    // Double cannons: the quick mate that beginners learn first.
    codes: ["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"],
    end: /Đỏ thắng: chiếu bí/,
  },
  caro: { codes: ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"], end: /X thắng: năm quân liền/ },
  jieqi: {
    // With the pieces as this seed deals them.
    seed: 1,
    codes: "a3a4 b7b5 e3e4 d9e8 h2h9 i9i7 h9i7 b5b7 i7h9 b7b5 i3i4 h7i7 i4g4 c9a7 g4g9".split(" "),
    end: /Đỏ thắng: chiếu bí/,
  },
};

/** A cell by the name of its square, which its label begins with. */
export const cell = (page: Page, square: string): Locator =>
  page.locator(`[role="gridcell"][aria-label^="${square},"]`);

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

/** Plays a code by the keyboard alone: from the cell that Tab reaches, arrows to a square, Enter. */
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

export const status = (page: Page): Locator => page.locator(".status");

/** Waits until so many moves are on the list. */
export async function moves(page: Page, n: number): Promise<void> {
  await expect(page.locator(".moves li button")).toHaveCount(n);
}

/** Leaves a game for two on the shelf before the page is opened: dealt by a seed, or from a position, and begun. */
export async function shelved(
  page: Page,
  game: { kind: string; seed?: number; start?: string; moves?: string[] },
): Promise<void> {
  const human = { kind: "human" };
  const saved = {
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
  };
  await page.addInitScript((s) => {
    if (localStorage.length > 0) return;
    localStorage.setItem("kydai.games", JSON.stringify([s.id]));
    localStorage.setItem(`kydai.game.${s.id}`, JSON.stringify(s));
  }, saved);
}

/** Two friends: the first, with the pieces that begin, invites the second by a link, who has opened it. */
export async function invited(browser: Browser): Promise<{ a: Page; b: Page; end(): Promise<void> }> {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [a, b] = await Promise.all([one.newPage(), two.newPage()]);
  await a.goto("/online");
  await a.getByRole("radio", { name: "Trắng" }).check({ force: true });
  await a.getByRole("button", { name: "Mời bạn qua đường dẫn" }).click();
  await b.goto(await a.getByLabel("Gửi đường dẫn này cho bạn bè:").inputValue());
  return { a, b, end: async () => void (await Promise.all([one.close(), two.close()])) };
}

/** Waits until the front page is kept for a time without network. */
export async function kept(page: Page): Promise<void> {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.open("kydai-pages-1")).match("/").then(Boolean)))
    .toBe(true);
}
