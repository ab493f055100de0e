// Finds which piece moved where between two boards, for animation. It compares only the cells,
// because the board does not know the rules.

import { type Frame, spotOf } from "./geometry";
import type { Standing } from "./state";

export interface Travel {
  from: number;
  to: number;
}

/**
 * Pairs removed pieces with added pieces, to find which piece moved where. The move in `last` is
 * paired first, if it fits. Then equal pieces are paired, the nearest pieces first.
 */
export function travels(
  before: Map<number, Standing>,
  after: Map<number, Standing>,
  last: Travel | null,
  f: Frame,
): Travel[] {
  const came = [...after].filter(([sq, p]) => before.get(sq)?.token !== p.token).map(([sq]) => sq);
  const left = [...before].filter(([sq, p]) => after.get(sq)?.token !== p.token).map(([sq]) => sq);
  const out: Travel[] = [];
  const pair = (from: number, to: number) => {
    out.push({ from, to });
    left.splice(left.indexOf(from), 1);
    came.splice(came.indexOf(to), 1);
  };
  if (last && left.includes(last.from) && came.includes(last.to)) pair(last.from, last.to);
  const away = (a: number, b: number) => {
    const p = spotOf(a, f);
    const q = spotOf(b, f);
    return Math.hypot(p.x - q.x, p.y - q.y);
  };
  const pairs = came.flatMap((to) =>
    left
      .filter((from) => before.get(from)?.token === after.get(to)?.token)
      .map((from) => ({ from, to, far: away(from, to) })),
  );
  pairs.sort((a, b) => a.far - b.far);
  for (const p of pairs) if (left.includes(p.from) && came.includes(p.to)) pair(p.from, p.to);
  return out;
}
