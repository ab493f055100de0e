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
  seal: { pkg: "@fontsource/phudu", end: "-700-normal.woff2" },
  sans: { pkg: "@fontsource/be-vietnam-pro", end: "-700-normal.woff2" },
};
const opened = new Map();
const glyphs = new Map();

/**
 * Returns the glyph of a character. A font consists of many files, so it opens the file that
 * contains the character.
 */
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

/**
 * Returns path data with relative coordinates, because these are shorter than absolute coordinates.
 * Each coordinate is rounded before the difference is computed, so rounding errors do not
 * accumulate.
 */
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

/** Path data of a line of text as wide as `w` around the origin, and its height. */
export function line(font, chars, w) {
  const list = contours(font, chars);
  const b = boxOf(list);
  const k = w / (b.x1 - b.x0);
  return { d: write(list, k, (-(b.x0 + b.x1) / 2) * k, (-(b.y0 + b.y1) / 2) * k), height: (b.y1 - b.y0) * k };
}

/**
 * Returns the path data of a glyph twice: its outermost contours only, and all contours. Both have
 * the same scale and stand with their lower edge on the line `foot`.
 */
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

/**
 * Rounds path data to whole numbers. This is accurate enough, because the icons are 512 units wide.
 */
const whole = (d) =>
  d.replace(
    /(-?)(\d*\.\d+)/g,
    (_, sign, n, at) => (sign || (/[\d.]/.test(d[at - 1] ?? "") ? " " : "")) + Math.round(Number(n)),
  );

/**
 * An icon from game-icons.net as an SVG element, scaled to a square of the given size around (cx,
 * cy).
 */
export function icon(name, { size = 56, cx = 50, cy = 50 } = {}) {
  const set = JSON.parse(readFileSync(join(folder("@iconify-json/game-icons"), "icons.json"), "utf8"));
  const body = set.icons[name]?.body;
  if (!body) throw new Error(`no icon ${name}`);
  const k = Math.round((size / 512) * 1e4) / 1e4;
  const short = body.replace(/ d="([^"]*)"/, (_, d) => ` d="${whole(d)}"`);
  return `<g transform="translate(${round(cx - size / 2)} ${round(cy - size / 2)})scale(${k})">${short}</g>`;
}

/**
 * A symbol that can be drawn at any size. It is not clipped, because clipping needs an additional
 * layer at each drawing, which is slow.
 */
export const symbol = (id, body) => `<symbol id="${id}" viewBox="0 0 100 100" overflow="visible">${body}</symbol>`;
/** An SVG group that several symbols use. Its coordinates are those of a symbol (0 to 100). */
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

/**
 * Wood grain for an area of `w` by `h` units: long lines that all follow the same slowly changing
 * curve, so they are almost parallel and never cross. Lines of the same stroke width form one path.
 */
export function grain(w, h, seed, band = 0) {
  const roll = dice(seed);
  const field = (x, y) => 9 * Math.sin(y / 310 + x / 420) + 4 * Math.sin(y / 140 + x / 230 + 1.3);
  const paths = ["", "", "", ""];
  const step = Math.round(h / Math.round(h / 90));
  for (let x = band + roll() * 8; x < w - band - 8; x += 7 + roll() * 15) {
    const at = (y) => Math.round(x + field(x, y) - field(x, 0));
    let pen = at(0);
    let d = `M${pen} 0`;
    for (let y = step; y < h + step / 2; y += step) {
      const [middle, end] = [at(y - step / 2) - pen, at(y) - pen];
      d += y === step ? `q${nums([middle, step / 2, end, step])}` : `t${nums([end, step])}`;
      pen += end;
    }
    paths[Math.floor(roll() * 4)] += d;
  }
  const weight = [
    [0.9, 0.09],
    [1.6, 0.12],
    [2.3, 0.09],
    [3.2, 0.07],
  ];
  return (
    `<g fill="none" stroke="var(--grain)">` +
    paths.map((d, i) => path(d, `stroke-width="${weight[i][0]}" opacity="${weight[i][1]}"`)).join("") +
    "</g>"
  );
}

/**
 * Gradients that shade a board's area and its frame; the parameter `name` begins their ids. They
 * use only black and white, because a gradient of a sprite reads the CSS variables of the page and
 * not those of the board that uses it.
 */
export const timber = (name) => [
  `<linearGradient id="${name}-wood" x2=".35" y2="1"><stop stop-color="#fff" stop-opacity=".12"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".08"/></linearGradient>`,
  `<linearGradient id="${name}-frame" y2="1" x2="0"><stop stop-opacity="0"/><stop offset="1" stop-opacity=".2"/></linearGradient>`,
];

/** A shape in a colour, with light and shade over it. */
export const shaded = (d, colour, light) => path(d, `fill="var(--${colour})"`) + path(d, `fill="url(#${light})"`);

/**
 * An area of `w` by `h` units inside a frame of width `band`: the frame has a light upper edge and
 * a dark lower edge, and the area seems to lie below the frame. The parameter `field` is the markup
 * of the area.
 */
export function framed(name, w, h, band, field) {
  const [iw, ih, r] = [w - 2 * band, h - 2 * band, 14];
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  const outer = `M${r} 0H${w - r}${corner(r, r)}V${h - r}${corner(-r, r)}H${r}${corner(-r, -r)}V${r}${corner(r, -r)}z`;
  return (
    field +
    path(`M${band} ${band}h${iw}v6h${5 - iw}v${ih - 6}h-5z`, 'fill="var(--disc-shade)" opacity=".26"') +
    shaded(`${outer}M${band} ${band}v${ih}h${iw}v${-ih}z`, "frame-a", `${name}-frame`) +
    `<rect x="1.5" y="1.5" width="${w - 3}" height="${h - 3}" rx="12.5" fill="none" stroke="var(--frame-hi)" stroke-width="3" opacity=".75"/>` +
    path(
      `M0 ${h - 18}a14 14 0 0 0 14 14H${w - 14}a14 14 0 0 0 14-14v4a14 14 0 0 1-14 14H14a14 14 0 0 1-14-14z`,
      'fill="var(--frame-lo)" opacity=".6"',
    ) +
    `<rect x="${band - 1}" y="${band - 1}" width="${iw + 2}" height="${ih + 2}" fill="none" stroke="var(--frame-lo)" stroke-width="2.5" opacity=".8"/>` +
    path(`M${band} ${h - band + 2.5}h${iw + 2.5}v${-ih}`, 'fill="none" stroke="var(--frame-hi)" stroke-width="2" opacity=".6"')
  );
}

/** A gradient and a symbol with wood grain. A board of any size draws them over its own colour. */
export const wood = (name) => [
  `<linearGradient id="${name}-glow" x2=".6" y2="1"><stop stop-color="#fff" stop-opacity=".16"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".1"/></linearGradient>`,
  `<symbol id="${name}-grain" viewBox="0 0 900 1000" preserveAspectRatio="none">${grain(900, 1000, 7)}${path("M0 0H900V1000H0Z", `fill="url(#${name}-glow)"`)}</symbol>`,
];

export { round };
