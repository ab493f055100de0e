// Makes src/style/faces.svg: the nine pictures for the levels of the engine, from a soldier to a
// king, side by side. Each is 64 units wide. The drawings were made for this project.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const L = 'stroke="#2b1c12" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"';
const skin = "#f0c99a";
const dark = "#2b1c12";
const look = (x, y) =>
  `<g transform="translate(${x} ${y})"><circle cx="-5" r="1.5" fill="${dark}"/><circle cx="5" r="1.5" fill="${dark}"/><path d="M-4.5 5.5q4.5 3.5 9 0" fill="none" ${L}/></g>`;
const head = `<path d="M21 33v6a11 12 0 0 0 22 0v-6z" fill="${skin}" ${L}/>${look(32, 39)}`;
const coat = (colour) => `<path d="M14 66c2-13 9-17 18-17s16 4 18 17z" fill="${colour}" ${L}/>`;
const hat = (colour) =>
  `<path d="M32 12C42 18 50 26 55 35c-13 4-33 4-46 0 5-9 13-17 23-23z" fill="${colour}" ${L}/>`;

/** For each level, from the lowest: the background colour and the drawing. */
const faces = [
  // Tốt (pawn)
  ["#d9e4cf", `${coat("#8fae86")}${head}${hat("#e9cf8f")}<path d="M20 30c8 2 16 2 24 0" fill="none" ${L} opacity=".5"/>`],
  // Tốt sang sông (pawn across the river)
  ["#cfdfe3", `${coat("#5d88a0")}${head}${hat("#e2b95a")}<path d="M51 62V20M51 20l-3.5 7h7z" fill="#b8cbd0" ${L}/><path d="M4 58q5-4 10 0t10 0 10 0 10 0 10 0 10 0v10H4z" fill="#8fb6c4" ${L}/>`],
  // Sĩ (advisor)
  ["#efe0c2", `<path d="M13 66c2-13 9-17 19-17s17 4 19 17z" fill="#3f4f63" ${L}/><path d="M32 50l-5 4 5 12 5-12z" fill="#fff6e6" ${L}/><path d="M21 31v8a11 13 0 0 0 22 0v-8z" fill="${skin}" ${L}/>${look(32, 38)}<path d="M20 33c-2-13 3-19 12-19s14 6 12 19c-6-4-18-4-24 0z" fill="#3a2d28" ${L}/><path d="M20 28c7-5 17-5 24 0M21 23c6-4 16-4 22 0" fill="none" stroke="#8d7768" stroke-width="1.3"/>`],
  // Tượng (elephant)
  ["#e3ddd6", `<path d="M32 13c8 0 14 4 16 9 8-4 14 1 14 10s-7 16-15 14c-1 5-4 8-8 10v3c0 5 3 6 6 6H34c-5-1-7-4-7-9v-2c-5-1-9-4-10-8C9 48 2 41 2 32s6-14 14-10c2-5 8-9 16-9z" fill="#a5a9ab" ${L}/><path d="M16 22c-2 8-1 16 1 24M48 22c2 8 1 16-1 24M29 50h7M28.5 55h7" fill="none" ${L}/><path d="M24 46c-2 5-5 7-8 8M40 46c2 5 5 7 8 8" fill="none" stroke="#fff8ea" stroke-width="3.5" stroke-linecap="round"/><circle cx="25" cy="33" r="1.8" fill="#2b1c12"/><circle cx="39" cy="33" r="1.8" fill="#2b1c12"/><path d="M27 20h10l-5 6z" fill="#c23b2b" ${L}/>`],
  // Mã (horse)
  ["#f0d6b8", `<path d="M18 66c0-10 6-15 9-22-5 3-9 5-12 9-2 3-7 3-9 0-2-2-1-5 1-8l8-13c0-7 3-12 7-14l-1-8 9 6c15 2 24 14 24 30 0 8-1 14-3 20z" fill="#b5652f" ${L}/><path d="M30 16c3 4 12 3 13 9 2 5 9 6 9 13 0 5 4 7 3 13-1 6 2 9-1 15h-8c3-8 3-16 1-23-3-10-9-18-17-27z" fill="#3a241a" ${L}/><circle cx="24.5" cy="29" r="2" fill="#2b1c12"/><path d="M10 47l3-1.5M15 33c5 3 11 4 15 3" fill="none" ${L}/>`],
  // Pháo (cannon)
  ["#f3dfaa", `<path d="M12 40l30-22 11 13-31 21z" fill="#4f5a57" ${L}/><path d="M40 16l15 18M17 37l9 13" fill="none" stroke="#e2b95a" stroke-width="3"/><circle cx="27" cy="50" r="12" fill="#c98a45" ${L}/><circle cx="27" cy="50" r="3.5" fill="#6b3d17" ${L}/><path d="M27 38v8M27 54v8M15 50h8M31 50h8" ${L}/><path d="M50 13l4-7M56 18l8-4M57 25l7 2" stroke="#c23b2b" stroke-width="2.6" stroke-linecap="round"/>`],
  // Xe (chariot)
  ["#e9c9bd", `<path d="M6 20h52l-5 8H11z" fill="#b3281a" ${L}/><path d="M16 28h32v14H16z" fill="#7c1f15" ${L}/><path d="M22 28v14M32 28v14M42 28v14" stroke="#e2b95a" stroke-width="1.6"/><path d="M32 20v-9l9 3.5-9 3.5" fill="#e2b95a" ${L}/><circle cx="32" cy="50" r="13" fill="#e0ae62" ${L}/><circle cx="32" cy="50" r="8.5" fill="#e9c9bd" ${L}/><path d="M32 41.5v17M23.5 50h17M26 44l12 12M38 44L26 56" ${L}/><circle cx="32" cy="50" r="2.8" fill="#7c1f15"/>`],
  // Tướng (general)
  ["#e8b7a6", `<path d="M11 66c2-13 10-18 21-18s19 5 21 18z" fill="#9c2417" ${L}/><path d="M24 50l8 16 8-16" fill="#e2b95a" ${L}/><path d="M21 30v9a11 13 0 0 0 22 0v-9z" fill="${skin}" ${L}/><path d="M24 40c3 16 13 16 16 0-3 4-13 4-16 0z" fill="#3a2d28" ${L}/><circle cx="27" cy="36" r="1.6" fill="#2b1c12"/><circle cx="37" cy="36" r="1.6" fill="#2b1c12"/><path d="M24 32l5 1.5M40 32l-5 1.5" ${L}/><path d="M18 31c-1-11 5-17 14-17s15 6 14 17c-8-4-20-4-28 0z" fill="#e2b95a" ${L}/><path d="M32 14V5M32 5l8 3-8 3M18 31l-5 4M46 31l5 4" fill="#c23b2b" ${L}/><circle cx="32" cy="22" r="3.5" fill="#b3281a" ${L}/>`],
  // Kỳ vương (king of the board)
  ["#f2d58a", `<path d="M9 66c2-13 11-18 23-18s21 5 23 18z" fill="#7a1d2b" ${L}/><path d="M23 50l9 16 9-16" fill="#f4e3b0" ${L}/><path d="M21 29v10a11 13 0 0 0 22 0V29z" fill="${skin}" ${L}/><path d="M22 40c2 20 18 20 20 0-4 5-16 5-20 0z" fill="#f2efe8" ${L}/><circle cx="27" cy="35" r="1.6" fill="${dark}"/><circle cx="37" cy="35" r="1.6" fill="${dark}"/><path d="M16 29l-3-17 9 7 10-12 10 12 9-7-3 17z" fill="#f0b92e" ${L}/><circle cx="32" cy="21" r="3.2" fill="#b3281a" ${L}/>`],
];

const strip = faces.map(
  ([ground, body], i) =>
    `<svg x="${64 * i}" width="64" height="64" viewBox="0 0 64 64"><path d="M0 0h64v64H0z" fill="${ground}"/>${body}<circle cx="32" cy="32" r="31" fill="none" stroke="${dark}" stroke-opacity=".28" stroke-width="1.5"/></svg>`,
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${64 * faces.length} 64">${strip.join("")}</svg>\n`;
writeFileSync(join(import.meta.dirname, "../src/style/faces.svg"), svg);
console.log("faces", svg.length);
