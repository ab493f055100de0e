// The pieces and the board of xiangqi, and the backs of face-down pieces. The back shows the star
// of a bronze drum; its rim shows how the piece moves while it is face down.

import { base, board, corner, lacquer, pieces } from "../../xiangqi/ui/art.mjs";

const homes = ["A", "B", "N", "R", "C", "P-up", "P-down"];

const at = (v) => Math.round(v * 10) / 10;

/**
 * Returns the outline of a star with n points around the middle of a disc. outer and inner are the
 * radii of the points and of the corners between them.
 */
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
  const parts = [
    ...base(kit, name),
    ...pieces(kit, name),
    ...board(kit, name),
    `<radialGradient id="${name}-gloss" cx=".38" cy=".25" r=".85"><stop stop-color="#fff" stop-opacity=".26"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".28"/></radialGradient>`,
    kit.part(
      `${name}-gilt`,
      `<circle cx="50" cy="49" r="45" fill="url(#${name}-gloss)"/><g color="var(--gilt)" fill="var(--gilt)">${ring(43.8, 1.6)}${back}</g>`,
    ),
  ];
  for (const side of ["first", "second"]) {
    parts.push(
      kit.part(
        `${name}-back-${side}`,
        `${kit.use(`${name}-disc`)}<circle cx="50" cy="49" r="45" fill="${lacquer[side]}"/>${kit.use(`${name}-gilt`)}`,
      ),
    );
    for (const home of homes) {
      parts.push(
        kit.symbol(
          `${name}-down-${side}-${home}`,
          `${kit.use(`${name}-back-${side}`)}<g fill="var(--gilt)">${kit.use(`${name}-rim-${home}`)}</g>`,
        ),
      );
    }
  }
  return parts;
}

export const mini = (kit, name) =>
  corner(kit, name, [
    ["down-second-N", 3, 7],
    ["characters-C", 5, 7],
    ["down-first-R", 4, 8],
    ["down-first-A", 3, 9],
    ["characters-r", 5, 9],
  ]);
