// Computes the positions of squares on the screen. Columns count from the left and rows from the
// top of the screen; squares are numbered as in the rules.

import type { Geometry, Side } from "./types";

/** The size of a board and the side at the bottom. */
export interface Frame {
  width: number;
  height: number;
  orientation: Side;
}

export interface Spot {
  x: number;
  y: number;
}

/** The column and row of a square. */
export function spotOf(sq: number, f: Frame): Spot {
  const file = sq % f.width;
  const rank = Math.floor(sq / f.width);
  return f.orientation === "first" ? { x: file, y: f.height - 1 - rank } : { x: f.width - 1 - file, y: rank };
}

/** The square at a column and row, or -1 if there is none. Fractions belong to the cell that contains them. */
export function squareAt(x: number, y: number, f: Frame): number {
  const col = Math.floor(x);
  const row = Math.floor(y);
  if (!(col >= 0 && row >= 0 && col < f.width && row < f.height)) return -1;
  return f.orientation === "first" ? (f.height - 1 - row) * f.width + col : row * f.width + (f.width - 1 - col);
}

const clamp = (v: number, n: number): number => Math.max(0, Math.min(n - 1, v));

/** The square that is `dx` columns and `dy` rows away, or the nearest square on the board. */
export function stepFrom(sq: number, dx: number, dy: number, f: Frame): number {
  const s = spotOf(sq, f);
  return squareAt(clamp(s.x + dx, f.width), clamp(s.y + dy, f.height), f);
}

/** Converts a fraction of the board's outer width and height to cells, without the margins. */
export function cellsAt(fx: number, fy: number, g: Geometry): Spot {
  return {
    x: fx * (g.width + 2 * g.margin.x) - g.margin.x,
    y: fy * (g.height + 2 * g.margin.y) - g.margin.y,
  };
}

const back = (a: string[]): string[] => a.toReversed();

/**
 * The labels of the four edges, as the viewer sees them. Each list runs from left to right, or from
 * top to bottom.
 */
export function edges(
  g: Geometry,
  orientation: Side,
): { top: string[]; bottom: string[]; left: string[]; right: string[] } {
  return orientation === "first"
    ? { top: g.top, bottom: g.bottom, left: back(g.left), right: back(g.right) }
    : { top: back(g.bottom), bottom: back(g.top), left: g.right, right: g.left };
}

/** Letters starting with a, one per file. */
export const letters = (n: number): string[] => Array.from({ length: n }, (_, i) => String.fromCharCode(97 + i));

/** n consecutive numbers, beginning at `start`. */
export const numbers = (n: number, start = 1): string[] => Array.from({ length: n }, (_, i) => String(i + start));
