// This file draws the pieces of xiangqi (discs with characters, characters with move signs, icons
// or letters) and the board with its river. The characters are outlines of the font LXGW WenKai,
// the letters of the font Be Vietnam Pro, and the icons come from game-icons.net.

const kinds = {
  K: { first: "帥", second: "將", icon: "imperial-crown", en: "K", vi: "Tg" },
  A: { first: "仕", second: "士", icon: "handheld-fan", en: "A", vi: "S" },
  B: { first: "相", second: "象", icon: "elephant", en: "E", vi: "T" },
  N: { first: "傌", second: "馬", icon: "horse-head", en: "H", vi: "M" },
  R: { first: "俥", second: "車", icon: "chariot", en: "R", vi: "X" },
  C: { first: "炮", second: "砲", icon: "cannon", en: "C", vi: "P" },
  P: { first: "兵", second: "卒", icon: "swordman", en: "S", vi: "B" },
};

const straight = [0, 90, 180, 270];
const slanted = [45, 135, 225, 315];
const leaps = [26.6, 63.4, 116.6, 153.4, 206.6, 243.4, 296.6, 333.4];

// Signs on the rim of a disc that show how the piece moves: one step, a slide, a slide that jumps
// over a screen, two diagonal steps, a horse's leap. They are drawn at the top of the disc; the
// function turn rotates them.
const step = "M50 4.9 56 15.1H44Z";
const slide = "M50 4.5 59.6 16H40.4Z";
const screen = "M50 4.4 58 11.4H42ZM42 13.3H58V16.5H42Z";
const twice = "M50 4.4 55.4 10.4H44.6ZM50 10.8 55.4 16.8H44.6Z";
const leap = "M50 4.6 54.8 15.2 50 13 45.2 15.2Z";

const rims = {
  K: [step, straight],
  A: [step, slanted],
  B: [twice, slanted],
  N: [leap, leaps],
  R: [slide, straight],
  C: [screen, straight],
  "P-up": [step, [0]],
  "P-down": [step, [180]],
  "P-up-over": [step, [0, 90, 270]],
  "P-down-over": [step, [180, 90, 270]],
};

const ring = (r, w) => `<circle cx="50" cy="49" r="${r}" fill="none" stroke="currentColor" stroke-width="${w}"/>`;

const turn = (d, angle) => `<path d="${d}"${angle ? ` transform="rotate(${angle} 50 49)"` : ""}/>`;

/**
 * Draws the parts that both games with disc pieces share: discs, bands and rims. The ids of the parts begin
 * with the name of the game.
 */
export function base(kit, name) {
  const parts = [
    `<radialGradient id="${name}-face" cx=".42" cy=".34" r=".75"><stop offset=".7" stop-color="var(--disc)"/><stop offset="1" stop-color="var(--disc-lo)"/></radialGradient>`,
    kit.part(
      `${name}-disc`,
      `<ellipse cx="50" cy="54.5" rx="46" ry="44.5" fill="var(--disc-shade)" opacity=".3"/>` +
        `<circle cx="50" cy="52" r="45" fill="var(--disc-side)"/>` +
        `<circle cx="50" cy="49" r="45" fill="url(#${name}-face)"/>` +
        `<circle cx="50" cy="49" r="44.4" fill="none" stroke="var(--disc-light)" opacity=".45"/>`,
    ),
    // The first side has one broad band and the second side two lines, so the sides differ not only
    // by colour.
    kit.part(`${name}-band-first`, ring(40.3, 5.6)),
    kit.part(`${name}-band-second`, ring(41.2, 4) + ring(36.4, 1.6)),
  ];
  for (const [id, [d, angles]] of Object.entries(rims)) {
    parts.push(`<g id="${name}-rim-${id}">${angles.map((a) => turn(d, a)).join("")}</g>`);
  }
  return parts;
}

/** Colour of the signs on each side's pieces. */
export const lacquer = { first: "var(--disc-red)", second: "var(--disc-black)" };

/** Draws a disc with the drawing in the parameter body on it, in the colour of the side. */
export const on = (kit, name, id, side, body) =>
  kit.symbol(id, `${kit.use(`${name}-disc`)}<g color="${lacquer[side]}" fill="${lacquer[side]}">${body}</g>`);

/**
 * Draws the face-up pieces of every set. Each outline is stored once and reused at several sizes.
 */
