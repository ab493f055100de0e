// This file draws xiangqi: discs on the points of the river board. Other games on the same board
// reuse parts of this file.

import type { GameView, Geometry, Look, Piece, Place, Side } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";
import { both, count, less, taken } from "@ui/games/lots";
import "./xiangqi.css";

/** Pieces of both sides at the start, without the generals, which are never captured. */
export const army = both({ R: 2, C: 2, N: 2, B: 2, A: 2, P: 5 });

export const sets = ["characters", "guided", "icons", "letters"] as const;

/** Width of the frame around the points, in cells. The labels are on the frame. */
const edge = 0.34;

/**
 * Kinds of coordinates: file numbers that each side counts from its own right, or letters that both
 * sides share.
 */
export const coordinates = ["files", "letters"] as const;

/**
 * Returns the default piece set for a language. Most readers of Vietnamese and Chinese know the
 * characters; for others, the rim of a piece shows how it moves.
 */
export const setFor = (language: string): string => (/^(vi|zh)/.test(language) ? "characters" : "guided");

export function geometry(width: number, height: number, look: Look): Geometry {
  const none = numbers(height).map(() => "");
  const own = numbers(width);
  // Readers of Chinese number the files of the first side with Chinese numerals, as in game records.
  const reds = look.language?.startsWith("zh") ? [..."九八七六五四三二一"] : own.toReversed();
  const shared = look.coordinates === "letters";
  const shown = look.coordinates !== "none";
  return {
    width,
    height,
    points: true,
    margin: { x: edge, y: edge },
    labels: shown ? "outside" : "none",
    bottom: shared ? letters(width) : reds,
    top: shared ? letters(width) : own,
    left: shared ? numbers(height, 0) : none,
    right: shared ? numbers(height, 0) : none,
  };
}

export const ground = (name: string, g: Geometry): string =>
  `<use href="#${name}-board" x="${-edge}" y="${-edge}" width="${g.width + 2 * edge}" height="${g.height + 2 * edge}"/>`;

export const squareName = (sq: number, width: number): string =>
  String.fromCharCode(97 + (sq % width)) + Math.floor(sq / width);

/**
 * Returns the number of a point's file, which each side counts from its own right, as in game
 * records. Returns null if the coordinates are letters.
 */
export const file = (sq: number, width: number, look: Look, side: Side): number | null =>
  look.coordinates === "letters" ? null : side === "first" ? width - (sq % width) : (sq % width) + 1;

export const sideOf = (token: string): Side => (token === token.toUpperCase() ? "first" : "second");

/** Returns the direction in which a side's pieces advance on the viewer's screen. */
export const ahead = (side: Side, at: Place): "up" | "down" => (side === at.orientation ? "up" : "down");

/**
 * Draws a face-up piece. The rim of a soldier shows its direction and, beyond the river, also its
 * sideways moves.
 */
export function faceUp(game: string, token: string, at: Place): Piece {
  const side = sideOf(token);
  const set = at.look.set ?? setFor(at.look.language ?? "");
  let id = set === "letters" ? `letters-${at.look.language === "vi" ? "vi" : "en"}` : set;
  id += `-${token}`;
  if (set === "guided" && token.toUpperCase() === "P") {
    const rank = Math.floor(at.sq / at.width);
    const over = side === "first" ? rank >= at.height / 2 : rank < at.height / 2;
    id += `-${ahead(side, at)}${over ? "-over" : ""}`;
  }
  return { token, symbol: `${game}-${id}`, side, name: `piece.disc.${token}` };
}

/** Returns the view of the game without the function that draws pieces. */
export const board = (name: string): Omit<GameView, "piece"> => ({
  name,
  sprite: `/sprites/${name}.svg`,
  sets,
  boards: ["mit", "lacquer", "paper"],
  preview: [
    ["R", 0],
    ["N", 1],
    ["B", 2],
    ["C", 19],
    ["P", 27],
    ["c", 20],
    ["p", 29],
  ],
  coordinates,
  voice: "wood",
  setFor,
  geometry,
  ground: (g) => ground(name, g),
  squareName,
  file,
  worth: { R: 9, C: 4.5, N: 4, B: 2, A: 2, P: 1 },
  taken: (cells) => taken(less(army, count(cells)), "seen"),
});

export const view: GameView = {
  ...board("xiangqi"),
  piece: (token, at) => faceUp("xiangqi", token, at),
};
