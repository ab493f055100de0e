// Pieces from the outlines of Noto Sans Symbols 2. A light piece is a light
// body under dark lines, a dark one a dark body with light lines.

const outline = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };
const solid = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

export function draw(kit, name) {
  const parts = [];
  for (const [letter, char] of Object.entries(outline)) {
    const at = { k: letter === "P" ? 0.09 : 0.101, foot: 88 };
    const light = kit.figure("symbols", char, at);
    const dark = kit.figure("symbols", solid[letter], at);
    const shade = kit.path(light.outer, 'fill="#000" opacity=".22" transform="translate(0 2.6)"');
    parts.push(
      kit.symbol(
        `${name}-${letter}`,
        shade +
          kit.path(light.outer, 'fill="none" stroke="var(--chess-halo)" stroke-width="5" stroke-linejoin="round"') +
          kit.path(
            light.outer,
            'fill="var(--chess-light)" stroke="var(--chess-light-edge)" stroke-width="1.4" stroke-linejoin="round"',
          ) +
          kit.path(light.whole, 'fill="var(--chess-light-line)"'),
      ),
      kit.symbol(
        `${name}-${letter.toLowerCase()}`,
        shade +
          kit.path(
            dark.outer,
            'fill="var(--chess-dark-line)" stroke="var(--chess-dark-edge)" stroke-width="2" stroke-linejoin="round"',
          ) +
          kit.path(dark.whole, 'fill="var(--chess-dark)"'),
      ),
    );
  }
  return parts;
}
