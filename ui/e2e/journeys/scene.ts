// Describes the expected content of a player's page. The visit derives the description from its own
// actions and never reads it from the page.
import type { Ended, Lang } from "./words";
import type { Eyes, Played, Side } from "./rules";
import { about } from "./rules";

/**
 * A clock of a game on one device. The time left of each side lies between two bounds, in
 * milliseconds.
 */
export interface Clock {
  add: number;
  left: Record<Side, [number, number]>;
  /**
   * The earliest and the latest time at which the current turn began, in unix milliseconds; null:
   * the clock does not run yet.
   */
  since: [number, number] | null;
}

export interface Scene {
  /** The path of the page, or a pattern for it. */
  address: string | RegExp;
  /** The game on the page; null: a page without a game. */
  game: Played | null;
  mine: Side | "both" | "none";
  view: Eyes;
  names: Record<Side, string>;
  flipped: boolean;
  /** The shown ply; null: the current position. */
  look: number | null;
  /**
   * The result, if the game ended otherwise than by a move on the board, for example by
   * resignation; null otherwise.
   */
  over: Ended | null;
  /**
   * The key of the text that the status line shows instead of the usual result; undefined for the
   * usual text.
   */
  end?: string;
  /**
   * The key of the status text before the first move; "" if the status line then says whose turn it
   * is.
   */
  idle: string;
  clock: Clock | null;
  /**
   * The id of an online game, whose moves and clocks are requested from the server; "" for a game
   * on the device.
   */
  match: string;
  /** Whether the page has a board without seats, moves and status line: a lesson, or the editor. */
  bare: boolean;
  /** The rows of the list of games, in order. */
  list: (string | RegExp)[] | null;
  /**
   * The text of a study's move list with variations and comments; null: the study has no variations
   * or comments.
   */
  tree: string | RegExp | null;
  /** A pattern for the text of the hint. */
  hint: RegExp | null;
  /** The code of a move played offline that the server does not have yet. */
  waiting: string;
  /** Texts that the page must contain. */
  says: readonly string[];
  /** Texts that the page must not contain. */
  lacks: readonly string[];
}

/** A scene of a page without a board. */
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

/** A scene of a page with a board. */
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

/** The notation of the moves that a person reads in a game. */
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

/**
 * The side from which a person sees the board. A board that looks the same from both sides turns
 * only if the person turns it.
 */
export const facingOf = (s: Scene): Side =>
  even.has(s.game?.kind ?? "") ? (s.flipped ? "second" : "first") : bottomOf(s);

/** The index of a square's cell, row by row from the top of the screen. */
export function cellOf(sq: number, width: number, height: number, bottom: Side): number {
  const x = sq % width;
  const y = Math.floor(sq / width);
  return bottom === "first" ? (height - 1 - y) * width + x : y * width + (width - 1 - x);
}

/**
 * Subtracts the time of a turn from the clock of a side, and starts the next turn. The move was
 * made between the times `from` and `to`. The first move of a game costs no time.
 */
export function spend(c: Clock, side: Side, from: number, to: number, first: boolean): void {
  if (!first && c.since) {
    const [lo, hi] = c.left[side];
    const [early, late] = c.since;
    c.left[side] = [lo - (to - early) + c.add, hi - Math.max(0, from - late) + c.add];
  }
  c.since = [from, to];
}
