// Zooms a board whose cells are too small for a finger. Coordinates are fractions of the board's
// width and height.

export interface Zoom {
  k: number;
  /** The position of the board's upper left corner in the window. */
  x: number;
  y: number;
}

export const whole: Zoom = { k: 1, x: 0, y: 0 };

const most = 4;

/** Limits the position so that the window shows only the board. */
function kept(z: Zoom): Zoom {
  const k = Math.max(1, Math.min(most, z.k));
  const clamp = (v: number) => Math.min(0, Math.max(1 - k, v));
  return { k, x: clamp(z.x), y: clamp(z.y) };
}

/** Zooms by a factor around a point of the window. */
export function zoomAt(z: Zoom, factor: number, fx: number, fy: number): Zoom {
  const k = Math.max(1, Math.min(most, z.k * factor));
  const by = k / z.k;
  return kept({ k, x: fx - (fx - z.x) * by, y: fy - (fy - z.y) * by });
}

/** Moves the board in the window. */
export const pan = (z: Zoom, dx: number, dy: number): Zoom => kept({ ...z, x: z.x + dx, y: z.y + dy });
