// Runs the engine on all positions of a game. The first pass uses few nodes per position, so that a
// graph is shown at once. Later passes search deeper, from the end to the start, so that each
// position can use the transposition table entries of the next position.
import type { Side } from "../board";
import { Refused } from "../session/desk";
import type { Reply, Request, Thought } from "../session/messages";
import { chanceOf, lossOf, type Judged } from "./judge";

/** Sends a request to the engine's worker and returns the reply. */
export type Ask = (q: Request) => Promise<Reply>;

/** The game under review. */
export interface Subject {
  /** The moves of the study's main line, as codes. */
  game: Omit<Request, "op">;
  /** The moves as they are public, or as the reviewer knows them. */
  codes: string[];
  /** Only in a game with hidden pieces: the moves as each side saw them. */
  seen?: Record<Side, string[]>;
  /** Whether the deal (the hidden pieces) is known, so that each side has its own view. */
  dealt?: boolean;
  /** The side of each move, and the side to move at the end. */
  sides: Side[];
  /**
   * The final winning chance of the first side, if the rules have ended the game; otherwise null.
   */
  end: number | null;
  /** Converts an engine value for the side `turn` to that side's winning chance. */
  chance(points: number, mate: number | undefined, turn: Side): number;
}

/** The result of a search at a ply. */
export interface Found {
  nodes: number;
  /** The winning chance of the side to move. */
  best: number;
  /** The best line, as codes. */
  line: string[];
  points: number;
  mate?: number;
}

/**
 * The luck of a move that revealed a piece: the winning chance after the outcome, and the mean over
 * all outcomes, both for the player of the move.
 */
export interface Luck {
  ways: number;
  mean: number;
  came: number;
  /**
   * How the move revealed a piece: the moving piece was face down and turned up, a captured piece
   * was face down, or both.
   */
  of: "turned" | "taken" | "both";
}

/** Nodes per position in the first pass, which serves only to draw the graph. */
const FEW = 12;

/**
 * A pass over the game: `nodes` for every position or, if `loss` is set, for the positions around
 * moves that lose at least this much winning chance.
 */
export interface Pass {
  nodes: number;
  loss?: number;
}

/**
 * The passes of a review. Moves that may be mistakes are searched deeper before the other moves.
 */
export const PASSES: readonly Pass[] = [
  { nodes: FEW },
  { nodes: 1500 },
  { nodes: 10_000, loss: 0.12 },
  { nodes: 5000 },
];

export class Review {
  readonly subject: Subject;
  /** The search result at each ply, from the start to the end of the game. */
  readonly found: (Found | null)[];
  /**
   * The winning chance of the player at each ply after the played move, in games with hidden
   * pieces; null if it is not known. In other games this chance follows from the search result at
   * the next ply.
   */
  readonly played: (number | null)[];
  readonly luck: (Luck | null)[];
  /**
   * The winning chances of the first side at each ply, computed from what one side knows; the lists
   * are empty until they are requested.
   */
  readonly eyes: Record<Side, (number | null)[]> = { first: [], second: [] };
  readonly #ask: Ask;
  readonly #ways: string[][] = [];

  constructor(subject: Subject, ask: Ask) {
    this.subject = subject;
    this.#ask = ask;
    this.found = Array.from({ length: subject.codes.length + 1 }, () => null);
    this.played = subject.codes.map(() => null);
    this.luck = subject.codes.map(() => null);
  }

