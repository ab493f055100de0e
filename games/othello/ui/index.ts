// This file draws Othello: disks on a green board.

import type { GameView } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";

export const view: GameView = {
  name: "othello",
  sprite: "/sprites/othello.svg",
  sets: ["disks"],
  coordinates: ["letters"],
  voice: "felt",
  setFor: () => "disks",

  geometry(width, height, look) {
    const shown = look.coordinates !== "none";
    const room = shown ? 0.6 : 0.1;
    return {
      width,
      height,
      points: false,
      margin: { x: room, y: room },
      labels: shown ? "outside" : "none",
      bottom: letters(width),
      top: letters(width),
      left: numbers(height),
      right: numbers(height),
    };
  },

  piece(token) {
    const black = token === "X";
    return {
      token,
      symbol: `othello-${black ? "black" : "white"}`,
      side: black ? "first" : "second",
      name: `piece.othello.${black ? "black" : "white"}`,
    };
  },

  ground({ width: w, height: h, margin: m }) {
    let lines = "";
    for (let i = 0; i <= w; i++) lines += `M${i} 0V${h}`;
    for (let i = 0; i <= h; i++) lines += `M0 ${i}H${w}`;
    return (
      `<rect x="${-m.x}" y="${-m.y}" width="${w + 2 * m.x}" height="${h + 2 * m.y}" fill="#1d5c3a"/>` +
      `<rect width="${w}" height="${h}" fill="#2a7d4f"/><path d="${lines}" fill="none" stroke="#10381f" stroke-width=".03"/>`
    );
  },

  squareName: (sq, width) => String.fromCharCode(97 + (sq % width)) + (Math.floor(sq / width) + 1),

  stone: (s, later) => ((s.turn === "first") !== later ? "X" : "o"),
};