export function pieces(kit, name) {
  const parts = [];
  const outline = (id, body) => (parts.push(`<g id="${name}-${id}">${body}</g>`), `${name}-${id}`);
  const smaller = 'transform="translate(10.2 10)scale(.796)"';
  for (const [kind, k] of Object.entries(kinds)) {
    const icon = outline(`icon-${kind}`, kit.icon(k.icon, { size: 57, cy: 49 }));
    const lang = {};
    for (const l of ["en", "vi"]) {
      lang[l] = outline(
        `letter-${l}-${kind}`,
        kit.path(kit.text("sans", k[l], { w: 50, h: k[l].length > 1 ? 44 : 40, cy: 49 })),
      );
    }
    for (const side of ["first", "second"]) {
      const letter = side === "first" ? kind : kind.toLowerCase();
      const char = outline(`char-${letter}`, kit.path(kit.text("kai", k[side], { w: 56, cy: 49 })));
      const put = (set, body) => parts.push(on(kit, name, `${name}-${set}-${letter}`, side, body));
      // Cut into the wood: light on the lower edge of each stroke.
      const cut = kit.use(char, 'y="1.2" fill="var(--disc-light)" opacity=".5"') + kit.use(char);
      const band = kit.use(`${name}-band-${side}`);
      put("characters", band + cut);
      const ways = kind === "P" ? ["-up", "-down", "-up-over", "-down-over"] : [""];
      for (const way of ways) {
        const id = `${name}-guided-${letter}${way}`;
        const body = ring(30.6, 1.2) + kit.use(char, smaller) + kit.use(`${name}-rim-${kind}${way}`);
        parts.push(on(kit, name, id, side, body));
      }
      put("icons", band + kit.use(icon));
      for (const l of ["en", "vi"]) put(`letters-${l}`, band + kit.use(lang[l]));
    }
  }
  return parts;
}

/**
 * edge is the distance from the edge of the board to the outermost points; band is the width of the
 * frame.
 */
const edge = 84;
const band = 30;
const p = (v) => edge + v * 100;

/** The board: 9 by 10 points, a river with its name, two palaces, the marks of cannons and soldiers. */
export function board(kit, name) {
  let lines = "";
  for (let y = 1; y < 9; y++) lines += `M${edge} ${p(y)}h800`;
  for (let x = 1; x < 8; x++) lines += `M${p(x)} ${edge}v400m0 100v400`;
  lines += `M${p(3)} ${edge}l200 200m0-200l-200 200M${p(3)} ${p(7)}l200 200m0-200l-200 200`;
  let ticks = "";
  const spots = [
    [1, 2],
    [7, 2],
    [1, 7],
    [7, 7],
  ];
  for (const x of [0, 2, 4, 6, 8]) spots.push([x, 3], [x, 6]);
  for (const [x, y] of spots) {
    for (const sx of [-1, 1]) {
      if (x + sx < 0 || x + sx > 8) continue;
      for (const sy of [-1, 1]) ticks += `M${p(x) + sx * 9} ${p(y) + sy * 24}v${-sy * 15}h${sx * 15}`;
    }
  }
  const word = (chars, cx) =>
    [...chars].map((c, i) => kit.text("kai", c, { w: 56, h: 56, cx: cx + i * 110, cy: p(4.5) })).join("");
  const [w, h] = [800 + 2 * edge, 900 + 2 * edge];
  const box = (out, more) =>
    `<rect x="${edge - out}" y="${edge - out}" width="${800 + 2 * out}" height="${900 + 2 * out}" ${more}/>`;
  return [
    ...kit.timber(name),
    `<symbol id="${name}-board" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none">` +
      kit.framed(
        name,
        w,
        h,
        band,
        kit.shaded(`M10 10H${w - 10}V${h - 10}H10z`, "wood-b", `${name}-wood`) + kit.grain(w, h, 11, band),
      ) +
      `<g fill="none" stroke="var(--board-line)" stroke-width="2.6" opacity=".82">` +
      kit.path(lines) +
      kit.path(ticks, 'stroke-width="2.2"') +
      box(0, 'stroke-width="3.2"') +
      // The outer border line, around the outermost points.
      box(13, 'stroke-width="4.6"') +
      `</g><g fill="var(--board-line)" opacity=".62">${kit.path(word("楚河", p(1.6)))}${kit.path(word("漢界", p(5.3)))}</g></symbol>`,
  ];
}

export function draw(kit, name) {
  return [...base(kit, name), ...pieces(kit, name), ...board(kit, name)];
}

/** Returns the content of a small picture of the game: a part of a palace with some pieces. */
export const corner = (kit, name, pieces) => ({
  view: "2.4 6.4 3.2 3.2",
  ground:
    `${kit.shaded("M2 6h4v4h-4z", "wood-b", `${name}-wood`)}<g transform="translate(2 6)scale(.01)">${kit.grain(400, 400, 11)}</g>` +
    kit.path(
      "M2 6.5h4M2 7.5h4M2 8.5h4M2 9.5h4M2.5 6v3.5M3.5 6v3.5M4.5 6v3.5M5.5 6v3.5M3.5 7.5l2 2m0-2l-2 2",
      'fill="none" stroke="var(--board-line)" stroke-width=".03" opacity=".82"',
    ),
  pieces: pieces.map(([id, x, y]) => [`${name}-${id}`, x, y]),
});

/** The small picture shows the general between two advisers, and a horse. */
export const mini = (kit, name) =>
  corner(kit, name, [
    ["characters-n", 3, 7],
    ["characters-A", 5, 7],
    ["characters-K", 4, 8],
    ["characters-A", 3, 9],
  ]);
