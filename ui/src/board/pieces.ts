// Draws the pieces: one element per piece. The element is kept when the piece moves.

import { travels } from "./diff";
import { spotOf, type Frame, type Spot } from "./geometry";
import type { Standing } from "./state";
import type { Piece } from "./types";

const svg = "http://www.w3.org/2000/svg";
/**
 * Milliseconds until a turned piece gets its new face: halfway through the animation, when the
 * piece is seen edge-on.
 */
const flipTime = 260;
const dropTime = 150;
const slideTime = 240;

interface Drawn {
  el: HTMLElement;
  use: SVGUseElement;
  symbol: string;
  /**
   * `place` is the element's current position in CSS, and `stirred` is whether its last change was
   * animated. They show whether the element must be updated.
   */
  place: string;
  stirred: boolean;
}

export class Pieces {
  private shown = new Map<number, Standing>();
  private drawn = new Map<number, Drawn>();
  private ghosts = new Map<number, Drawn>();
  private look = "";

  constructor(
    private layer: HTMLElement,
    private pieceOf: (s: Standing) => Piece | null,
    private still: () => boolean,
  ) {}

  /** The element of the piece on a square. */
  at(sq: number): HTMLElement | undefined {
    return this.drawn.get(sq)?.el;
  }

  /**
   * Shows the pieces of `after` by square, and animates the moved pieces. The parameter `last` is
   * the last move, which the cells may not show. If `look` has changed, pieces that did not move
   * are drawn again too.
   */
  show(
    after: Map<number, Standing>,
    f: Frame,
    last: { from: number; to: number } | null,
    animate: boolean,
    look: string,
  ): void {
    const anew = look !== this.look;
    this.look = look;
    const slide = animate && !this.still();
    const trips = new Map(travels(this.shown, after, last, f).map((t) => [t.to, t.from]));
    const old = new Map(this.drawn);
    const moved = new Set(trips.values());
    this.drawn.clear();
    for (const [to, piece] of after) {
      const from = trips.get(to);
      const was = this.shown.get(to);
      const stays = was?.token === piece.token;
      const kept = old.get(to);
      if (stays && from === undefined && !anew && was.home === piece.home && kept && !kept.stirred && !moved.has(to)) {
        old.delete(to);
        this.drawn.set(to, kept);
        continue;
      }
      const turns = last?.to === to && !moved.has(to);
      const key = from ?? (stays || turns ? to : -1);
      const d = old.get(key) ?? this.make();
      old.delete(key);
      this.drawn.set(to, d);
      const fresh = d.symbol === "";
      const drawn = this.pieceOf(piece);
      if (drawn) d.el.dataset.side = drawn.side;
      this.paint(d, drawn?.symbol ?? "", slide && !fresh && this.shown.get(key)?.token !== piece.token);
      const stirs = slide && (fresh || from !== undefined);
      if (stirs || d.stirred) {
        d.el.classList.toggle("kb-slide", slide && from !== undefined);
        d.el.classList.toggle("kb-new", slide && fresh);
      }
      d.stirred = stirs;
      const at = spotOf(to, f);
      rest(d, at, f);
      if (slide && from !== undefined) glide(d.el, spotOf(from, f), at);
    }
    for (const d of old.values()) this.drop(d, slide);
    this.shown = new Map(after);
  }

  /** Shows stones that are not on the board yet. */
  ghost(list: { sq: number; piece: Piece; sure: boolean }[], f: Frame): void {
    const old = new Map(this.ghosts);
    this.ghosts.clear();
    for (const g of list) {
      const d = old.get(g.sq) ?? this.make();
      old.delete(g.sq);
      this.ghosts.set(g.sq, d);
      this.paint(d, g.piece.symbol, false);
      d.el.classList.toggle("kb-ghost", !g.sure);
      rest(d, spotOf(g.sq, f), f);
    }
    for (const d of old.values()) d.el.remove();
  }

  private make(): Drawn {
    const el = document.createElement("div");
    el.className = "kb-piece";
    const art = document.createElementNS(svg, "svg");
    art.setAttribute("viewBox", "0 0 100 100");
    const use = document.createElementNS(svg, "use");
    art.append(use);
    el.append(art);
    this.layer.append(el);
    return { el, use, symbol: "", place: "", stirred: false };
  }

  private paint(d: Drawn, symbol: string, flip: boolean): void {
    if (d.symbol === symbol) return;
    d.symbol = symbol;
    const swap = () => d.use.setAttribute("href", `#${d.symbol}`);
    d.el.classList.toggle("kb-flip", flip);
    if (flip) setTimeout(swap, flipTime);
    else swap();
  }

  private drop(d: Drawn, slow: boolean): void {
    if (!slow) return d.el.remove();
    d.el.classList.add("kb-gone");
    setTimeout(() => d.el.remove(), dropTime);
  }
}

function glide(el: HTMLElement, from: Spot, to: Spot): void {
  const start = away(from.x - to.x, from.y - to.y);
  // Animate the piece: it is lifted, slides, and settles.
  el.animate?.(
    [
      { transform: start },
      { transform: `${start} scale(1.08)`, offset: 0.15 },
      { transform: "scale(1.05)", offset: 0.75 },
      { transform: "none" },
    ],
    { duration: slideTime, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" },
  );
}

/**
 * Places an element on a column and row. Pieces at rest have no transform, because hundreds of transforms would
 * slow down every frame of a drag.
 */
function rest(d: Drawn, at: Spot, f: Frame): void {
  const left = `${(100 * at.x) / f.width}%`;
  const top = `${(100 * at.y) / f.height}%`;
  if (d.place === left + top) return;
  d.place = left + top;
  d.el.style.left = left;
  d.el.style.top = top;
}

/** Returns the CSS transform that shows an element some columns and rows away from its place. */
export const away = (dx: number, dy: number): string => `translate(${dx * 100}%, ${dy * 100}%)`;
