// Three sets of chess pieces: "turned" looks like turned wood, "figures" has the outlines of the
// font Noto Sans Symbols 2, and "citadel" shows things from Huế: the nón lá (conical hat), flag
// tower, elephant, horse, turban and crown. A symbol id without a set name belongs to "turned".

const foot = "M20 90v-5c0-4 3-6 6-7h48c3 1 6 3 6 7v5z";

const turned = {
  P: {
    body: "M33 78c7-8 10-17 10.5-26h-5.5a4 4 0 0 1-1-7.8l4.5-1.2a17 17 0 1 1 17 0l4.5 1.2a4 4 0 0 1-1 7.8h-5.5c.5 9 3.5 18 10.5 26z",
    cut: "",
    eyes: [],
  },
  R: { body: "M27 17h10v8h8v-8h10v8h8v-8h10v17l-7 7 3 37h-38l3-37-7-7z", cut: "M35 41h30M33 70h34", eyes: [] },
  N: {
    body: "M33 78c-1-11 9-18 12-28-5 4-10 4-13 9-3 5-8 6-12 3-4-3-4-7-1-11l11-17c0-6 2-10 5-14l-2-10c6 2 9 5 11 8 18 1 30 15 30 38 0 9-1 16-3 22z",
    cut: "M52 24c10 5 14 16 14 32M25 55l3-2",
    eyes: [[39, 33, 2.6]],
  },
  B: {
    body: "M34 78c6-6 8-12 8-18h-3a4 4 0 0 1 0-8h1c-8-13-4-26 6-33a6 6 0 1 1 8 0c10 7 14 20 6 33h1a4 4 0 0 1 0 8h-3c0 6 2 12 8 18z",
    cut: "M54 27l-6 13M42 52h16",
    eyes: [],
  },
  Q: {
    body: "M32 78c6-8 9-15 8-21h-3a3.5 3.5 0 0 1-1-6.8L24 29a5 5 0 1 1 5-2l9 10 2.5-15a5.2 5.2 0 1 1 5-1L50 35l4.5-14a5.2 5.2 0 1 1 5 1L62 37l9-10a5 5 0 1 1 5 2L64 50.2a3.5 3.5 0 0 1-1 6.8h-3c-1 6 2 13 8 21z",
    cut: "M38 50h24",
    eyes: [],
  },
  K: {
    body: "M47 10h6v5h6v6h-6v8c12-8 27 0 19 16-1.5 3-4 6-7 8a3.5 3.5 0 0 1-1 6h-3c-1 6 2 12 7 19H32c5-7 8-13 7-19h-3a3.5 3.5 0 0 1-1-6c-3-2-5.5-5-7-8-8-16 7-24 19-16v-8h-6v-6h6z",
    cut: "M37 52h26M50 34v12",
    eyes: [],
  },
};

const citadel = {
  P: {
    body: "M35 48c0 12-2 21-8 30h46c-6-9-8-18-8-30zM50 14c11 9 23 21 32 34-18 6-46 6-64 0 9-13 21-25 32-34z",
    cut: "M24 45.5c16 3.5 36 3.5 52 0M50 22v10",
    eyes: [],
  },
  R: {
    body: "M48 30V8h3l17 6-17 7v9zM40 30h20l3 18H37zM32 48h36l3 14H29zM25 62h50l3 16H22z",
    cut: "M50 36v6M50 68v10",
    eyes: [],
  },
  N: {
    body: "M31 78c0-10 8-16 12-25l-12 9c-4 3-11 2-12-3-1-4 2-6 4-9l8-14c1-8 4-14 9-17V8l10 9c20 1 31 17 30 38 0 8-2 16-5 23z",
    cut: "M55 22l8-5M63 30l9-4M68 41l9-1M69 53l9 1M25 56l3-2",
    eyes: [[41, 33, 2.8]],
  },
  B: {
    body: "M50 17c9 0 16 4 18 10 9-6 19-1 19 11 0 13-9 22-19 20-1 6-4 10-8 12l1 8H34c6-1 9-4 9-9v-3c-6-2-10-5-11-9-10 2-19-6-19-19 0-12 10-17 19-11 2-6 9-10 18-10z",
    cut: "M32 30c-3 9-3 18 0 27M68 30c3 9 3 18 0 27M46 62h8M46 68h8",
    eyes: [
      [42, 40, 2.6],
      [58, 40, 2.6],
    ],
  },
  Q: {
    body: "M50 12c20 0 35 14 35 30 0 9-5 15-12 15-3 0-6-2-7-5 0 10 2 18 7 26H27c5-8 7-16 7-26-1 3-4 5-7 5-7 0-12-6-12-15 0-16 15-30 35-30z",
    cut: "M34 50c0-11 6-18 16-18s16 7 16 18M26 42c1-12 11-20 24-20s23 8 24 20",
    eyes: [],
  },
  K: {
    body: "M18 16h64v9h-9v19c0 5-3 9-7 11l2 5-3 4c1 5 3 9 6 14H29c3-5 5-9 6-14l-3-4 2-5c-4-2-7-6-7-11V25h-9z",
    cut: "M35 29v9M42 29v6M50 29v5M58 29v6M65 29v9M36 56h28",
    eyes: [],
  },
};

