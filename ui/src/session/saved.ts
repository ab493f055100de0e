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
  /** The players chose their colours, and each has that of the other seat. */
  swapped?: true;
}

/** A move of a record. Variations are other ways to play it, each with what follows. */
export interface RecordMove {
  code: string;
  before?: string[];
  comments?: string[];
  nags?: number[];
  variations?: RecordMove[][];
}

/** The moves of a record, and what it says of the start. */
export interface RecordTree {
  comments?: string[];
  moves: RecordMove[];
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
  /** What was dealt, of a game whose deal is known otherwise than by its seed. */
  deal?: string;
  /** Of a record: who played, what else it says of the game, the result. */
  names?: Record<Side, string>;
  tags?: { name: string; value: string }[];
  result?: string;
  /** Of a study: all its moves. Those above are one line of them. */
  tree?: RecordTree;
  /** As older versions kept what is said of the start and of each move. */
  comments?: string[];
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

  /** Writes a game and moves it to the front. A full shelf loses its oldest studies first, then its oldest games. */
  put(s: Saved): void {
    const ids = [s.id, ...this.ids().filter((id) => id !== s.id)];
    while (ids.length > KEPT) {
      const study = ids.findLastIndex((id, i) => i > 0 && this.get(id)?.study);
      const [old] = ids.splice(study > 0 ? study : ids.length - 1, 1);
      this.#shelf.removeItem(PREFIX + old);
    }
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
  deal?: string;
  names?: Record<Side, string>;
  tags?: { name: string; value: string }[];
  tree?: RecordTree;
  result?: string;
}

const newId = (now: number, random: () => number): string => now.toString(36) + Math.floor(random() * 1e9).toString(36);

/** All moves of a game. Those of a game that is played are one line. */
export function treeOf(s: Saved): RecordTree {
  if (s.tree) return s.tree;
  const said = (i: number) => (s.comments?.[i] ? [s.comments[i]] : undefined);
  const moves = s.study ? [...s.moves, ...s.undone] : s.moves;
  return { comments: said(0), moves: moves.map((code, i) => ({ code, comments: said(i + 1) })) };
}

/** A game before its first move. Time and luck are arguments. */
export function fresh(g: NewGame, now: number, random: () => number): Saved {
  const ms = (s: Side) => ((g.clock?.base ?? 0) + (g.extra?.[s] ?? 0)) * 1000;
  return {
    id: newId(now, random),
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
    ...(g.deal ? { deal: g.deal } : {}),
    ...(g.names ? { names: g.names } : {}),
    ...(g.tags ? { tags: g.tags } : {}),
    ...(g.tree ? { tree: g.tree } : {}),
    ...(g.result ? { result: g.result } : {}),
    created: now,
    updated: now,
  };
}
