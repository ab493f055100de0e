// Games on this device. Each is one entry of local storage, written after
// every move, so that it survives a reload, a crash and a flight.
import type { Side } from "../board";

/** One of the lab's algorithms: how many moves it looks ahead, how many games it tries. */
export interface Algorithm {
  name: string;
  depth: number;
  sims: number;
}

/** A machine plays at a level, unless it plays by an algorithm. */
export interface Machine {
  kind: "machine";
  level: number;
  algorithm?: Algorithm;
}

/** Who sits on a side. */
export type Seat = { kind: "human" } | Machine;

/** A clock: seconds for the game, seconds added for each move, and a limit for one move; 0 means none. */
export interface ClockTerms {
  base: number;
  add: number;
  move: number;
}

export interface Ended {
  why: string;
  winner: Side | "none";
}

/** All there is to know of a game on this device. The codes are those the players sent. */
export interface Saved {
  id: string;
  kind: string;
  options: Record<string, string>;
  start: string;
  /** Of the deal and of the machine's choices. */
  seed: number;
  moves: string[];
  /** Taken back, in the order in which they would be played again. */
  undone: string[];
  seats: Record<Side, Seat>;
  clock: ClockTerms | null;
  /** Seconds more than the clock says, of a game with odds in time. */
  extra?: Record<Side, number>;
  /** Milliseconds left of each side. */
  left: Record<Side, number>;
  ended: Ended | null;
  /** Looked at, not played: an analysis or a record that was read. */
  study?: boolean;
  created: number;
  updated: number;
}

/** As much of a Storage as is needed. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const PREFIX = "kydai.game.";
const INDEX = "kydai.games";
/** Older games make room for new ones. */
export const KEPT = 100;

export class Library {
  readonly #shelf: Shelf;
  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** Ids, the latest first. */
  ids(): string[] {
    return parse<string[]>(this.#shelf.getItem(INDEX)) ?? [];
  }

  get(id: string): Saved | null {
    return parse<Saved>(this.#shelf.getItem(PREFIX + id));
  }

  all(): Saved[] {
    return this.ids()
      .map((id) => this.get(id))
      .filter((s): s is Saved => s !== null);
  }

  /** Writes a game and moves it to the front. A full shelf loses its oldest games first. */
  put(s: Saved): void {
    const ids = [s.id, ...this.ids().filter((id) => id !== s.id)];
    for (const old of ids.splice(KEPT)) this.#shelf.removeItem(PREFIX + old);
    for (;;) {
      try {
        this.#shelf.setItem(PREFIX + s.id, JSON.stringify(s));
        this.#shelf.setItem(INDEX, JSON.stringify(ids));
        return;
      } catch (e) {
        const oldest = ids.length > 1 ? ids.pop() : undefined;
        if (oldest === undefined) throw e;
        this.#shelf.removeItem(PREFIX + oldest);
      }
    }
  }

  remove(id: string): void {
    this.#shelf.removeItem(PREFIX + id);
    this.#shelf.setItem(INDEX, JSON.stringify(this.ids().filter((x) => x !== id)));
  }

  /** The game under way of a kind that was played last, of those that fit. */
  underWay(kind: string, fits: (s: Saved) => boolean): Saved | undefined {
    return this.all().find((s) => s.kind === kind && !s.ended && !s.study && fits(s));
  }
}

function parse<T>(text: string | null): T | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export interface NewGame {
  kind: string;
  seats: Record<Side, Seat>;
  options?: Record<string, string>;
  start?: string;
  moves?: string[];
  clock?: ClockTerms | null;
  /** Odds in time: seconds more than the clock says. */
  extra?: Record<Side, number>;
  study?: boolean;
}

/** A game before its first move. Time and luck are arguments. */
export function fresh(g: NewGame, now: number, random: () => number): Saved {
  const ms = (s: Side) => ((g.clock?.base ?? 0) + (g.extra?.[s] ?? 0)) * 1000;
  return {
    id: now.toString(36) + Math.floor(random() * 1e9).toString(36),
    kind: g.kind,
    options: g.options ?? {},
    start: g.start ?? "",
    seed: Math.floor(random() * 2 ** 52),
    moves: g.moves ?? [],
    undone: [],
    seats: g.seats,
    clock: g.clock ?? null,
    ...(g.extra ? { extra: g.extra } : {}),
    left: { first: ms("first"), second: ms("second") },
    ended: null,
    ...(g.study ? { study: true } : {}),
    created: now,
    updated: now,
  };
}