const outline = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };
const solid = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

const colours = {
  light: { fill: "var(--pc-w)", line: "var(--pc-w-line)", cut: "var(--pc-w-line)" },
  dark: { fill: "var(--pc-b)", line: "var(--pc-b-line)", cut: "var(--pc-b-cut)" },
};

/**
 * Draws all pieces of a set. A piece consists of a body on a foot, engraved lines and eyes. Both
 * colours use the same outlines, so each outline is stored once.
 */
function drawn(kit, name, set, pieces) {
  const parts = [];
  for (const [letter, { body, cut, eyes }] of Object.entries(pieces)) {
    const id = `${name}${set && `-${set}`}`;
    parts.push(`<path id="${id}-body-${letter}" d="${body}${foot}"/>`);
    const lines =
      kit.path(cut, 'fill="none" stroke-width="3" stroke-linecap="round"') +
      eyes.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" stroke="none"/>`).join("");
    parts.push(`<g id="${id}-cut-${letter}">${lines}</g>`);
    for (const [side, c] of Object.entries(colours)) {
      const token = side === "light" ? letter : letter.toLowerCase();
      parts.push(
        kit.symbol(
          `${id}-${token}`,
          kit.use(`${id}-body-${letter}`, 'y="2.6" opacity=".22"') +
            kit.use(
              `${id}-body-${letter}`,
              `fill="${c.fill}" stroke="${c.line}" stroke-width="3" stroke-linejoin="round"`,
            ) +
            kit.use(`${id}-cut-${letter}`, `stroke="${c.cut}" fill="${c.cut}"`),
        ),
      );
    }
  }
  return parts;
}

/**
 * Draws the pieces of the set "figures" from the characters of a font: light pieces have a light
 * body under dark lines, dark pieces have a dark body with light lines.
 */
function figures(kit, name) {
  const parts = [];
  for (const [letter, char] of Object.entries(outline)) {
    const at = { k: letter === "P" ? 0.09 : 0.101, foot: 88 };
    const light = kit.figure("symbols", char, at);
    const dark = kit.figure("symbols", solid[letter], at);
    const shade = kit.path(light.outer, 'opacity=".22" transform="translate(0 2.6)"');
    parts.push(
      kit.symbol(
        `${name}-figures-${letter}`,
        shade +
          kit.path(
            light.outer,
            'fill="var(--pc-w)" stroke="var(--pc-w-line)" stroke-width="1.4" stroke-linejoin="round"',
          ) +
          kit.path(light.whole, 'fill="var(--pc-w-line)"'),
      ),
      kit.symbol(
        `${name}-figures-${letter.toLowerCase()}`,
        shade +
          kit.path(
            dark.outer,
            'fill="var(--pc-b-cut)" stroke="var(--pc-b-line)" stroke-width="2" stroke-linejoin="round"',
          ) +
          kit.path(dark.whole, 'fill="var(--pc-b)"'),
      ),
    );
  }
  return parts;
}

/** The board: 8 by 8 squares of two woods in a frame, and nothing else on them. */
function board(kit, name) {
  const band = 30;
  const w = 800 + 2 * band;
  let dark = "";
  for (let y = 0; y < 8; y++)
    for (let x = 1 - (y % 2); x < 8; x += 2) dark += `M${band + x * 100} ${band + y * 100}h100v100h-100z`;
  const field =
    `<rect x="10" y="10" width="${w - 20}" height="${w - 20}" fill="var(--sq-light)"/>` +
    kit.path(dark, 'fill="var(--sq-dark)"') +
    `<g opacity=".6">${kit.grain(w, w, 5, band)}</g>`;
  return [
    ...kit.timber(name),
    `<symbol id="${name}-board" viewBox="0 0 ${w} ${w}" preserveAspectRatio="none">${kit.framed(name, w, w, band, field)}</symbol>`,
  ];
}

export function draw(kit, name) {
  return [
    ...drawn(kit, name, "", turned),
    ...drawn(kit, name, "citadel", citadel),
    ...figures(kit, name),
    ...board(kit, name),
  ];
}

export const mini = (kit) => ({
  view: "3 3 3 3",
  ground:
    `<path d="M3 3h3v3h-3z" fill="var(--sq-light)"/><path d="M4 3h1v3h-1zM3 4h3v1h-3zM4 4v1h1v-1z" fill="var(--sq-dark)" fill-rule="evenodd"/>` +
    `<g transform="translate(3 3)scale(.01)" opacity=".6">${kit.grain(300, 300, 5)}</g>`,
  pieces: [
    ["chess-p", 3, 3],
    ["chess-b", 5, 3],
    ["chess-P", 4, 4],
    ["chess-N", 5, 5],
  ],
});
