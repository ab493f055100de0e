// This file draws caro: crosses and circles on squared paper, or stones on the intersections of a
// wooden board. Coordinates are outside the board.

import type { BoardState, GameView } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";
import "./caro.css";

const isStones = (look: { set?: string }): boolean => look.set === "stones";

export const view: GameView = {
  name: "caro",
  sprite: "/sprites/caro.svg",
  sets: ["pen", "stones"],
  boards: ["sheet", "slate", "mat"],
  preview: [
    ["X", 0],
    ["o", 1],
    ["X", 16],
    ["o", 17],
    ["X", 32],
    ["o", 30],
    ["X", 47],
    ["o", 48],
  ],
  coordinates: ["letters"],
  voice: "pen",
  even: true,
  setFor: () => "pen",

  geometry(width, height, look) {
    const shown = look.coordinates !== "none";
    const room = shown ? 0.72 : 0.12;
    return {
      width,
      height,
      points: isStones(look),
      margin: { x: room, y: room },
      labels: shown ? "outside" : "none",
      bottom: letters(width),
      top: letters(width),
      left: numbers(height),
      right: numbers(height),
    };
  },

  piece(token, at) {
    const mark = token.toLowerCase();
    return {
      token,
      symbol: `caro-${isStones(at.look) ? "stones" : "pen"}-${mark}`,
      side: mark === "x" ? "first" : "second",
      name: `piece.caro.${isStones(at.look) ? "stone" : "mark"}.${mark}`,
    };
  },

  ground(g, look) {
    const { width: w, height: h, margin: m } = g;
    const box = `x="${-m.x}" y="${-m.y}" width="${w + 2 * m.x}" height="${h + 2 * m.y}"`;
    let lines = "";
    if (isStones(look)) {
      for (let i = 0; i < w; i++) lines += `M${i + 0.5} .5V${h - 0.5}`;
      for (let i = 0; i < h; i++) lines += `M.5 ${i + 0.5}H${w - 0.5}`;
      return `<rect ${box} class="caro-wood"/><use href="#caro-grain" ${box}/><path d="${lines}" class="caro-line"/><path d="${stars(w, h)}" class="caro-star"/>`;
    }
    let fine = "";
    for (let i = 0; i <= w; i++) lines += `M${i} 0V${h}`;
    for (let i = 0; i <= h; i++) lines += `M0 ${i}H${w}`;
    for (let i = 0; i < h; i++) for (const q of [0.25, 0.5, 0.75]) fine += `M0 ${i + q}H${w}`;
    for (let i = 0; i < w; i++) for (const q of [0.25, 0.5, 0.75]) fine += `M${i + q} 0V${h}`;
    return (
      `<rect ${box} class="caro-paper"/><path d="${fine}" class="caro-fine"/>` +
      `<path d="${lines}" class="caro-line"/><rect width="${w}" height="${h}" class="caro-frame"/>`
    );
  },

  squareName: (sq, width) => String.fromCharCode(97 + (sq % width)) + (Math.floor(sq / width) + 1),

  colour(position, player) {
    const { black } = opening(position);
    return black === "-" ? null : black === player ? "first" : "second";
  },

  task(position): { key: string; params: Record<string, string | number> } | null {
    const { next, stage, stones } = opening(position);
    const mark = next.toUpperCase();
    if (stage === "place") return { key: "task.place", params: { n: stones + 1, of: 3, mark } };
    if (stage === "more") return { key: "task.place", params: { n: stones + 1, of: 5, mark } };
    return stage === "offer" || stage === "pick" ? { key: `task.${stage}`, params: { mark } } : null;
  },

  stone: (s, later) => (nextIsCross(s) !== later ? "X" : "o"),
};

/**
 * Reads the state of the opening from a position text: the next stone, the stage, the side that
 * plays black, and the number of stones.
 */
function opening(position: string): { next: string; stage: string; black: string; stones: number } {
  const [board = "", next = "x", , , , stage = "play", black = "first"] = position.split(" ");
  return { next, stage, black, stones: board.replace(/[^xo]/gi, "").length };
}

/**
 * Returns whether the next stone is a cross. Crosses and circles alternate, so the last stone
 * decides. Without a last stone, the first side continues with crosses if the game starts from a
 * position with stones. Otherwise a cross is next if there are not more crosses than circles.
 */
function nextIsCross({ cells, last, turn }: Pick<BoardState, "cells" | "last" | "turn">): boolean {
  const set = last && last.to >= 0 ? cells[last.to] : "";
  if (set) return set !== "X";
  if (!last && cells.some(Boolean)) return turn === "first";
  const count = (token: string) => cells.filter((c) => c === token).length;
  return count("X") <= count("o");
}

const starLines = (n: number): number[] => (n < 9 ? [n / 2] : [3.5, n / 2, n - 3.5]);

const dot = (x: number, y: number): string => `M${x - 0.11} ${y}a.11 .11 0 1 0 .22 0a.11 .11 0 1 0-.22 0`;

/** Returns an SVG path of the marker dots (star points). Only boards with odd size have them. */
function stars(w: number, h: number): string {
  if (w % 2 === 0 || h % 2 === 0) return "";
  return starLines(w)
    .flatMap((x) => starLines(h).map((y) => dot(x, y)))
    .join("");
}
