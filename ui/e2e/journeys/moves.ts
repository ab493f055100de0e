// The ways to make a move: tap, drag, keyboard and typed text.
import type { Locator, Page } from "@playwright/test";
import { squareName } from "./words";
import { cellOf, type Scene, facingOf } from "./scene";
import { about } from "./rules";

export type Way = "tap" | "drag" | "type" | "keys";

/** The squares of a code: "e2e4" has two squares, "h8" has one, "pass" has none. */
export const squaresOf = (code: string): string[] => code.match(/[a-z]\d+/g) ?? [];

/** The cell of a square on the player's page. */
export function cellAt(page: Page, scene: Scene, square: string): Locator {
  const kind = scene.game?.kind ?? "";
  const size = Number(scene.game?.options.size ?? 0);
  const { width, height } = size ? { width: size, height: size } : about(kind);
  for (let sq = 0; sq < width * height; sq++)
    if (squareName(kind, sq, width) === square)
      return page.locator('[role="gridcell"]').nth(cellOf(sq, width, height, facingOf(scene)));
  throw new Error(`no square ${square} in ${kind}`);
}

/** The centre of a cell. It throws if another element covers the cell. */
async function middle(cell: Locator, square: string): Promise<{ x: number; y: number }> {
  await cell.waitFor({ state: "attached" });
  const at = await cell.evaluate(async (el) => {
    // Wait until the position and size of the board are stable.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0, last = ""; i < 120; i++) {
      const { left, top, width } = el.getBoundingClientRect();
      const here = `${left} ${top} ${width}`;
      const moving = document
        .getAnimations()
        .some(
          (a) =>
            a instanceof CSSTransition &&
            a.transitionProperty === "transform" &&
            (a.effect as KeyframeEffect | null)?.target?.contains(el),
        );
      if (here === last && !moving) break;
      last = here;
      await frame();
    }
    const inside = () => {
      const box = el.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const top = document.elementFromPoint(x, y);
      return { x, y, free: top?.closest(".kb") != null, by: top?.className ?? "nothing" };
    };
    const first = inside();
    if (first.free) return first;
    el.scrollIntoView({ block: "center", behavior: "instant" });
    return inside();
  });
  if (!at.free) throw new Error(`the cell ${square} cannot be reached: it is covered by ${String(at.by)}`);
  return at;
}

/** A tap or a click on a square. */
export async function touch(page: Page, scene: Scene, square: string, phone: boolean): Promise<void> {
  const { x, y } = await middle(cellAt(page, scene, square), square);
  if (phone) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Plays a code by taps. Small cells need a second tap to confirm. */
export async function tap(page: Page, scene: Scene, code: string, phone: boolean): Promise<void> {
  for (const square of squaresOf(code)) await touch(page, scene, square, phone);
  await promote(page, code);
  const place = page.locator(".kb-bar:not([hidden]) .kb-place");
  if (phone && (await place.count()) > 0) await place.tap();
}

/** Chooses the promotion piece if the code names one. The queen is first in the list. */
async function promote(page: Page, code: string): Promise<void> {
  const last = squaresOf(code).at(-1) ?? "";
  const piece = code.slice(code.lastIndexOf(last) + last.length);
  if (!/^[qrbn]$/.test(piece)) return;
  await page.locator(".kb-chooser button").nth("qrbn".indexOf(piece)).click();
}

/** Drags a piece with the mouse. */
export async function drag(page: Page, scene: Scene, code: string): Promise<void> {
  const [from = "", to = ""] = squaresOf(code);
  const a = await middle(cellAt(page, scene, from), from);
  const b = await middle(cellAt(page, scene, to), to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

/** Types a move into the field that the slash key opens. */
export async function type(page: Page, text: string): Promise<void> {
  const box = page.locator("form.command input");
  await box.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const place = (square: string): [number, number] => [square.charCodeAt(0) - 97, Number(square.slice(1))];

/** Plays a code with the keyboard only, beginning at the cell that the Tab key reaches. */
export async function keys(page: Page, scene: Scene, code: string): Promise<void> {
  const focus = page.locator('[role="gridcell"]:focus');
  if ((await focus.count()) === 0) await tabTo(page, '[role="gridcell"]');
  for (const square of squaresOf(code)) {
    const name = (await focus.getAttribute("aria-label")) ?? "";
    const [file, rank] = place(name.split(",")[0] ?? "");
    const [goalFile, goalRank] = place(square);
    const turned = facingOf(scene) === "second" ? -1 : 1;
    const right = (goalFile - file) * turned;
    const up = (goalRank - rank) * turned;
    for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
  }
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, selector: string, most = 80): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
