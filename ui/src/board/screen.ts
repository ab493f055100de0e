// Draws a model: the background, the layers under and over the pieces, the pieces, the cells of the
// grid, and the chooser.

import { build, cellsFor, fit, type Parts } from "./dom";
import { spotOf, squareAt, type Spot } from "./geometry";
import { ghosts, labels, over, under } from "./overlay";
import { Pieces } from "./pieces";
import { cellName, pieceAt } from "./speech";
import { loadSprite, pieceMarkup } from "./sprite";
import { available, destinations, standing, type Model } from "./state";
import type { BoardState, GameView, Geometry, Target, Translate } from "./types";
import { whole, type Zoom } from "./zoom";

const prefersStill = (): boolean =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Screen {
  readonly parts: Parts;
  readonly pieces: Pieces;
  geometry: Geometry;
  zoom: Zoom = whole;
  /** The cell under the mouse, or -1. */
  hover = -1;
  private cells: HTMLElement[] = [];
  /** The inputs of each cell's accessible name, to update only changed names. */
  private named: string[] = [];
  private grounded = "";
  private written = new Map<Element, string>();
  /**
   * The marked cell by attribute: the selected cell (aria-selected) and the cell that the Tab key
   * reaches (tabindex).
   */
  private marked = new Map<string, Element | null>();
  /** The last move that was drawn. */
  private last: BoardState["last"] = null;
  private model!: Model;

  /** Labels in the corners of squares, as SVG. */
  private corners = "";

  constructor(
    el: HTMLElement,
    readonly game: GameView,
    readonly t: Translate,
    private choose: (t: Target) => void,
  ) {
    this.parts = build(el);
    this.geometry = game.geometry(1, 1, {});
    this.pieces = new Pieces(this.parts.pieces, (s) => pieceAt(game, this.model.state, s.token, s.home), prefersStill);
    this.parts.root.dataset.game = game.name;
    loadSprite(game.sprite).catch(() => this.parts.root.classList.add("kb-bare"));
  }

  draw(m: Model, animate: boolean): void {
    const { parts: p } = this;
    this.model = m;
    this.ground(m.state);
    // The mark of a check pulses once, when the move gives check.
    p.root.classList.toggle("kb-fresh", m.state.last !== this.last);
    this.last = m.state.last;
    this.write(p.under, under(m, this.geometry));
    this.write(p.over, this.corners + over(m, this.geometry));
    this.pieces.show(standing(m), m.state, m.state.last, animate, this.grounded);
    this.ghosts();
    this.name();
    this.chooser();
    this.bar();
  }

  /** Replaces the content of a layer if it has changed. */
  private write(layer: Element, text: string): void {
    if (this.written.get(layer) === text) return;
    this.written.set(layer, text);
    layer.innerHTML = text;
  }

  /** Draws stones that are sent, aimed at, premoved or under the mouse. */
  ghosts(): void {
    const { stone } = this.game;
    if (!stone) return;
    const { state: s } = this.model;
    const may = this.hover >= 0 && available(this.model).some((m) => m.from < 0 && m.to === this.hover);
    const list = ghosts(this.model, may ? this.hover : -1).flatMap((g) => {
      const piece = pieceAt(this.game, s, stone(s, g.later), g.sq);
      return piece ? [{ sq: g.sq, piece, sure: g.sure }] : [];
    });
    this.pieces.ghost(list, s);
  }

  /** The square of a grid cell, or -1 if the element is not a cell. */
  squareOf(cell: Element): number {
    const i = this.cells.indexOf(cell as HTMLElement);
    const { state: s } = this.model;
    return i < 0 ? -1 : squareAt(i % s.width, Math.floor(i / s.width), s);
  }

  /** Focuses the cell of the cursor. */
  focus(): void {
    const { state: s, cursor } = this.model;
    const at = spotOf(cursor, s);
    this.cells[at.y * s.width + at.x]?.focus({ preventScroll: true });
  }

  /** The centre of a square as a fraction of the board's width and height. */
  fractionOf(sq: number): Spot {
    const g = this.geometry;
    const at = spotOf(sq, this.model.state);
    return {
      x: (at.x + 0.5 + g.margin.x) / (g.width + 2 * g.margin.x),
      y: (at.y + 0.5 + g.margin.y) / (g.height + 2 * g.margin.y),
    };
  }

  /** The width of a cell in pixels without zoom. */
  cellSize(): number {
    return (this.parts.window.clientWidth || Infinity) / (this.geometry.width + 2 * this.geometry.margin.x);
  }

  setZoom(z: Zoom): void {
    if (z === this.zoom) return;
    this.zoom = z;
    const { zoom, root } = this.parts;
    zoom.style.transform = z.k === 1 ? "" : `translate(${z.x * 100}%, ${z.y * 100}%) scale(${z.k})`;
    root.classList.toggle("kb-zoomed", z.k > 1);
  }

  /** Draws what does not change from move to move: the background and the coordinates. */
  private ground(s: BoardState): void {
    const next = JSON.stringify([s.width, s.height, s.orientation, s.look]);
    if (next === this.grounded) return;
    this.grounded = next;
    const { parts: p, game } = this;
    this.geometry = game.geometry(s.width, s.height, s.look);
    fit(p, this.geometry);
    p.root.dataset.board = s.look.board ?? game.boards?.[0] ?? "";
    p.root.dataset.set = s.look.set ?? game.setFor(s.look.language ?? "");
    const names = labels(this.geometry, s.orientation);
    // Labels inside the squares are drawn over the pieces; otherwise the pieces would cover them.
    this.corners = this.geometry.labels === "inside" ? names : "";
    p.ground.innerHTML = game.ground(this.geometry, s.look) + (this.corners ? "" : names);
    p.grid.setAttribute("aria-label", this.t("board.label"));
    const focused = p.grid.contains(document.activeElement);
    this.cells = cellsFor(p, s);
    this.named = [];
    this.marked.clear();
    if (focused) this.focus();
  }

  /** Sets the accessible names and states of the cells. */
  private name(): void {
    const { state: s, selected, cursor } = this.model;
    const shown = standing(this.model);
    const goals = new Set(destinations(this.model));
    this.cells.forEach((cell, i) => {
      const sq = squareAt(i % s.width, Math.floor(i / s.width), s);
      const here = shown.get(sq);
      const home = here?.home ?? sq;
      const from = `${here?.token} ${home} ${goals.has(sq)} ${s.last?.to === sq}`;
      if (this.named[i] !== from) attr(cell, "aria-label", cellName(this, s, here?.token, home, sq, goals.has(sq)));
      this.named[i] = from;
    });
    // Reading attributes of hundreds of cells is slow. The last values are remembered, and only the
    // cells that change are updated.
    this.mark("aria-selected", selected, "true", "false");
    this.mark("tabindex", cursor, "0", "-1");
  }

  /** Gives one cell a value of an attribute, and resets the cell that had this value before. */
  private mark(name: string, sq: number, yes: string, no: string): void {
    const { state: s } = this.model;
    const at = sq < 0 ? null : spotOf(sq, s);
    const cell = (at && this.cells[at.y * s.width + at.x]) ?? null;
    const had = this.marked.get(name) ?? null;
    if (had !== cell) had?.setAttribute(name, no);
    if (cell) attr(cell, name, yes);
    this.marked.set(name, cell);
  }

  private bar(): void {
    const { parts: p } = this;
    const { pending, state: s } = this.model;
    hide(p.bar, !pending);
    if (!pending) return;
    // A zoomed board does not show its coordinates, so the text of the button names the cell.
    p.place.textContent =
      pending.from < 0 ? `${this.t("board.place")} ${this.game.squareName(pending.to, s.width)}` : this.t("board.play");
    p.cancel.textContent = this.t("board.cancel");
    p.bar.classList.toggle("kb-top", spotOf(pending.to, s).y > s.height * 0.6);
  }

  private chooser(): void {
    const { chooser } = this.parts;
    const { choice } = this.model;
    const [first] = choice;
    hide(chooser, !first);
    if (!first) return;
    chooser.setAttribute("aria-label", this.t("board.choose"));
    chooser.replaceChildren(...choice.map((c) => this.button(c)));
    const at = this.fractionOf(first.to);
    chooser.style.setProperty("--at-x", String(at.x));
    chooser.style.setProperty("--at-y", String(at.y));
    (chooser.firstElementChild as HTMLElement).focus({ preventScroll: true });
  }

  private button(target: Target): HTMLButtonElement {
    const { state: s } = this.model;
    const button = document.createElement("button");
    const side = s.interactive === "first" || s.interactive === "second" ? s.interactive : s.turn;
    const piece = pieceAt(this.game, s, this.game.becomes?.(target, side) ?? undefined, target.to);
    button.type = "button";
    if (piece) {
      button.innerHTML = pieceMarkup(piece);
      button.setAttribute("aria-label", this.t(piece.name));
    } else button.textContent = target.code;
    button.onclick = () => this.choose(target);
    return button;
  }
}

function hide(el: HTMLElement, hidden: boolean): void {
  if (el.hidden !== hidden) el.hidden = hidden;
}

function attr(el: Element, name: string, value: string): void {
  if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}
