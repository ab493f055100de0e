// Connects the parts of the board on the page: passes user input to the reducer, and the reducer's
// results to the screen and to the page.

import { cellsAt, spotOf, squareAt } from "./geometry";
import { reduce, type Effect, type Event } from "./input";
import { away } from "./pieces";
import { listen, type Under } from "./pointer";
import { Screen } from "./screen";
import { cellName, moveWords } from "./speech";
import { destinations, free, movable, newModel, other } from "./state";
import type { Board, BoardOptions, Brush, GameView } from "./types";
import { pan, whole, zoomAt } from "./zoom";

/**
 * On cells narrower than this many pixels a first touch selects the target square, and a second
 * touch plays the move.
 */
const smallCell = 32;
const aimZoom = 2.5;
/** When the mouse has rested on a cell for this time in milliseconds, onInspect is called. */
const restMs = 400;

const keys: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
  PageUp: [0, -99],
  PageDown: [0, 99],
};

interface At {
  clientX: number;
  clientY: number;
}

const fraction = (e: At, el: Element) => {
  const box = el.getBoundingClientRect();
  return { x: (e.clientX - box.left) / box.width, y: (e.clientY - box.top) / box.height };
};

const brushOf = (e: MouseEvent): Brush => (e.shiftKey ? "warn" : e.altKey ? "other" : e.ctrlKey ? "hint" : "main");

