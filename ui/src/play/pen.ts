// Recognises gestures that draw on a board: with the right mouse button always, with other pointers
// and the keyboard while the pen is on. These listeners run before those of the board, so the board
// does not receive gestures that draw.
import type { Brush } from "../board";
import type { Drawn } from "../session/drawn";

export interface Pen {
  on(): boolean;
  /** The colour that the user has chosen. */
  brush(): Brush;
  /** Called with the unfinished arrow while it changes; with null at its end. */
  aim(d: Drawn | null): void;
  /** Called when the keyboard begins an arrow at a square. */
  begin(square: string): void;
  draw(d: Drawn): void;
}

/**
 * The name of the square of a cell. The accessible name of a cell begins with the square's name.
 */
const nameOf = (el: Element | null): string =>
  el?.closest("[role=gridcell]")?.getAttribute("aria-label")?.split(",")[0] ?? "";

/** The name of the square at a point of the page, or "". The grid's cells are arranged in rows. */
function squareAt(box: Element, e: { clientX: number; clientY: number }): string {
  const rows = box.querySelectorAll("[role=row]");
  const grid = box.querySelector("[role=grid]")?.getBoundingClientRect();
  if (!grid) return "";
  const part = (at: number, from: number, size: number, of: number) => Math.floor(((at - from) / size) * of);
  const row = rows[part(e.clientY, grid.top, grid.height, rows.length)];
  return nameOf(row?.children[part(e.clientX, grid.left, grid.width, row.children.length)] ?? null);
}

/** The colour that a held key selects for the mouse: Shift, Alt or Ctrl; null without a key. */
const brushOf = (e: MouseEvent): Brush | null => (e.shiftKey ? "warn" : e.altKey ? "other" : e.ctrlKey ? "hint" : null);

/** Handles drawing gestures on the element of a board until the signal aborts. */
export function listenDraw(box: HTMLElement, pen: Pen, signal: AbortSignal): void {
  /** The pointer that is drawing, and the square where it began. */
  let press: { id: number; from: string } | null = null;
  /** The square where the keyboard began an arrow; "" if none. */
  let first = "";
  const on = <K extends keyof HTMLElementEventMap>(type: K, f: (e: HTMLElementEventMap[K]) => void) =>
    box.addEventListener(type, f, { signal, capture: true, passive: false });
  const keep = (e: Event) => {
    e.stopPropagation();
    if (e.cancelable) e.preventDefault();
  };
  const line = (e: MouseEvent): Drawn | null => {
    const to = squareAt(box, e);
    return press && to ? { from: press.from, to, brush: brushOf(e) ?? pen.brush() } : null;
  };

  on("pointerdown", (e) => {
    const right = e.button === 2;
    if (!right && !pen.on()) return;
    keep(e);
    const from = squareAt(box, e);
    if (press || !from) return;
    press = { id: e.pointerId, from };
    if (e.isTrusted) box.setPointerCapture(e.pointerId);
    pen.aim(line(e));
  });
  on("pointermove", (e) => {
    if (press?.id !== e.pointerId) return;
    keep(e);
    pen.aim(line(e));
  });
  on("pointerup", (e) => {
    if (press?.id !== e.pointerId) return;
    keep(e);
    const drawn = line(e);
    press = null;
    pen.aim(null);
    if (drawn) pen.draw(drawn);
  });
  on("pointercancel", () => {
    press = null;
    pen.aim(null);
  });
  // While the pen is on (so that pointers draw), a finger neither scrolls the page nor taps a cell.
  for (const type of ["touchstart", "touchmove", "touchend", "click"] as const)
    on(type, (e) => {
      if (!pen.on()) return;
      // Assistive technology presses a cell by a click without a pointer.
      if (type === "click" && (e as MouseEvent).detail === 0) mark(nameOf(e.target as Element));
      keep(e);
    });
  on("keydown", (e) => {
    if (!pen.on() || (e.key !== "Enter" && e.key !== " ")) return;
    const square = nameOf(e.target as Element);
    if (!square) return;
    keep(e);
    mark(square);
  });

  function mark(square: string): void {
    if (!square) return;
    if (first) {
      pen.aim(null);
      pen.draw({ from: first, to: square, brush: pen.brush() });
      first = "";
      return;
    }
    first = square;
    pen.aim({ from: square, to: square, brush: pen.brush() });
    pen.begin(square);
  }
}
