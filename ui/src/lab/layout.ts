// Computes the layout of a search tree: leaves side by side, parents centred above their children,
// cut branches as separate leaves.
import type { Branch } from "../session/messages";

export interface Spot {
  x: number;
  y: number;
  move: string;
  value: number;
  /** The number of moves that were cut off at this place; 0 for a searched node. */
  cut: number;
}

export interface Edge {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  best: boolean;
  cut: boolean;
}

export interface Layout {
  nodes: Spot[];
  edges: Edge[];
  width: number;
  height: number;
}

const CELL = 74;
const ROW = 76;
const PAD = 20;

export function layout(root: Branch): Layout {
  const nodes: Spot[] = [];
  const edges: Edge[] = [];
  let next = 0;
  let deepest = 0;
  const place = (b: Branch, depth: number): Spot => {
    deepest = Math.max(deepest, depth);
    const y = PAD + depth * ROW;
    const below = (b.children ?? []).map((c) => ({ spot: place(c, depth + 1), best: c.best === true, cut: false }));
    if (b.skipped) {
      deepest = Math.max(deepest, depth + 1);
      const spot: Spot = { x: PAD + CELL / 2 + CELL * next++, y: y + ROW, move: "", value: 0, cut: b.skipped };
      nodes.push(spot);
      below.push({ spot, best: false, cut: true });
    }
    const first = below[0];
    const last = below.at(-1);
    const x = first && last ? (first.spot.x + last.spot.x) / 2 : PAD + CELL / 2 + CELL * next++;
    const spot: Spot = { x, y, move: b.move ?? "", value: b.value, cut: 0 };
    nodes.push(spot);
    for (const c of below) edges.push({ x1: x, y1: y + 10, x2: c.spot.x, y2: c.spot.y - 10, best: c.best, cut: c.cut });
    return spot;
  };
  place(root, 0);
  return { nodes, edges, width: 2 * PAD + CELL * Math.max(1, next), height: 2 * PAD + deepest * ROW };
}
