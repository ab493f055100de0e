// Labels at the edges of a zoomed board, beside the columns and rows in view. They are loaded with the first zoom.

import { edges } from "./geometry";
import type { Screen } from "./screen";

/** The width of an edge in cells of the whole board, and how much larger a label is than there. */
const EDGE = 1;
const LARGER = 1.75;

/** The centres of columns or rows in the window, in cells of the whole board, by their labels. */
export function centres(names: string[], margin: number, k: number, shift: number): [name: string, at: number][] {
  const size = names.length + 2 * margin;
  return names
    .map((name, i): [string, number] => [name, shift * size + k * (i + 0.5 + margin)])
    .filter(([name, at]) => name && at > EDGE && at < size - EDGE);
}

/** Draws the labels, or removes them from the whole board. */
export function rule({ parts: { window }, geometry: g, zoom: z, model }: Screen): void {
  window.querySelector(".kb-rulers")?.remove();
  if (z.k === 1 || g.labels !== "outside") return;
  const [w, h] = [g.width + 2 * g.margin.x, g.height + 2 * g.margin.y];
  const e = edges(g, model.state.orientation);
  const label = ([name, x]: [string, number], y: number) =>
    `<text class="kb-label" transform="translate(${x} ${y}) scale(${LARGER})">${name}</text>`;
  const columns = (names: string[], y: number) =>
    centres(names, g.margin.x, z.k, z.x)
      .map((c) => label(c, y))
      .join("");
  const rows = centres(e.left, g.margin.y, z.k, z.y).map(([name, y]) => label([name, EDGE / 2], y));
  const frame = `M0 0H${w}V${h}H0zM${EDGE} ${EDGE}V${h - EDGE}H${w}V${EDGE}z`;
  window.insertAdjacentHTML(
    "beforeend",
    `<svg class="kb-layer kb-rulers" viewBox="0 0 ${w} ${h}" aria-hidden="true">` +
      `<path d="${frame}" fill="var(--do)" fill-rule="evenodd" opacity="0.85"/>` +
      `${columns(e.top, EDGE / 2)}${columns(e.bottom, h - EDGE / 2)}${rows.join("")}</svg>`,
  );
}
