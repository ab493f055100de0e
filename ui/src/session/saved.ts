// Stores the games on this device. Each game is one entry of the local storage. It is written after
// every move, so that the game survives a reload, a crash and a lost connection.
import type { Side } from "../board";

/** An algorithm of the lab with its depth or its number of simulations. */
export interface Algorithm {
  name: string;
  depth: number;
  sims: number;
}

/** An engine opponent, which plays at a level or by an algorithm. */
export interface Machine {
  kind: "machine";
  /**
   * The level, from 1. Before the game begins, 0 means that the level is chosen to match the
   * player's strength.
   */
  level: number;
  algorithm?: Algorithm;
  /**
   * The exact, possibly fractional level, if the level was chosen to match the player's strength.
   */
  fit?: number;
}

/** The player of a side: a person or an engine. */
export type Seat = { kind: "human" } | Machine;

/**
 * A time control: seconds for the game, seconds added per move, and a limit per move; 0: not used.
 */
export interface ClockTerms {
  base: number;
  add: number;
  move: number;
}

export interface Ended {
  why: string;
  winner: Side | "none";
  /** The side that ended the game or ran out of time; undefined or "none" if no side did. */
  by?: Side | "none";
  /** Set if the players chose their colours and each has the colour of the other seat. */
  swapped?: true;
}

/** A move of a record. Variations are alternatives to this move, each with its continuation. */
export interface RecordMove {
  code: string;
  before?: string[];
  comments?: string[];
  nags?: number[];
  variations?: RecordMove[][];
}

/** The moves of a record, and the comments on its start position. */
export interface RecordTree {
  comments?: string[];
  moves: RecordMove[];
}

export type Takebacks = Record<Side | "most", number>;

/** A stored game. `moves` has the codes as the players sent them. */
export interface Saved {
  id: string;
  kind: string;
  options: Record<string, string>;
  start: string;
  /** Seed of the deal and of the engine's random choices. */
  seed: number;
  moves: string[];
  /** Moves that were taken back, in the order in which redo plays them. */
  undone: string[];
  seats: Record<Side, Seat>;
  clock: ClockTerms | null;
  /** Extra seconds in addition to the time control, in a game with odds of time. */
  extra?: Record<Side, number>;
  /** Milliseconds left for each side. */
  left: Record<Side, number>;
  ended: Ended | null;
  /** The milliseconds that each move took, including moves that were taken back. */
  times?: number[];
  /** Only in the study of a game on this device: the players of that game. */
  played?: Record<Side, Seat>;
  /** Only in the study of a game that did not end on the board: the reason for its end. */
  why?: string;
  /** Only in the study of a game on this device: the id of that game. */
  of?: string;
  /** The largest number of takebacks, and how many each player has used; undefined: no limit. */
  takebacks?: Takebacks;
  /** The opening that the player wants the engine opponent to play. */
  opening?: string;
  /** Set if the player has asked for a hint or has taken a move back. */
  helped?: true;
  /** Whether this is a study (an analysis or an imported record) and not a played game. */
  study?: boolean;
  /** The deal, if it does not follow from the seed. */
  deal?: string;
  /** From an imported record: the players' names, the other tags and the result. */
  names?: Record<Side, string>;
  tags?: { name: string; value: string }[];
  result?: string;
  /** All moves of a study. `moves` is one line of this tree. */
  tree?: RecordTree;
  /** The number of edits that the tree contains: see journal.ts. */
  edits?: number;
  /** Comments on the start and on each move in the form that older versions stored. */
  comments?: string[];
  created: number;
  updated: number;
}

/** The methods of Storage that are used here. */
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

  /** The ids of the stored games, latest first. */
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
   * Stores a game and moves it to the front of the list. If the storage is full, the oldest studies
   * are deleted first, then the oldest games.
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

  /**
   * The latest unfinished game of the kind `kind` for which `fits` returns true. Games with a
   * takeback limit are excluded, because another page shows them.
   */
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
  /** Odds of time: extra seconds in addition to the time control. */
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

/** All moves of a game. A played game has only one line. */
export function treeOf(s: Saved): RecordTree {
  if (s.tree) return s.tree;
  const said = (i: number) => (s.comments?.[i] ? [s.comments[i]] : undefined);
  const moves = s.study ? [...s.moves, ...s.undone] : s.moves;
  return { comments: said(0), moves: moves.map((code, i) => ({ code, comments: said(i + 1) })) };
}

/** The optional fields of a game. */
const PARTS = ["extra", "opening", "study", "deal", "names", "tags", "tree", "result", "played"] as const;

/** Creates a game before its first move. The time and the random source are arguments. */
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
