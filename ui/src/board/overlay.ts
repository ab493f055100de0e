// Draws the layers under and over the pieces, as SVG markup. One unit is one cell; the origin is
// the upper left corner of the upper left cell.

import { edges, type Frame, type Spot, spotOf } from "./geometry";
import { free, destinations, type Model, openings } from "./state";
import type { Arrow, Geometry, Mark, Side } from "./types";

const n = (v: number): string => String(Math.round(v * 1000) / 1000);

const centre = (sq: number, f: Frame): Spot => {
  const s = spotOf(sq, f);
  return { x: s.x + 0.5, y: s.y + 0.5 };
};

const circle = (s: Spot, r: number, cls: string): string =>
  `<circle cx="${n(s.x)}" cy="${n(s.y)}" r="${r}" class="${cls}"/>`;

const path = (d: string, cls: string): string => `<path d="${d}" class="${cls}"/>`;

/**
 * Marks a square: as a filled cell, or, on boards with points, by four corners around the point.
 */
function field(sq: number, f: Frame, g: Geometry, cls: string): string {
  const { x, y } = spotOf(sq, f);
  if (!g.points) return `<rect x="${x}" y="${y}" width="1" height="1" class="${cls}"/>`;
  let d = "";
  for (const [sx, sy] of [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    const cx = x + 0.5 - sx * 0.49;
    const cy = y + 0.5 - sy * 0.49;
    d += `M${n(cx)} ${n(cy + sy * 0.24)}V${n(cy)}H${n(cx + sx * 0.24)}`;
  }
  return path(d, `${cls} kb-corners`);
}

/** Draws the layer under the pieces: the last move, the selected piece and its target squares. */
export function under(m: Model, g: Geometry): string {
  const { state: f } = m;
  let out = "";
  const moved = f.last && f.last.from >= 0 ? [f.last.from, f.last.to] : [];
  moved.forEach((sq, i) => {
    if (sq >= 0)
      out += g.points ? circle(centre(sq, f), i ? 0.55 : 0.29, "kb-last kb-trace") : field(sq, f, g, "kb-last");
  });
  for (const q of m.queue) {
    for (const sq of [q.from, q.to]) if (sq >= 0) out += field(sq, f, g, "kb-queued");
  }
  for (const mark of f.marks) {
    if (mark.kind === "check")
      for (const sq of mark.squares) out += circle(centre(sq, f), g.points ? 0.6 : 0.47, "kb-check");
    else if (mark.kind === "row") out += rowOf(mark, f);
  }
  if (m.pending && m.pending.from < 0) {
    const { x, y } = centre(m.pending.to, f);
    out += path(`M0 ${y}H${f.width}M${x} 0V${f.height}`, "kb-cross");
  }
  if (m.selected >= 0) out += field(m.selected, f, g, "kb-selected");
  const goals = destinations(m);
  for (const sq of goals.length || m.selected >= 0 ? goals : openings(m)) {
    if (!f.cells[sq]) out += circle(centre(sq, f), 0.15, "kb-dot");
  }
  return out;
}

/**
 * Draws the layer over the pieces: possible captures, rows of stones that the rules do not count,
 * arrows, the aimed target.
 */
export function over(m: Model, g: Geometry): string {
  const { state: f } = m;
  let out = "";
  for (const sq of destinations(m)) if (f.cells[sq]) out += circle(centre(sq, f), 0.46, "kb-take");
  if (f.last && f.last.from < 0 && f.last.to >= 0) {
    const s = spotOf(f.last.to, f);
    out += g.points
      ? circle(centre(f.last.to, f), 0.2, "kb-stone")
      : `<rect x="${s.x + 0.06}" y="${s.y + 0.06}" width=".88" height=".88" rx=".16" class="kb-stone"/>`;
  }
  for (const mark of f.marks) if (mark.kind !== "row") out += rowOf(mark, f);
  if (m.queue.length > 1) {
    m.queue.forEach((q, i) => {
      const { x, y } = spotOf(q.to, f);
      out += `<text x="${x + 0.86}" y="${y + 0.3}" class="kb-count">${i + 1}</text>`;
    });
  }
  if (m.pending) out += circle(centre(m.pending.to, f), 0.56, "kb-aim");
  for (const a of [...f.arrows, ...m.drawn]) out += arrow(a, f);
  return out;
}

/**
 * Draws a row of stones: a winning row as a line, a row that the rules do not count in brackets.
 */
function rowOf(mark: Mark, f: Frame): string {
  const first = mark.squares[0];
  const last = mark.squares[mark.squares.length - 1];
  if (mark.kind === "check" || first === undefined || last === undefined || first === last) return "";
  const a = centre(first, f);
  const b = centre(last, f);
  const len = Math.hypot(b.x - a.x, b.y - a.y);
  const ux = (b.x - a.x) / len;
  const uy = (b.y - a.y) / len;
  const along = (s: Spot, by: number, out = 0): string =>
    `${n(s.x + ux * by - uy * out)} ${n(s.y + uy * by + ux * out)}`;
  if (mark.kind === "row") return path(`M${along(a, -0.4)}L${along(b, 0.4)}`, `kb-row" pathLength="1`);
  const d = 0.5 * Math.max(Math.abs(ux), Math.abs(uy)) + (ux && uy ? 0.35 : 0);
  const bracket = (s: Spot, w: 1 | -1): string =>
    `M${along(s, w * (d - 0.16), 0.42)}L${along(s, w * d, 0.42)}L${along(s, w * d, -0.42)}L${along(s, w * (d - 0.16), -0.42)}`;
  const stops = (mark.because ?? []).map((sq) => circle(centre(sq, f), 0.47, "kb-stop")).join("");
  return path(bracket(a, -1) + bracket(b, 1), `kb-void kb-${mark.kind}`) + stops;
}

/** Draws a line with a light border, so that it is visible on dark pieces too. */
const outline = (d: string, cls: string): string => path(d, `${cls} kb-case`) + path(d, cls);

function arrow(a: Arrow, f: Frame): string {
  const cls = `kb-arrow kb-${a.brush ?? "main"}`;
  const from = centre(a.from, f);
  if (a.from === a.to || a.from < 0) return circle(centre(a.to, f), 0.44, cls);
  const to = centre(a.to, f);
  const len = Math.hypot(to.x - from.x, to.y - from.y);
  const ux = (to.x - from.x) / len;
  const uy = (to.y - from.y) / len;
  const at = (by: number, side: number): string =>
    `${n(from.x + ux * by - uy * side)} ${n(from.y + uy * by + ux * side)}`;
  const head = len - 0.36;
  // Arrows of the engine are drawn as outlines, arrows of people as filled shapes.
  if (a.brush === "engine")
    return outline(
      `M${at(0.3, 0.09)}L${at(head, 0.09)}L${at(head, 0.24)}L${at(len - 0.04, 0)}L${at(head, -0.24)}L${at(head, -0.09)}L${at(0.3, -0.09)}Z`,
      cls,
    );
  return (
    path(`M${at(0.3, 0)}L${at(head, 0)}`, cls) +
    path(`M${at(len - 0.06, 0)}L${at(head - 0.06, 0.22)}L${at(head - 0.06, -0.22)}Z`, `${cls} kb-head`)
  );
}

const text = (x: number, y: number, s: string, cls: string): string =>
  s && `<text x="${n(x)}" y="${n(y)}" class="kb-label ${cls}">${s}</text>`;

/** Draws the labels of files and ranks in the viewer's orientation. */
export function labels(g: Geometry, orientation: Side): string {
  if (g.labels === "none") return "";
  const e = edges(g, orientation);
  const inside = g.labels === "inside";
  let out = "";
  for (let x = 0; x < g.width; x++) {
    const odd = (x + g.height) % 2 ? "kb-even" : "kb-odd";
    if (inside) out += text(x + 0.955, g.height - 0.05, e.bottom[x] ?? "", `kb-in kb-end ${odd}`);
    else {
      out += text(x + 0.5, g.height + g.margin.y / 2, e.bottom[x] ?? "", "");
      out += text(x + 0.5, -g.margin.y / 2, e.top[x] ?? "", "");
    }
  }
  for (let y = 0; y < g.height; y++) {
    const odd = y % 2 ? "kb-odd" : "kb-even";
    if (inside) out += text(0.045, y + 0.2, e.left[y] ?? "", `kb-in ${odd}`);
    else {
      out += text(-g.margin.x / 2, y + 0.5, e.left[y] ?? "", "");
      out += text(g.width + g.margin.x / 2, y + 0.5, e.right[y] ?? "", "");
    }
  }
  return out;
}

/** Lists stones that are not on the board yet: sent, aimed at, or premoved. */
export function ghosts(m: Model, hover: number): { sq: number; later: boolean; sure: boolean }[] {
  const out: { sq: number; later: boolean; sure: boolean }[] = [];
  if (m.sent && m.sent.from < 0) out.push({ sq: m.sent.to, later: false, sure: true });
  if (m.pending && m.pending.from < 0) out.push({ sq: m.pending.to, later: false, sure: false });
  for (const q of m.queue) if (q.from < 0) out.push({ sq: q.to, later: true, sure: false });
  if (hover >= 0 && !out.some((o) => o.sq === hover)) out.push({ sq: hover, later: !free(m), sure: false });
  return out;
}
