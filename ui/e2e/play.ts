// What the tests of the browser do again and again: cells by their names,
// moves by clicks and by keys.
import { expect, type Locator, type Page } from "@playwright/test";

/** A cell by the name of its square, which its accessible name begins with. */
export const cell = (page: Page, square: string): Locator =>
  page.getByRole("gridcell", { name: new RegExp(`^${square},`) });

export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("gridcell").first()).toBeAttached();
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

/** Leaves a game for two on the shelf, dealt by a seed, before the page is opened. */
export async function dealt(page: Page, kind: string, seed: number): Promise<void> {
  const human = { kind: "human" };
  const saved = {
    id: "dealt",
    kind,
    seed,
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
  };
  await page.addInitScript((s) => {
    if (localStorage.length > 0) return;
    localStorage.setItem("kydai.games", JSON.stringify([s.id]));
    localStorage.setItem(`kydai.game.${s.id}`, JSON.stringify(s));
  }, saved);
}
