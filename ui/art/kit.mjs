// Drawing tools: outlines of letters and icons, and writing them into a sprite. All symbols are 100 units wide and
// high.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

const require = createRequire(import.meta.url);
const folder = (pkg) => dirname(require.resolve(`${pkg}/package.json`));

const fonts = {
  kai: { pkg: "@fontsource/lxgw-wenkai-tc", end: "-700-normal.woff2" },
  symbols: { pkg: "@fontsource/noto-sans-symbols-2", end: "-400-normal.woff2" },
  sans: { pkg: "@fontsource/be-vietnam-pro", end: "-700-normal.woff2" },
};
const opened = new Map();
const glyphs = new Map();

/** The glyph of a character; fonts are split into many files. */
function glyphOf(font, char) {
  const key = font + char;
  if (!glyphs.has(key)) glyphs.set(key, find(font, char));
  return glyphs.get(key);
}

function find(font, char) {
  const { pkg, end } = fonts[font];
  const dir = join(folder(pkg), "files");
  for (const name of readdirSync(dir).sort()) {
    if (!name.endsWith(end)) continue;
    const path = join(dir, name);
    if (!opened.has(path)) opened.set(path, fontkit.openSync(path));
    const f = opened.get(path);
    if (f.hasGlyphForCodePoint(char.codePointAt(0))) return f.glyphForCodePoint(char.codePointAt(0));
  }
  throw new Error(`no ${char} in ${pkg}`);
}

const round = (v) => String(Math.round(v * 10) / 10).replace(/^(-?)0\./, "$1.");

/** Joins numbers in the shortest form that path data allows. */
const nums = (list) => list.map(round).reduce((s, n) => s + (s && !n.startsWith("-") ? " " : "") + n, "");

const letters = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" };

/** The contours of a text as lists of commands in screen units. */
function contours(font, text) {
  const all = [];
  let pen = 0;
  for (const char of text) {
    const g = glyphOf(font, char);
    for (const c of g.path.commands) {
      if (c.command === "moveTo") all.push([]);
      all.at(-1).push({ c: letters[c.command], a: c.args.map((v, i) => (i % 2 ? -v : v + pen)) });
    }
    pen += g.advanceWidth;
  }
  return all;
}

function boxOf(list) {
  const xs = list.flatMap((k) => k.flatMap((p) => p.a.filter((_, i) => i % 2 === 0)));
  const ys = list.flatMap((k) => k.flatMap((p) => p.a.filter((_, i) => i % 2 === 1)));
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/** Path data with relative coordinates, which are shorter than absolute ones. Rounding errors do not accumulate. */
function write(list, k, dx, dy) {
  let out = "";
  let pen = [0, 0];
  let home = pen;
  for (const { c, a } of list.flat()) {
    const at = a.map((v, i) => Math.round((v * k + (i % 2 ? dy : dx)) * 10) / 10);
    out += (out ? c.toLowerCase() : c) + nums(at.map((v, i) => v - pen[i % 2]));
    if (c === "Z") pen = home;
    else pen = at.slice(-2);
    if (c === "M") home = pen;
  }
  return out;
}

/** Path data of a text, centred on (cx, cy) and fitted to a width and height. */
export function text(font, chars, { w = 60, h = w, cx = 50, cy = 50 } = {}) {
  const list = contours(font, chars);
  const b = boxOf(list);
  const k = Math.min(w / (b.x1 - b.x0), h / (b.y1 - b.y0));
  return write(list, k, cx - ((b.x0 + b.x1) / 2) * k, cy - ((b.y0 + b.y1) / 2) * k);
}

/** A glyph as its outer contours and as a whole, at a common scale with its base on a line. */
export function figure(font, char, { k, cx = 50, foot = 90 }) {
  const list = contours(font, char);
  const b = boxOf(list);
  const boxes = list.map((c) => boxOf([c]));
  const inside = (a, o) => a !== o && a.x0 >= o.x0 && a.x1 <= o.x1 && a.y0 >= o.y0 && a.y1 <= o.y1;
  const outer = list.filter((_, i) => !boxes.some((o) => inside(boxes[i], o)));
  const dx = cx - ((b.x0 + b.x1) / 2) * k;
  const dy = foot - b.y1 * k;
  return { outer: write(outer, k, dx, dy), whole: write(list, k, dx, dy) };
}

/** Path data with whole numbers, which is accurate enough for 512 units. */
const whole = (d) =>
  d.replace(
    /(-?)(\d*\.\d+)/g,
    (_, sign, n, at) => (sign || (/[\d.]/.test(d[at - 1] ?? "") ? " " : "")) + Math.round(Number(n)),
  );

/** An icon of game-icons.net, drawn in 512 units, as an element in a square box. */
export function icon(name, { size = 56, cx = 50, cy = 50 } = {}) {
  const set = JSON.parse(readFileSync(join(folder("@iconify-json/game-icons"), "icons.json"), "utf8"));
  const body = set.icons[name]?.body;
  if (!body) throw new Error(`no icon ${name}`);
  const k = Math.round((size / 512) * 1e4) / 1e4;
  const short = body.replace(/ d="([^"]*)"/, (_, d) => ` d="${whole(d)}"`);
  return `<g transform="translate(${round(cx - size / 2)} ${round(cy - size / 2)})scale(${k})">${short}</g>`;
}

/** A symbol for any size. It is not clipped, because a clip costs a layer each time it is drawn. */
export const symbol = (id, body) => `<symbol id="${id}" viewBox="0 0 100 100" overflow="visible">${body}</symbol>`;
/** A shared part of symbols, in the same units. */
export const part = (id, body) => `<g id="${id}">${body}</g>`;
export const use = (id, more = "") => `<use href="#${id}"${more && " " + more}/>`;
export const path = (d, more = "") => `<path d="${d}"${more && " " + more}/>`;

/** A deterministic random generator. */
export function dice(seed) {
  let s = seed;
  return () => {
    s = (s * 1664525 + 1013904223) % 4294967296;
    return s / 4294967296;
  };
}

/** The grain and light of a wooden board, drawn over its colour. */
export function wood(name, colour) {
  const roll = dice(7);
  let grain = "";
  for (let i = 0; i < 26; i++) {
    const y = Math.round(roll() * 1000);
    const bend = () => Math.round((roll() - 0.5) * 46);
    grain += `M0 ${y}c220 ${bend()} 380 ${bend()} 520 ${bend()}s260 ${bend()} 380 ${bend()}`;
  }
  return [
    `<linearGradient id="${name}-glow" x2=".6" y2="1"><stop stop-color="#fff" stop-opacity=".16"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".1"/></linearGradient>`,
    `<symbol id="${name}-grain" viewBox="0 0 900 1000" preserveAspectRatio="none"><path d="${grain}" fill="none" stroke="${colour}" stroke-width="2.4"/><path d="M0 0H900V1000H0Z" fill="url(#${name}-glow)"/></symbol>`,
  ];
}

export { round };
