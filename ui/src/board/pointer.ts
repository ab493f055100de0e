// Recognises gestures of mouse, pen and touch; the reducer decides what they do.

import type { Spot } from "./geometry";

/** The position of a pointer in cells, and its square; -1 outside the board. */
export interface Under extends Spot {
  sq: number;
}

export interface Hooks {
  under(e: { clientX: number; clientY: number }): Under;
  /** Whether the square has a piece that can be picked up. */
  liftable(sq: number): boolean;
  zoomed(): boolean;
  lift(sq: number): void;
  drag(sq: number, at: Under, touch: boolean): void;
  drop(from: number, to: number, touch: boolean): void;
  giveUp(from: number): void;
  tap(sq: number, touch: boolean): void;
  hover(sq: number): void;
  draw(from: number, to: number, e: MouseEvent): void;
  inspect(sq: number): void;
  selected(): number;
  pan(dx: number, dy: number): void;
  pinch(factor: number, e: { clientX: number; clientY: number }): void;
  /** Whether a pinch zooms the board and not the page. */
  pinches(): boolean;
}

interface Press {
  id: number;
  x: number;
  y: number;
  sq: number;
  touch: boolean;
  lifts: boolean;
  /**
   * Whether releasing the pointer on the same square counts as a tap. It is false if pressing the
   * pointer has already selected the piece.
   */
  taps: boolean;
  /** The time when the pointer was pressed, in milliseconds. */
  since: number;
  mode: "still" | "drag" | "pan" | "draw" | "held";
}

const longPress = 550;

/** Handles pointer events of an element until the signal aborts. */
export function listen(el: HTMLElement, h: Hooks, signal: AbortSignal): void {
  let press: Press | null = null;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fingers = new Map<number, { clientX: number; clientY: number }>();
  const on = <K extends keyof HTMLElementEventMap>(type: K, f: (e: HTMLElementEventMap[K]) => void, passive = true) =>
    el.addEventListener(type, f, { signal, passive });

  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    frame = 0;
    const was = press;
    press = null;
    return was;
  };

  on("pointerdown", (e) => {
    const touch = e.pointerType === "touch";
    fingers.set(e.pointerId, e);
    if (fingers.size > 1) {
      const was = end();
      if (was?.mode === "drag") h.giveUp(was.sq);
      return;
    }
    if (press || (e.button !== 0 && e.button !== 2)) return;
    const { sq } = h.under(e);
    const lifts = !e.button && h.liftable(sq);
    press = {
      id: e.pointerId,
      x: e.clientX,
      y: e.clientY,
      sq,
      touch,
      lifts,
      taps: !lifts || h.selected() === sq,
      since: e.timeStamp,
      mode: e.button ? "draw" : "still",
    };
    if (lifts) h.lift(sq);
    if (touch) {
      timer = setTimeout(() => {
        if (press?.mode !== "still" || sq < 0) return;
        press.mode = "held";
        h.inspect(sq);
      }, longPress);
    }
    if (e.isTrusted) el.setPointerCapture(e.pointerId);
  });

  on("pointermove", (e) => {
    if (fingers.size > 1 && fingers.has(e.pointerId)) return spread(e);
    if (fingers.has(e.pointerId)) fingers.set(e.pointerId, e);
    if (!press) {
      if (e.pointerType !== "touch") h.hover(h.under(e).sq);
      return;
    }
    if (press.id !== e.pointerId) return;
    const dx = e.clientX - press.x;
    const dy = e.clientY - press.y;
    if (press.mode === "still" && Math.hypot(dx, dy) > (press.touch ? 8 : 4)) {
      clearTimeout(timer);
      press.mode = press.lifts ? "drag" : "pan";
    }
    if (press.mode === "pan" && h.zoomed()) {
      h.pan(dx, dy);
      press.x = e.clientX;
      press.y = e.clientY;
    }
    if (press.mode !== "drag" || frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (press) h.drag(press.sq, h.under(e), press.touch);
    });
  });

  const spread = (e: PointerEvent) => {
    const [other] = [...fingers].filter(([id]) => id !== e.pointerId).map(([, f]) => f);
    const before = fingers.get(e.pointerId);
    fingers.set(e.pointerId, e);
    if (!other || !before || !h.pinches()) return;
    const far = (a: { clientX: number; clientY: number }) =>
      Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
    h.pinch(far(e) / Math.max(1, far(before)), {
      clientX: (e.clientX + other.clientX) / 2,
      clientY: (e.clientY + other.clientY) / 2,
    });
  };

  on("pointerup", (e) => {
    fingers.delete(e.pointerId);
    if (press?.id !== e.pointerId) return;
    const was = end();
    if (!was) return;
    const { sq } = h.under(e);
    if (was.mode === "held") h.inspect(-1);
    if (was.mode === "drag") h.drop(was.sq, sq, was.touch);
    else if (was.mode === "draw") {
      if (was.sq >= 0 && sq >= 0) h.draw(was.sq, sq, e);
    } else if (sq >= 0 && sq === was.sq && was.taps) {
      // On a busy device the timer of a long press may end before the end of a
      // short tap is reported, so the duration is also computed from the times of
      // the events.
      if (was.mode !== "held" || e.timeStamp - was.since < longPress) h.tap(sq, was.touch);
    }
  });

  // Prevent the click that browsers send after a tap: the click could hit an element that has just
  // appeared.
  on("touchend", (e) => e.cancelable && e.preventDefault(), false);

  on("pointercancel", (e) => {
    fingers.delete(e.pointerId);
    const was = press?.id === e.pointerId ? end() : null;
    if (was?.mode === "drag") h.giveUp(was.sq);
    if (was?.mode === "held") h.inspect(-1);
  });

  on("pointerleave", (e) => {
    if (e.pointerType !== "touch") h.hover(-1);
  });
  on("contextmenu", (e) => e.preventDefault(), false);
  // A touch on a piece drags the piece. A touch on any other place scrolls the page.
  on(
    "touchstart",
    (e) => {
      const [t] = e.touches;
      const ours = e.touches.length > 1 ? h.pinches() : t && (h.zoomed() || h.liftable(h.under(t).sq));
      if (ours && e.cancelable) e.preventDefault();
    },
    false,
  );
}
