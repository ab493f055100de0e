// This file draws xiangqi: discs on the points of the river board. Games that are played on the
// same board reuse parts of this file.

import type { GameView, Geometry, Look, Piece, Place, Side } from "@ui/board";
import { letters, numbers } from "@ui/board/geometry";
import { both, count, less, taken } from "@ui/games/lots";
import "./xiangqi.css";

/** What both sides start with, but for the generals, which are never taken. */
export const army = both({ R: 2, C: 2, N: 2, B: 2, A: 2, P: 5 });

export const sets = ["characters", "guided", "icons", "letters"] as const;

/** Room for the frame, which the labels stand on. */
const edge = 0.34;

/** Each side counts files from its own right, or both share letters. */
export const coordinates = ["files", "letters"] as const;

/** Who reads Vietnamese mostly knows the characters; others get a guide on the rim. */
export const setFor = (language: string): string => (/^(vi|zh)/.test(language) ? "characters" : "guided");

export function geometry(width: number, height: number, look: Look): Geometry {
  const none = numbers(height).map(() => "");
  const own = numbers(width);
  const shared = look.coordinates === "letters";
  const shown = look.coordinates !== "none";
  return {
    width,
    height,
    points: true,
    margin: { x: edge, y: edge },
    labels: shown ? "outside" : "none",
    bottom: shared ? letters(width) : own.toReversed(),
    top: shared ? letters(width) : own,
    left: shared ? numbers(height, 0) : none,
    right: shared ? numbers(height, 0) : none,
  };
}

export const ground = (name: string, g: Geometry): string =>
  `<use href="#${name}-board" x="${-edge}" y="${-edge}" width="${g.width + 2 * edge}" height="${g.height + 2 * edge}"/>`;

export const squareName = (sq: number, width: number): string =>
  String.fromCharCode(97 + (sq % width)) + Math.floor(sq / width);

/** Each side counts files from its own right; records do so too. */
export const file = (sq: number, width: number, look: Look, side: Side): number | null =>
  look.coordinates === "letters" ? null : side === "first" ? width - (sq % width) : (sq % width) + 1;

export const sideOf = (token: string): Side => (token === token.toUpperCase() ? "first" : "second");

/** Where a side's pieces march on the viewer's screen. */
export const ahead = (side: Side, at: Place): "up" | "down" => (side === at.orientation ? "up" : "down");

/** A piece face up. A soldier's guide shows its way, and after the river its sides too. */
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

/** Everything but the pieces. */
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
