// Discs with characters, guided characters, icons or letters, and the board
// with its river. Characters are outlines of LXGW WenKai, letters of Be Vietnam
// Pro, icons of game-icons.net.

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

// Signs on the rim, drawn at the top and turned: a step, a slide, a slide that
// jumps over a screen, a leap of two.
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

const turn = (d, angle) => `<path d="${d}"${angle ? ` transform="rotate(${angle} 50 49)"` : ""}/>`;

/** What both games on this board share: discs and rims under ids of a game's name. */
export function base(kit, name) {
  const parts = [
    `<radialGradient id="${name}-light" cx=".36" cy=".26" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></radialGradient>`,
    `<radialGradient id="${name}-shade"><stop offset=".8" stop-opacity=".42"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
  ];
  for (const side of ["first", "second"]) {
    const v = (what) => `var(--disc-${side}-${what})`;
    parts.push(
      kit.part(
        `${name}-disc-${side}`,
        `<circle cx="50" cy="54" r="46.5" fill="url(#${name}-shade)"/>` +
          `<circle cx="50" cy="52" r="45" fill="${v("edge")}"/>` +
          `<circle cx="50" cy="49" r="45" fill="${v("face")}"/>` +
          `<circle cx="50" cy="49" r="45" fill="url(#${name}-light)"/>` +
          `<circle cx="50" cy="49" r="44.4" fill="none" stroke="${v("rim")}" stroke-width="1.2"/>`,
      ),
    );
  }
  for (const [id, [d, angles]] of Object.entries(rims)) {
    parts.push(`<g id="${name}-rim-${id}">${angles.map((a) => turn(d, a)).join("")}</g>`);
  }
  return parts;
}

const ring = (r, w) => `<circle cx="50" cy="49" r="${r}" fill="none" stroke="currentColor" stroke-width="${w}"/>`;

/** A disc with something on it, in its side's ink. */
export const on = (kit, name, id, side, body) =>
  kit.symbol(
    id,
    `${kit.use(`${name}-disc-${side}`)}<g color="var(--disc-${side}-ink)" fill="var(--disc-${side}-ink)">${body}</g>`,
  );

/** The pieces face up, in every set. Outlines are written once and used at every size. */
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
      put("characters", ring(39, 1.9) + kit.use(char));
      const ways = kind === "P" ? ["-up", "-down", "-up-over", "-down-over"] : [""];
      for (const way of ways) {
        const id = `${name}-guided-${letter}${way}`;
        const body = ring(30.6, 1.2) + kit.use(char, smaller) + kit.use(`${name}-rim-${kind}${way}`);
        parts.push(on(kit, name, id, side, body));
      }
      put("icons", ring(39.5, 1.4) + kit.use(icon));
      for (const l of ["en", "vi"]) put(`letters-${l}`, ring(39.5, 1.4) + kit.use(lang[l]));
    }
  }
  return parts;
}

const p = (v) => 50 + v * 100;

const water = (y) => {
  let d = `M58 ${y}`;
  for (let x = 0; x < 7; x++) d += "q28-9 56 0t56 0";
  return d;
};

/** The board: 9 by 10 points, a river with its name, two palaces, the marks of cannons and soldiers. */
export function board(kit, name) {
  let lines = `M50 50H850V950H50Z`;
  for (let y = 1; y < 9; y++) lines += `M50 ${p(y)}H850`;
  for (let x = 1; x < 8; x++) lines += `M${p(x)} 50V450M${p(x)} 550V950`;
  lines += "M350 50 550 250M550 50 350 250M350 950 550 750M550 950 350 750";
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
      for (const sy of [-1, 1]) ticks += `M${p(x) + sx * 9} ${p(y) + sy * 25}v${-sy * 16}h${sx * 16}`;
    }
  }
  const word = (chars, cx) =>
    [...chars].map((c, i) => kit.text("kai", c, { w: 58, h: 58, cx: cx + i * 110, cy: 500 })).join("");
  return [
    ...kit.wood(name, "var(--river-grain)"),
    `<symbol id="${name}-board" viewBox="0 0 900 1000">` +
      `<path d="M50 450H850V550H50Z" fill="var(--river-water)"/>` +
      `<path d="${[474, 526].map(water).join("")}" fill="none" stroke="var(--river-wave)" stroke-width="1.6"/>` +
      `<path d="${lines}" fill="none" stroke="var(--river-line)" stroke-width="2.2"/>` +
      `<path d="${ticks}" fill="none" stroke="var(--river-line)" stroke-width="2"/>` +
      `<path d="M39 39H861V961H39Z" fill="none" stroke="var(--river-line)" stroke-width="4.6" stroke-linejoin="round"/>` +
      `<g fill="var(--river-word)"><path d="${word("楚河", 195)}"/><path d="${word("漢界", 595)}"/></g></symbol>`,
  ];
}

export function draw(kit, name) {
  return [...base(kit, name), ...pieces(kit, name), ...board(kit, name)];
}