  /**
   * Whether moves can reveal hidden pieces. If so, a move is judged by its value before the pieces
   * are revealed.
   */
  get #hidden(): boolean {
    return this.subject.seen !== undefined;
  }

  /** Converts an engine value for the side to move to a winning chance. */
  chance(side: Side, v: { points: number; mate?: number }): number {
    return chanceOf(side, this.subject.chance(v.points, v.mate, side));
  }

  /** The winning chances of the first side before the first move and after each move. */
  chances(): (number | null)[] {
    const { sides, end } = this.subject;
    const last = this.found.length - 1;
    return this.found.map((f, ply) => {
      if (ply === last && end !== null) return end;
      return f ? chanceOf(sides[ply] ?? "first", f.best) : null;
    });
  }

  /**
   * The judged moves; null for a move that is not judged yet. If the search finds the same best
   * move as the player, the move loses nothing.
   */
  moves(): (Judged | null)[] {
    const own = (ply: number) => !this.#hidden && this.found[ply]?.line[0] === this.subject.codes[ply];
    return this.#compared().map((m, ply) => (m && own(ply) ? { side: m.side, best: m.best, played: m.best } : m));
  }

  /** The moves judged by the values of the positions before and after them. */
  #compared(): (Judged | null)[] {
    const chances = this.chances();
    return this.subject.codes.map((_, ply) => {
      const side = this.subject.sides[ply] ?? "first";
      const before = chances[ply];
      const after = this.#hidden ? this.played[ply] : of(side, chances[ply + 1]);
      // The winning chances of the first pass are too inaccurate to compare with each other or with
      // those of a deeper search.
      if (!this.#hidden && !(this.#deep(ply) && this.#deep(ply + 1))) return null;
      return typeof before === "number" && typeof after === "number"
        ? { side, best: chanceOf(side, before), played: after }
        : null;
    });
  }

  /**
   * Whether a ply was searched beyond the first pass, or needs no search because the game is over.
   */
  #deep(ply: number): boolean {
    const over = ply === this.subject.codes.length && this.subject.end !== null;
    return over || (this.found[ply]?.nodes ?? 0) > FEW;
  }

  /**
   * Searches the positions of a pass. Stops when `wanted` returns false. `changed` is called after
   * each position.
   */
  async pass(p: Pass, wanted: () => boolean, changed: () => void): Promise<void> {
    for (const ply of this.#order(p)) {
      if (!wanted()) return;
      if ((this.found[ply]?.nodes ?? 0) >= p.nodes) continue;
      await this.look(ply, p.nodes);
      changed();
    }
  }

  /** Searches one position. In games with hidden pieces it also searches the played move. */
  async look(ply: number, nodes: number): Promise<void> {
    const { codes, end, sides } = this.subject;
    if (ply === codes.length && end !== null) return;
    const side = sides[ply] ?? "first";
    const quick = nodes <= FEW;
    const thought = await this.#think(ply, side, quick ? { nodes, depth: 1 } : { nodes });
    if (!thought?.lines[0]) return;
    const [{ points, mate, codes: line }] = thought.lines as [Thought["lines"][0]];
    const best = this.chance(side, { points, mate });
    this.found[ply] = { nodes, best, line, points, mate };
    const code = codes[ply];
    // In the first pass, which only serves to draw the graph, the played move is not searched
    // separately.
    if (!this.#hidden || code === undefined || quick) return;
    const [sent = this.subject.seen?.[side][ply] ?? code] = await this.#waysOf(ply);
    const same = sent === line[0];
    const only = same ? null : await this.#think(ply, side, { nodes, only: [sent] });
    const l = only?.lines[0];
    this.played[ply] = l ? this.chance(side, l) : same ? best : null;
  }

  /** The winning chance of the side to move at a ply, if that side plays the given move. */
  async chanceIf(ply: number, code: string, nodes: number): Promise<number | null> {
    const side = this.subject.sides[ply] ?? "first";
    const l = (await this.#think(ply, side, { nodes, only: [code] }))?.lines[0];
    return l ? this.chance(side, l) : null;
  }

  /** Stores the result of another search at a ply, unless the stored result has more nodes. */
  put(ply: number, found: Found, played?: number): void {
    if ((this.found[ply]?.nodes ?? 0) > found.nodes) return;
    this.found[ply] = found;
    if (played !== undefined) this.played[ply] = played;
  }

  /** Separates luck from skill in all moves that revealed a piece, by searches of `depth` plies. */
  async lucks(depth: number, wanted: () => boolean, changed: () => void): Promise<void> {
    if (!this.#hidden) return;
    for (const ply of this.#bySide(this.subject.codes.map((_, i) => i))) {
      if (!wanted()) return;
      await this.#luckOf(ply, depth);
      changed();
    }
  }

  /** Computes the winning chances of the first side from the knowledge of the side `eyes`. */
  async through(eyes: Side, nodes: number, wanted: () => boolean, changed: () => void): Promise<void> {
    const { codes, sides, end } = this.subject;
    for (let ply = 0; ply <= codes.length; ply++) {
      if (!wanted()) return;
      if (ply === codes.length && end !== null) {
        this.eyes[eyes][ply] = end;
        break;
      }
      const turn = sides[ply] ?? "first";
      const l = (await this.#think(ply, eyes, { nodes }))?.lines[0];
      this.eyes[eyes][ply] = l ? this.subject.chance(l.points, l.mate, turn) : null;
      changed();
    }
  }

  async #luckOf(ply: number, depth: number): Promise<void> {
    const side = this.subject.sides[ply] ?? "first";
    const game = this.#viewed(side);
    const codes = this.subject.seen?.[side] ?? [];
    const [plain = "", ...ways] = await this.#waysOf(ply);
    if (ways.length < 2) return;
    let [sum, whole, came] = [0, 0, 0];
    for (const [i, way] of ways.entries()) {
      const [code = "", weight = "1"] = way.split(" ");
      const moves = [...codes.slice(0, ply), code];
      const l = (await this.#ask({ op: "think", ...game, moves, limits: { depth } }).catch(over))?.thought?.lines[0];
      if (!l) return;
      const other: Side = side === "first" ? "second" : "first";
      const c = chanceOf(side, this.subject.chance(l.points, l.mate, other));
      sum += c * Number(weight);
      whole += Number(weight);
      if (i === 0) came = c;
    }
    // In the code of an outcome, a piece that turned up follows the move directly; a piece that was
    // captured face down follows a star.
    const star = (ways[0] ?? "").slice(plain.length).indexOf("*");
    const of = star < 0 ? "turned" : star === 0 ? "taken" : "both";
    this.luck[ply] = { ways: ways.length, mean: sum / whole, came, of };
  }

  /** The game as the given side saw it. */
  #viewed(side: Side): Subject["game"] {
    const { game, dealt } = this.subject;
    if (!dealt) return game;
    const { deal: _, seed: __, ...rest } = game;
    return { ...rest, options: { ...game.options, view: side } };
  }

  async #think(ply: number, viewer: Side, limits: Request["limits"]): Promise<Thought | null> {
    const moves = (this.subject.seen?.[viewer] ?? this.subject.codes).slice(0, ply);
    const r = await this.#ask({ op: "think", ...this.#viewed(viewer), moves, limits }).catch(over);
    return r?.thought ?? null;
  }

  /**
   * The possible outcomes of the played move. The first entry is the code of the move without the
   * piece that it reveals. Each further entry is the code with one possible piece and the weight of
   * this outcome. The list is empty if the move has only one outcome.
   */
  async #waysOf(ply: number): Promise<string[]> {
    const side = this.subject.sides[ply] ?? "first";
    const moves = this.subject.seen?.[side].slice(0, ply + 1);
    return (this.#ways[ply] ??= (await this.#ask({ op: "ways", ...this.#viewed(side), moves })).texts ?? []);
  }

  /**
   * The plies of a pass in search order. The first pass goes forward, as people read the graph;
   * later passes go backward.
   */
  #order({ nodes, loss = 0 }: Pass): number[] {
    const all = this.found.map((_, ply) => ply);
    if (nodes <= FEW) return this.#bySide(all);
    const moves = this.#compared();
    const doubtful = (ply: number): boolean => {
      const m = moves[ply];
      return m ? lossOf(m) >= loss : false;
    };
    // In a game without hidden information, the value of a move is the value of the position after
    // it.
    const chosen = loss > 0 ? all.filter((ply) => doubtful(ply) || (!this.#hidden && doubtful(ply - 1))) : all;
    return this.#bySide(chosen.toReversed());
  }

  /**
   * Orders the plies by the side to move: first all plies of one side, then all plies of the other
   * side. The engine's worker keeps the data of one game only, and each side's view counts as a
   * separate game.
   */
  #bySide(plies: number[]): number[] {
    if (!this.#hidden) return plies;
    const of = (s: Side) => plies.filter((ply) => (this.subject.sides[ply] ?? "first") === s);
    return [...of("first"), ...of("second")];
  }
}

const of = (side: Side, first: number | null | undefined): number | null =>
  typeof first === "number" ? chanceOf(side, first) : null;

/**
 * Handles an error of a search: returns null if the game is over and so has no best move; throws
 * any other error again.
 */
function over(e: unknown): null {
  if (e instanceof Refused && e.code === "game-over") return null;
  throw e;
}
