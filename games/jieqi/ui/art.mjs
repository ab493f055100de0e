// The pieces and the board of xiangqi, and the backs of face-down discs: the
// star of a bronze drum, and on the rim how the disc moves now.

import { base, board, on, pieces } from "../../xiangqi/ui/art.mjs";

const homes = ["A", "B", "N", "R", "C", "P-up", "P-down"];

const at = (v) => Math.round(v * 10) / 10;

/** A star of n points between two radii, around the middle of a disc. */
function star(n, outer, inner) {
  let d = "";
  for (let i = 0; i < 2 * n; i++) {
    const r = i % 2 ? inner : outer;
    const a = (Math.PI * i) / n;
    d += `${i ? "L" : "M"}${at(50 + r * Math.sin(a))} ${at(49 - r * Math.cos(a))}`;
  }
  return `${d}Z`;
}

const ring = (r, w, dash = "") =>
  `<circle cx="50" cy="49" r="${r}" fill="none" stroke="currentColor" stroke-width="${w}"${dash && ` stroke-dasharray="${dash}"`}/>`;

export function draw(kit, name) {
  const dots = (2 * Math.PI * 23.6) / 28;
  const back =
    ring(31, 1.4) +
    `<g opacity=".82">` +
    ring(27.6, 0.9) +
    ring(23.6, 2.6, `${kit.round(dots * 0.42)} ${kit.round(dots * 0.58)}`) +
    ring(19.6, 0.9) +
    `</g>` +
    kit.path(star(14, 17.6, 6.4));
  const parts = [...base(kit, name), ...pieces(kit, name), ...board(kit, name)];
  for (const side of ["first", "second"]) {
    parts.push(kit.part(`${name}-back-${side}`, back));
    for (const home of homes) {
      parts.push(
        on(
          kit,
          name,
          `${name}-down-${side}-${home}`,
          side,
          kit.use(`${name}-back-${side}`) + kit.use(`${name}-rim-${home}`),
        ),
      );
    }
  }
  return parts;
}
