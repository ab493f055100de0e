// Describes the expected content of a player's page. The visit derives the description from its own
// actions and never reads it from the page.
import type { Ended, Lang } from "./words";
import type { Eyes, Played, Side } from "./rules";
import { about } from "./rules";

/** A clock of a game on one device: what is left of each side lies between two bounds, in milliseconds. */
export interface Clock {
  add: number;
  left: Record<Side, [number, number]>;
  /** When the running turn began, at the earliest and at the latest; null: no clock runs yet. */
  since: [number, number] | null;
}

export interface Scene {
  /** The path of the page, or what it has to match. */
  address: string | RegExp;
  /** The game on the table; null: a page without one. */
  game: Played | null;
  mine: Side | "both" | "none";
  view: Eyes;
  names: Record<Side, string>;
  flipped: boolean;
  /** The ply that is shown; null: the current position. */
  look: number | null;
  /** The result if the game did not end on the board. */
  over: Ended | null;
  /** The text of the status line before the first move, if it is not whose turn it is. */
  idle: string;
  clock: Clock | null;
  /** The id of an online game; the server then gives its moves and clocks. */
  match: string;
  /** A table without seats, moves and a status line: a lesson, or the editor. */
  bare: boolean;
  /** Rows of the list of games, in their order. */
  list: (string | RegExp)[] | null;
  /** The text of the move list of a study with variations and comments; null: it has none. */
  tree: string | RegExp | null;
  /** Texts that the hint must contain. */
  hint: RegExp | null;
  /** A move made offline that the server does not know yet. */
  waiting: string;
  /** Texts that the page has to contain. */
  says: readonly string[];
  /** Texts that it may not contain. */
  lacks: readonly string[];
}

/** A page without a table. */
export const page = (address: string | RegExp, part: Partial<Scene> = {}): Scene => ({
  address,
  game: null,
  mine: "none",
  view: "",
  names: { first: "", second: "" },
  flipped: false,
  look: null,
  over: null,
  idle: "",
  clock: null,
  match: "",
  bare: false,
  list: null,
  tree: null,
  hint: null,
  waiting: "",
  says: [],
  lacks: [],
  ...part,
});

/** A page with a table. */
export const table = (address: string | RegExp, game: Played, part: Partial<Scene>): Scene => ({
  ...page(address),
  game,
  ...part,
});

/** The settings of a player. */
export interface Taste {
  lang: Lang;
  notation: Record<string, string>;
  coordinates: Record<string, string>;
  level: number;
}

/** The notation in which a person reads the moves of a game. */
export function notationOf(taste: Taste, kind: string): string {
  const known = about(kind).notations ?? [];
  const own = taste.lang === "vi" && known.includes("vietnamese") ? "vietnamese" : known[0];
  return taste.notation[kind] ?? own ?? "";
}

export const other = (s: Side): Side => (s === "first" ? "second" : "first");

/** The side at the lower edge of a person's screen. */
export const bottomOf = (s: Scene): Side => ((s.mine === "second") !== s.flipped ? "second" : "first");

/** Games whose board is the same from both sides. */
const even = new Set(["caro"]);

/** The side from which a person sees the board: one that is even is turned by hand only. */
export const facingOf = (s: Scene): Side =>
  even.has(s.game?.kind ?? "") ? (s.flipped ? "second" : "first") : bottomOf(s);

/** The number of a square's cell, row by row from the top of the screen. */
export function cellOf(sq: number, width: number, height: number, bottom: Side): number {
  const x = sq % width;
  const y = Math.floor(sq / width);
  return bottom === "first" ? (height - 1 - y) * width + x : y * width + (width - 1 - x);
}

/** Charges a side for its turn: the move was made between two moments. */
export function spend(c: Clock, side: Side, from: number, to: number, first: boolean): void {
  if (!first && c.since) {
    const [lo, hi] = c.left[side];
    const [early, late] = c.since;
    c.left[side] = [lo - (to - early) + c.add, hi - Math.max(0, from - late) + c.add];
  }
  c.since = [from, to];
}
