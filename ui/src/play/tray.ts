// Drags pieces from a tray onto the board, or off the board, by mouse, pen or finger.

/** A pointer starts a drag after it has moved this number of pixels. */
const SLOP = 6;

/**
 * The square under a point of the screen, on a board with the first side at the bottom; -1 outside
 * the board.
 */
export function squareAt(cells: Iterable<Element>, x: number, y: number, width: number, height: number): number {
  let i = 0;
  for (const cell of cells) {
    const r = cell.getBoundingClientRect();
    if (x >= r.left && x < r.right && y >= r.top && y < r.bottom)
      return (height - 1 - Math.floor(i / width)) * width + (i % width);
    i++;
  }
  return -1;
}

/** Begins to drag a piece from the tray. A press without movement stays a click. */
export function dragFromTray(
  e: PointerEvent & { currentTarget: HTMLElement },
  { width, height }: { width: number; height: number },
  drop: (sq: number) => void,
): void {
  if (!e.isPrimary || e.button !== 0) return;
  const tool = e.currentTarget;
  const piece = tool.querySelector<HTMLElement>(".piece");
  if (!piece) return;
  const from = { x: e.clientX, y: e.clientY };
  let ghost: HTMLElement | null = null;
  const move = (m: PointerEvent) => {
    if (m.pointerId !== e.pointerId) return;
    if (!ghost && Math.hypot(m.clientX - from.x, m.clientY - from.y) < SLOP) return;
    ghost ??= lift(piece);
    const { offsetWidth: w, offsetHeight: h } = ghost;
    ghost.style.translate = `${m.clientX - w / 2}px ${m.clientY - h / 2}px`;
  };
  const end = (m: PointerEvent) => {
    if (m.pointerId !== e.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    // Suppress the click that follows a drag, because the click would select the piece.
    const quiet = (c: Event) => c.preventDefault();
    tool.addEventListener("click", quiet, { once: true, capture: true });
    setTimeout(() => tool.removeEventListener("click", quiet, { capture: true }));
    if (m.type !== "pointerup") return;
    const sq = squareAt(document.querySelectorAll('.boardbox [role="gridcell"]'), m.clientX, m.clientY, width, height);
    if (sq >= 0) drop(sq);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/**
 * Calls `off` with the square of a piece that the user drags from the board to a place outside the
 * board.
 */
export function dragOff(
  e: PointerEvent,
  { width, height }: { width: number; height: number },
  off: (sq: number) => void,
): void {
  if (!e.isPrimary || e.button !== 0) return;
  const under = (p: PointerEvent) =>
    squareAt(document.querySelectorAll('.boardbox [role="gridcell"]'), p.clientX, p.clientY, width, height);
  const from = under(e);
  if (from < 0) return;
  const end = (m: PointerEvent) => {
    if (m.pointerId !== e.pointerId) return;
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (m.type === "pointerup" && under(m) < 0) off(from);
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** A copy of the piece that follows the pointer. */
function lift(piece: HTMLElement): HTMLElement {
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.classList.add("lifted");
  piece.closest(".palette")?.append(ghost);
  return ghost;
}
