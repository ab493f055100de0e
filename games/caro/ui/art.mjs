// Crosses and rings as a pen writes them, and stones.

const pen = (d, side) =>
  `<path d="${d}" fill="none" stroke="var(--pen-${side})" stroke-width="12.5" stroke-linecap="round" stroke-linejoin="round"/>`;

export function draw(kit, name) {
  const stone = (id, stops) =>
    `<radialGradient id="${name}-${id}" cx=".36" cy=".28" r=".8">${stops
      .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
      .join("")}</radialGradient>`;
  const disc = (id, edge) =>
    `<circle cx="50" cy="54" r="46" fill="url(#${name}-shade)"/><circle cx="50" cy="50" r="44.5" fill="url(#${name}-${id})" stroke="${edge}" stroke-width="1"/>`;
  return [
    ...kit.wood(name, "var(--caro-grain)"),
    stone("black", [
      [0, "#6b6f76"],
      [0.32, "#33363b"],
      [1, "#0b0c0e"],
    ]),
    stone("white", [
      [0, "#ffffff"],
      [0.6, "#f3efe6"],
      [1, "#c9c2b4"],
    ]),
    `<radialGradient id="${name}-shade"><stop offset=".82" stop-opacity=".4"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
    kit.symbol(`${name}-pen-x`, pen("M24.5 22.5C38 37 62 63 77 78.5M75.5 24C63 37 39.5 60 22.5 76.5", "first")),
    kit.symbol(
      `${name}-pen-o`,
      pen("M55 20.200C34 17 20 33 20.5 51 21 70 35 80 51 79.5 69 79 80 66 79.5 49 79 32 66 20.5 47.5 21.5", "second"),
    ),
    kit.symbol(`${name}-stones-x`, disc("black", "#000")),
    kit.symbol(`${name}-stones-o`, disc("white", "#8d8678")),
  ];
}
