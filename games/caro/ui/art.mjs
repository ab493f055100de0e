// Draws the pieces as SVG: crosses and rings as if written with a pen, and stones.

const pen = (d, mark) =>
  `<path d="${d}" fill="none" stroke="var(--pen-${mark})" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`;

export function draw(kit, name) {
  const stone = (id, stops) =>
    `<radialGradient id="${name}-${id}" cx=".36" cy=".28" r=".8">${stops
      .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
      .join("")}</radialGradient>`;
  const disc = (id, edge) =>
    `<circle cx="50" cy="54" r="46" fill="url(#${name}-shade)"/><circle cx="50" cy="50" r="44.5" fill="url(#${name}-${id})" stroke="${edge}" stroke-width="1"/>`;
  return [
    ...kit.wood(name),
    stone("black", [
      [0, "var(--stone-b-hi)"],
      [0.32, "var(--stone-b)"],
      [1, "var(--stone-b-lo)"],
    ]),
    stone("white", [
      [0, "var(--stone-w-hi)"],
      [0.6, "var(--stone-w)"],
      [1, "var(--stone-w-lo)"],
    ]),
    `<radialGradient id="${name}-shade"><stop offset=".82" stop-opacity=".4"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
    kit.symbol(`${name}-pen-x`, pen("M24.5 22.5C38 37 62 63 77 78.5M75.5 24C63 37 39.5 60 22.5 76.5", "x")),
    kit.symbol(
      `${name}-pen-o`,
      pen("M55 20.200C34 17 20 33 20.5 51 21 70 35 80 51 79.5 69 79 80 66 79.5 49 79 32 66 20.5 47.5 21.5", "o"),
    ),
    kit.symbol(`${name}-stones-x`, disc("black", "var(--stone-b-lo)")),
    kit.symbol(`${name}-stones-o`, disc("white", "var(--stone-edge)")),
  ];
}

let lines = "";
for (let i = 0; i < 6; i++) lines += `M${i}-1V6M-1 ${i}H6`;

export const mini = () => ({
  view: "-.1 -.1 4.7 4.7",
  ground: `<path d="M-1-1h7v7h-7z" fill="var(--sheet-paper)"/><path d="${lines}" fill="none" stroke="var(--sheet-grid)" stroke-width=".05"/>`,
  pieces: [
    ["caro-pen-x", 0, 3],
    ["caro-pen-o", 1, 1],
    ["caro-pen-x", 1, 2],
    ["caro-pen-o", 2, 1],
    ["caro-pen-x", 2, 2],
    ["caro-pen-o", 3, 2],
    ["caro-pen-x", 3, 0],
  ],
});