export function createBoard(el: HTMLElement, game: GameView, opts: BoardOptions): Board {
  const { t } = opts;
  const off = new AbortController();
  let model = newModel();
  let dragging = -1;
  // `over` is the cell under the dragged piece. `goals` are the cells where the user may drop the
  // piece.
  let over = -1;
  let goals: number[] = [];
  let pinched = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let confirm = !!opts.confirm;
  const screen = new Screen(el, game, t, (c) => send({ kind: "choose", code: c.code, aim: confirm }));
  const { parts: p } = screen;

  function send(e: Event, animate = true): void {
    const before = model;
    const step = reduce(model, e);
    model = step.model;
    if (model !== before) screen.draw(model, animate);
    if (model.selected !== before.selected) opts.onInspect?.(model.selected);
    if (!model.pending && !pinched) screen.setZoom(whole);
    for (const effect of step.effects) tell(effect);
    if (model.pending && model.pending.to !== before.pending?.to)
      say(t("board.again", { move: nameOf(model.pending.to) }));
  }

  function tell(e: Effect): void {
    if (e.kind === "move") opts.onMove(e.code);
    else if (e.kind === "queue") opts.onQueue?.(model.queue);
    else if (e.kind === "draw") opts.onDraw?.(model.drawn);
    else if (e.kind === "selected") say(t("board.selected", { cell: nameOf(e.sq), count: e.moves }));
    else {
      say(t("board.refused", { cell: nameOf(e.sq) }));
      if (free(model)) opts.onRefused?.(e.from, e.sq);
    }
  }

  function say(text: string): void {
    if (!text) return;
    // A screen reader does not repeat an unchanged text, so a non-breaking space is appended.
    p.status.textContent = p.status.textContent === text ? `${text}\u00a0` : text;
    opts.onSay?.(text);
  }

  const nameOf = (sq: number): string => cellName(screen, model.state, model.state.cells[sq], sq, sq, false);

  // Handles input by mouse, pen and touch.

  const isSmall = () => screen.cellSize() < smallCell;
  const aims = (touch: boolean) => confirm || (touch && isSmall());

  function find(e: At): Under {
    const at = fraction(e, p.zoom);
    const spot = cellsAt(at.x, at.y, screen.geometry);
    return { ...spot, sq: squareAt(spot.x, spot.y, model.state) };
  }

  function drag(sq: number, at: Under, touch: boolean): void {
    const piece = screen.pieces.at(sq);
    if (!piece) return;
    if (dragging !== sq) {
      dragging = sq;
      goals = destinations(model);
      p.cover.hidden = false;
      piece.classList.remove("kb-slide");
      piece.classList.add("kb-drag");
      piece.classList.toggle("kb-touch", touch);
    }
    const home = spotOf(sq, model.state);
    piece.style.transform = away(at.x - 0.5 - home.x, at.y - 0.5 - home.y);
    if (at.sq === over) return;
    over = at.sq;
    const goal = goals.includes(over);
    const { x, y } = spotOf(over, model.state);
    p.hover.hidden = !goal;
    if (goal) p.hover.style.transform = away(x, y);
  }

  function stopDrag(): void {
    const piece = screen.pieces.at(dragging);
    if (piece) {
      piece.classList.remove("kb-drag", "kb-touch");
      piece.style.transform = "";
    }
    dragging = -1;
    over = -1;
    p.hover.hidden = true;
    p.cover.hidden = true;
  }

  function tap(sq: number, touch: boolean): void {
    send({ kind: "tap", sq, aim: aims(touch) });
    if (!touch || model.pending?.to !== sq || !isSmall() || screen.zoom.k > 1) return;
    const at = screen.fractionOf(sq);
    screen.setZoom(zoomAt(whole, aimZoom, at.x, at.y));
  }

  listen(
    p.window,
    {
      under: find,
      liftable: (sq) => sq >= 0 && movable(model, sq) && !destinations(model).includes(sq),
      selected: () => model.selected,
      zoomed: () => screen.zoom.k > 1,
      pinches: isSmall,
      lift(sq) {
        if (model.selected !== sq) send({ kind: "tap", sq });
      },
      drag,
      drop(from, to, touch) {
        stopDrag();
        send({ kind: "drop", from, to, aim: aims(touch) }, false);
      },
      giveUp() {
        stopDrag();
        send({ kind: "cancel" });
      },
      tap,
      hover(sq) {
        if (sq === screen.hover) return;
        screen.hover = sq;
        screen.ghosts();
        clearTimeout(resting);
        resting = setTimeout(() => opts.onInspect?.(sq < 0 ? model.selected : sq), restMs);
      },
      draw: (from, to, e) => send({ kind: "draw", arrow: { from, to, brush: brushOf(e) } }),
      inspect: (sq) => opts.onInspect?.(sq),
      pan(dx, dy) {
        screen.setZoom(pan(screen.zoom, dx / p.window.clientWidth, dy / p.window.clientHeight));
      },
      pinch(factor, e) {
        const at = fraction(e, p.window);
        screen.setZoom(zoomAt(screen.zoom, factor, at.x, at.y));
        pinched = screen.zoom.k > 1;
      },
    },
    off.signal,
  );

  // Screen readers and voice control click a cell without a pointer. After pointerup the browser also sends a
  // click, which must be ignored, even if it comes late on a busy device.
  let owed = false;
  p.window.addEventListener("pointerdown", () => (owed = false));
  p.window.addEventListener("pointerup", () => (owed = true));
  p.grid.addEventListener("click", (e) => {
    const pointer = owed && e.detail > 0;
    owed = false;
    const sq = screen.squareOf(e.target as Element);
    if (sq < 0 || pointer) return;
    send({ kind: "tap", sq, aim: confirm });
    if (!model.choice.length) screen.focus();
  });

  p.place.onclick = () => send({ kind: "confirm" });
  p.cancel.onclick = () => send({ kind: "cancel" });

  // Handles input by keyboard.

  function press(e: KeyboardEvent): boolean {
    const arrow = keys[e.key];
    if (e.key === "Escape") {
      if (model.selected < 0 && !model.pending && !model.choice.length && !model.queue.length) return false;
      send({ kind: "cancel" });
      screen.focus();
      return true;
    }
    if (!p.grid.contains(e.target as Node) || e.ctrlKey || e.metaKey || e.altKey) return false;
    if (arrow) {
      send({ kind: "step", dx: arrow[0], dy: arrow[1] });
      screen.focus();
      opts.onInspect?.(model.cursor);
      return true;
    }
    if (e.key !== "Enter" && e.key !== " ") return false;
    send({ kind: "tap", sq: model.cursor, aim: confirm });
    if (!model.choice.length) screen.focus();
    return true;
  }

  p.root.addEventListener("keydown", (e) => {
    if (!press(e)) return;
    e.preventDefault();
    e.stopPropagation();
  });

  p.grid.addEventListener("focusout", (e) => {
    if (!p.grid.contains(e.relatedTarget as Node | null)) opts.onInspect?.(model.selected);
  });

  screen.draw(model, false);
  return {
    set(state, animate = true) {
      const before = model.state;
      if (dragging >= 0 && state.cells && state.cells !== before.cells) stopDrag();
      send({ kind: "set", state }, animate && before.cells.length > 0);
      if (before.cells.length && state.cells) say(moveWords(screen, before, model.state));
    },
    flip() {
      send({ kind: "set", state: { orientation: other(model.state.orientation) } }, false);
    },
    focus: () => screen.focus(),
    play(text) {
      const before = model;
      send({ kind: "type", text });
      return model !== before;
    },
    say,
    cancel() {
      const some = model.selected >= 0 || model.pending || model.choice.length || model.queue.length || model.sent;
      send({ kind: "unqueue" });
      send({ kind: "cancel" });
      return !!some;
    },
    setConfirm(on) {
      confirm = on;
    },
    get state() {
      return model.state;
    },
    destroy() {
      off.abort();
      clearTimeout(resting);
      p.root.remove();
    },
  };
}
