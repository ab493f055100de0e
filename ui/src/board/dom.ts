// Builds the DOM elements of a board.

import type { BoardState, Geometry } from "./types";

export interface Parts {
  root: HTMLElement;
  window: HTMLElement;
  zoom: HTMLElement;
  ground: Element;
  under: Element;
  pieces: HTMLElement;
  hover: HTMLElement;
  /**
   * The cover lies over all cells during a drag, so that the browser does not have to find the
   * element under the mouse among hundreds of elements.
   */
  cover: HTMLElement;
  over: Element;
  grid: HTMLElement;
  chooser: HTMLElement;
  bar: HTMLElement;
  place: HTMLButtonElement;
  cancel: HTMLButtonElement;
  status: HTMLElement;
}

const skeleton =
  '<div class="kb-window"><div class="kb-zoom">' +
  '<svg class="kb-layer kb-ground" aria-hidden="true"></svg>' +
  '<svg class="kb-layer kb-under" aria-hidden="true"></svg>' +
  '<div class="kb-cells kb-pieces" aria-hidden="true"></div>' +
  '<svg class="kb-layer kb-over" aria-hidden="true"></svg>' +
  '<div class="kb-cells kb-grid" role="grid"></div>' +
  '</div><div class="kb-cover" hidden></div></div>' +
  '<div class="kb-chooser" role="group" hidden></div>' +
  '<div class="kb-bar" hidden><button type="button" class="kb-cancel"></button><button type="button" class="kb-place"></button></div>' +
  '<div class="kb-say" role="status"></div>';

export function build(el: HTMLElement): Parts {
  const root = document.createElement("div");
  root.className = "kb";
  root.innerHTML = skeleton;
  el.append(root);
  const find = <T extends Element>(cls: string) => root.querySelector(`.${cls}`) as T;
  const hover = document.createElement("div");
  hover.className = "kb-piece kb-hover";
  hover.hidden = true;
  find("kb-pieces").append(hover);
  return {
    root,
    hover,
    cover: find("kb-cover"),
    window: find("kb-window"),
    zoom: find("kb-zoom"),
    ground: find("kb-ground"),
    under: find("kb-under"),
    pieces: find("kb-pieces"),
    over: find("kb-over"),
    grid: find("kb-grid"),
    chooser: find("kb-chooser"),
    bar: find("kb-bar"),
    place: find("kb-place"),
    cancel: find("kb-cancel"),
    status: find("kb-say"),
  };
}

/** Adjusts the elements to a geometry. */
export function fit(p: Parts, g: Geometry): void {
  const w = g.width + 2 * g.margin.x;
  const h = g.height + 2 * g.margin.y;
  p.root.style.setProperty("--kb-ratio", String(w / h));
  p.root.style.setProperty("--kb-w", String(g.width));
  p.root.style.setProperty("--kb-h", String(g.height));
  p.root.classList.toggle("kb-points", g.points);
  for (const svg of [p.ground, p.under, p.over]) {
    svg.setAttribute("viewBox", `${-g.margin.x} ${-g.margin.y} ${w} ${h}`);
  }
  const x = `${(100 * g.margin.x) / w}%`;
  const y = `${(100 * g.margin.y) / h}%`;
  for (const el of [p.pieces, p.grid]) el.style.inset = `${y} ${x}`;
}

/** Creates the cells of the grid, row by row from the top of the screen. */
export function cellsFor(p: Parts, s: BoardState): HTMLElement[] {
  const cells: HTMLElement[] = [];
  p.grid.replaceChildren();
  for (let y = 0; y < s.height; y++) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (let x = 0; x < s.width; x++) {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.setAttribute("aria-selected", "false");
      row.append(cell);
      cells.push(cell);
    }
    p.grid.append(row);
  }
  return cells;
}
