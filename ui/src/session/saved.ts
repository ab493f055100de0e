// Stores the games on this device. Each game is one entry of the local storage, written after every
// move, so that it survives a reload, a crash and being offline.
import type { Side } from "../board";

/** An algorithm of the lab with its depth or its number of simulations. */
export interface Algorithm {
  name: string;
  depth: number;
  sims: number;
}

/** An engine plays at a level or by an algorithm. */
export interface Machine {
  kind: "machine";
  /** From 1 on; 0 before the game begins means that it is chosen to fit the player. */
  level: number;
  algorithm?: Algorithm;
  /** If the level was chosen to fit the player: the exact one, which may lie between two. */
  fit?: number;
}

/** The player of a side. */
export type Seat = { kind: "human" } | Machine;

/** A time control: seconds for the game, seconds added per move, and a limit per move; 0 means none. */
export interface ClockTerms {
  base: number;
  add: number;
  move: number;
}

export interface Ended {
  why: string;
  winner: Side | "none";
  /** The side that ended the game, or was late, if somebody was. */
  by?: Side | "none";
  /** The players chose their colours, and each has the colour of the other seat. */
  swapped?: true;
}

/** A move of a record. Variations are alternatives to it, each with its continuation. */
export interface RecordMove {
  code: string;
  before?: string[];
  comments?: string[];
  nags?: number[];
  variations?: RecordMove[][];
}

/** The moves of a record, and its comments on the start. */
export interface RecordTree {
  comments?: string[];
  moves: RecordMove[];
}

export type Takebacks = Record<Side | "most", number>;

/** A stored game. The codes are those that the players sent. */
export interface Saved {
  id: string;
  kind: string;
  options: Record<string, string>;
  start: string;
  /** Seed of the deal and of the engine's random choices. */
  seed: number;
  moves: string[];
  /** Taken back moves, in the order in which redo plays them. */
  undone: string[];
  seats: Record<Side, Seat>;
  clock: ClockTerms | null;
  /** Extra seconds beyond the time control, in a game with odds in time. */
  extra?: Record<Side, number>;
  /** Milliseconds left of each side. */
  left: Record<Side, number>;
  ended: Ended | null;
  /** Milliseconds of each move, and of those that were taken back. */
  times?: number[];
  /** In the study of a game of this device: who played it. */
  played?: Record<Side, Seat>;
  /** In the study of a game that did not end on the board: why it ended. */
  why?: string;
  /** In the study of a game of this device: the id of the game. */
  of?: string;
  /** The largest number of takebacks of each player, and how many each has used; without it there is no limit. */
  takebacks?: Takebacks;
  /** The opening that the player has asked the machine for. */
  opening?: string;
  /** The player has asked for a hint or has taken a move back. */
  helped?: true;
  /** A study, not a played game: an analysis or an imported record. */
  study?: boolean;
  /** The deal, if it is not given by the seed. */
  deal?: string;
  /** From a record: the players, other tags, the result. */
  names?: Record<Side, string>;
  tags?: { name: string; value: string }[];
  result?: string;
  /** All moves of a study. The moves above are one line of it. */
  tree?: RecordTree;
  /** The number of edits in the tree: see journal.ts. */
  edits?: number;
  /** Comments on the start and on each move, as older versions stored them. */
  comments?: string[];
  created: number;
  updated: number;
}

/** The needed part of Storage. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const PREFIX = "kydai.game.";
const INDEX = "kydai.games";
/** The number of stored games; older games are deleted. */
export const KEPT = 100;

export class Library {
  readonly #shelf: Shelf;
  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** The ids, latest first. */
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

  /**
   * Stores a game and moves it to the front. If the storage is full, the oldest studies are deleted first, then the
   * oldest games.
   */
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

  /** The last played unfinished game of a kind that matches. A game with a takeback limit has a page of its own. */
  underWay(kind: string, fits: (s: Saved) => boolean): Saved | undefined {
    return this.all().find((s) => s.kind === kind && !s.ended && !s.study && !s.takebacks && fits(s));
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
  /** Odds in time: extra seconds beyond the time control. */
  extra?: Record<Side, number>;
  opening?: string;
  study?: boolean;
  deal?: string;
  names?: Record<Side, string>;
  tags?: { name: string; value: string }[];
  tree?: RecordTree;
  result?: string;
  played?: Record<Side, Seat>;
}

const newId = (now: number, random: () => number): string => now.toString(36) + Math.floor(random() * 1e9).toString(36);

/** All moves of a game. A played game has one line. */
export function treeOf(s: Saved): RecordTree {
  if (s.tree) return s.tree;
  const said = (i: number) => (s.comments?.[i] ? [s.comments[i]] : undefined);
  const moves = s.study ? [...s.moves, ...s.undone] : s.moves;
  return { comments: said(0), moves: moves.map((code, i) => ({ code, comments: said(i + 1) })) };
}

/** What only some games have. */
const PARTS = ["extra", "opening", "study", "deal", "names", "tags", "tree", "result", "played"] as const;

/** A game before its first move. Time and randomness are arguments. */
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
    left: { first: ms("first"), second: ms("second") },
    ended: null,
    ...Object.fromEntries(PARTS.flatMap((part) => (g[part] ? [[part, g[part]]] : []))),
    created: now,
    updated: now,
  };
}
