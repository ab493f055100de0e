// Plays a game on this device: against an engine, for two players, or as a study. It does not use
// the DOM; pages subscribe to its signals.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Side } from "../board";
import { other } from "../board/state";
import { type Desk, noMove, Refused } from "./desk";
import type { Reply, Request, State, Thought } from "./messages";
import type { Ended, Machine, Saved, Seat } from "./saved";
import { bestOf } from "./thought";
import type { ViewAs, View } from "./views";

export interface Deps {
  /** The session server for the rules; it answers without delay. */
  rules: Desk;
  /** The session server for engine searches; searches can be stopped. */
  engine: Desk;
  /** The session server for the lab's algorithms; searches can be stopped. */
  lab: Desk;
  save(s: Saved): void;
  now(): number;
  notation(): string;
  lang(): string;
  /**
   * Whether the first player has the colour of the second seat. Only games in which players choose
   * colours have this function.
   */
  swapped?(position: string): boolean;
  /**
   * Chooses the move of an engine opponent with a level. Without this function, the engine's own
   * best move is played.
   */
  answer?(game: LocalGame, seat: Machine): Promise<string>;
}

/**
 * A hint has two steps: step 1 shows the piece and the idea; step 2 also shows the move and the
 * line.
 */
export interface Hint {
  step: 1 | 2;
  thought: Thought;
  texts: string[];
}

type Manner = Pick<Request, "level" | "limits" | "algorithm" | "sims" | "weak">;

/** The search parameters of an engine opponent. */
function manner({ algorithm, level }: Machine): Manner {
  if (!algorithm) return { level };
  return { algorithm: algorithm.name, limits: { depth: algorithm.depth }, sims: algorithm.sims };
}

/** The time limit of an analysis or a hint, in milliseconds. */
const HINT_MS = 1200;

export class LocalGame {
  readonly saved = signal<Saved>(null as never);
  readonly state = signal<State>(null as never);
  /** The past state that the page shows; null: the current state. */
  readonly past = signal<State | null>(null);
  /**
   * The view in which the game is shown if it is not the viewer's own view; null otherwise. Such
   * views are available only after the end of the game.
   */
  readonly others = signal<ViewAs | null>(null);
  readonly thinking = signal(false);
  readonly hint = signal<Hint | null>(null);
  /** Whether the engine is searching for a hint. */
  readonly hinting = signal(false);
  /** The error code of the last refused action; null: none. */
  readonly refusal = signal<string | null>(null);
  readonly shown = computed(() => this.past.value ?? this.state.value);
  readonly ended = computed<Ended | null>(() => {
    const s = this.state.value;
    if (s.why) return { why: s.why, winner: s.winner ?? "none" };
    return this.saved.value.ended;
  });
  /** Whether the game may be shown in all views: the game is over, or its deal is known. */
  readonly mayLook = computed(() => this.ended.value !== null || this.saved.value.deal !== undefined);
  readonly viewAs = computed<ViewAs>(() => this.others.value ?? this.view);
  /**
   * Returns the content beside the name of a side: the engine opponent's remarks. Undefined before
   * an engine opponent has moved.
   */
  readonly beside = signal<((s: Side) => ComponentChildren) | undefined>(undefined);
  /** Whether a move may be played in a past position. */
  branches = false;
  /** Identifies the game on the page. */
  get key(): string {
    return this.saved.peek().id;
  }
  protected readonly deps: Deps;
  #session = 0;
  /** The promise of a session that is being opened; requests wait for this promise. */
  #opening: Promise<void> | undefined;
  /** Increased by every event after which the result of a running engine search must be ignored. */
  turns = 0;
  /**
   * Whether the engine's move is being played: the engine's turn is over, but the board does not
   * show the move yet.
   */
  #answering?: boolean;
  /** The promise of the last change of the moves: a move, a takeback or a redo. */
  #changed = Promise.resolve(false);
  /** When the current turn began, in unix milliseconds. */
  since: number;
  #closed?: boolean;

  constructor(saved: Saved, start: State, deps: Deps) {
    this.saved.value = saved;
    this.state.value = start;
    this.deps = deps;
    this.since = deps.now();
  }

  /**
   * Opens a game with the rules module. If the start state is already known, use the constructor,
   * which does not wait for the module.
   */
  static async open(saved: Saved, deps: Deps): Promise<LocalGame> {
    const g = new LocalGame(saved, null as never, deps);
    await g.reopen();
    return g;
  }

  get kind(): string {
    return this.saved.value.kind;
  }

  get options(): Record<string, string> {
    return this.saved.value.options;
  }

  /**
   * The view in which the game is shown: the view of the only human player; otherwise "", which
   * shows only what all players see.
   */
  get view(): View {
    const { mine } = this;
    return mine === "both" || mine === "none" ? "" : mine;
  }

  /** The side that the user plays; "both" for two human players, "none" for none. */
  get mine(): Side | "both" | "none" {
    const { first, second } = this.saved.value.seats;
    if (first.kind === "human") return second.kind === "human" ? "both" : "first";
    return second.kind === "human" ? "second" : "none";
  }

  /** The side to move in the start position. */
  get begins(): Side {
    const { start, moves } = this.saved.value;
    const { turn } = this.state.value;
    // In a game from the default start position the first side begins, even if an opening gives one
    // side several turns.
    if (!start) return "first";
    return moves.length % 2 === 1 ? other(turn) : turn;
  }

  get timed(): boolean {
    return this.saved.value.clock !== null;
  }

  seat(s: Side): Seat {
    return this.saved.value.seats[s];
  }

  /** Milliseconds left for a side, including the current turn. */
  left(s: Side): number {
    const { left, clock } = this.saved.value;
    if (!clock) return 0;
    const running = this.running === s ? this.deps.now() - this.since : 0;
    const game = clock.base > 0 ? left[s] - running : Infinity;
    const turn = clock.move > 0 && this.state.value.turn === s ? clock.move * 1000 - running : Infinity;
    return Math.max(0, Math.min(game, turn));
  }

  /** The side whose clock runs: null before the first move and after the end. */
  get running(): Side | null {
    if (!this.saved.value.clock || this.ended.value || this.state.value.ply === 0) return null;
    return this.state.value.turn;
  }

  /** Ends the game if a flag has fallen. Pages call it periodically. */
  tick(): void {
    const s = this.running;
    if (s && this.left(s) <= 0) this.end({ why: "time", winner: other(s) });
  }

  /** Makes a change of the moves after the changes that were begun before it have ended. */
  #alone(change: () => Promise<boolean>): Promise<boolean> {
    return (this.#changed = this.#changed.then(change, change));
  }

  /** Plays a move, unless a takeback that was begun before changes the position. */
  move(code: string): Promise<boolean> {
    const { turns } = this;
    return this.#alone(async () => turns === this.turns && this.#play(code));
  }

  async #play(code: string): Promise<boolean> {
    if (this.ended.value) return false;
    this.past.value = null;
    // Stop a running search for a hint or for a draw decision.
    this.stopEngine();
    this.touch();
    const s = this.state.value;
    try {
      const r = await this.ask({ op: "play", code });
      const times = this.#spend(s.turn);
      this.change({ moves: [...this.saved.value.moves, code], undone: [], result: undefined, times });
      this.show(r);
    } catch (e) {
      this.state.value = { ...s };
      this.refuse(e);
      return false;
    }
    return true;
  }

  /** Lets the engine move if it is the engine's turn. Returns true after the move. */
  async reply(): Promise<boolean> {
    const seat = this.seat(this.state.value.turn);
    if (this.#closed || this.thinking.value || this.#answering || this.ended.value || seat.kind !== "machine")
      return false;
    const turn = this.turns;
    this.thinking.value = true;
    try {
      const { answer } = this.deps;
      const code = await (answer && !seat.algorithm ? answer(this, seat) : this.plain(seat));
      if (turn !== this.turns || this.#closed) return false;
      this.thinking.value = false;
      this.#answering = true;
      return await this.move(code).finally(() => (this.#answering = false));
    } catch (e) {
      this.refuse(e);
      return false;
    } finally {
      if (turn === this.turns || this.#closed) this.thinking.value = false;
    }
  }

  /** The best move of an engine opponent, without the preferences of its character. */
  async plain(seat: Machine): Promise<string> {
    return bestOf(await this.think(manner(seat)));
  }

  /** Starts an engine search of the current position, in the view of the side to move. */
  async think(q: Manner, progress?: (t: Thought) => void, moves?: string[]): Promise<Thought> {
    const { kind, options, start, seed, deal, moves: played } = this.saved.value;
    const desk = q.algorithm ? this.deps.lab : this.deps.engine;
    const game = { game: kind, options, start, seed, deal, moves: moves ?? played };
    const r = await desk.ask({ op: "think", ...game, ...q }, progress);
    if (!r.thought) throw new Refused({ code: "internal", text: "no thought" });
    return r.thought;
  }

  /**
   * The number of moves that one undo takes back: two if the user plays against an engine and is to
   * move (the engine's move and the user's move), otherwise one.
   */
  get #back(): number {
    const { moves, seats } = this.saved.value;
    const { turn } = this.state.value;
    const both = this.view !== "" && seats[turn].kind === "human" && !this.thinking.value;
    return Math.min(both ? 2 : 1, moves.length);
  }

  /** The code of the reason why a takeback is impossible; "" if it is possible. */
  get noUndo(): string {
    const { firm } = this.state.value;
    if (this.#back === 0) return "nothing-to-undo";
    // Taking these moves back would hide a piece again that the player has already seen.
    return firm !== undefined && this.#back >= firm ? "would-reveal" : "";
  }

  /**
   * Takes back moves until it is a human player's turn; with two humans or two engines, takes back
   * one move.
   */
  undo(): Promise<boolean> {
    return this.#alone(() => this.takeBack());
  }

  protected async takeBack(): Promise<boolean> {
    const { moves } = this.saved.value;
    const n = this.#back;
    if (n === 0) return false;
    return this.#step({ op: "undo", count: n }, () => {
      const kept = moves.slice(0, moves.length - n);
      return {
        moves: kept,
        undone: [...moves.slice(moves.length - n), ...this.saved.value.undone],
        ended: null,
        helped: true,
      };
    });
  }

  redo(): Promise<boolean> {
    return this.#alone(() => this.#redo());
  }

  async #redo(): Promise<boolean> {
    const { undone, moves } = this.saved.value;
    const n = Math.min(this.view === "" ? 1 : 2, undone.length);
    if (n === 0) return false;
    return this.#step({ op: "redo", count: n }, () => ({
      moves: [...moves, ...undone.slice(0, n)],
      undone: undone.slice(n),
    }));
  }

  async #step(q: Omit<Request, "session">, change: () => Partial<Saved>): Promise<boolean> {
    this.touch();
    this.stopEngine();
    try {
      const r = await this.ask(q);
      // The results of searches that began during the request belong to the old position.
      this.touch();
      this.stopEngine();
      this.change(change());
      this.past.value = null;
      this.show(r);
      return true;
    } catch (e) {
      this.refuse(e);
      return false;
    }
  }

  /** Ends the game by an event other than a move, for example resignation. */
  end(e: Ended): void {
    if (this.ended.value) return;
    this.touch();
    this.stopEngine();
    this.change({ ended: this.#coloured(e, this.state.value.position) });
  }

  resign(s: Side): void {
    this.end({ why: "resignation", winner: other(s) });
  }

  /** Shows the next step of a hint. */
  async nextHint(): Promise<void> {
    const h = this.hint.value;
    if (h) {
      this.hint.value = { ...h, step: 2 };
      return;
    }
    if (this.ended.value || this.thinking.value) return;
    const turn = this.turns;
    this.thinking.value = this.hinting.value = true;
    try {
      const thought = await this.think({ limits: { time: HINT_MS } });
      const codes = thought.lines[0]?.codes.slice(0, 6) ?? [];
      const texts = (await this.ask({ op: "write", moves: codes, notation: this.deps.notation() })).texts ?? codes;
      if (turn !== this.turns) return;
      this.hint.value = { step: 1, thought, texts };
      this.change({ helped: true });
    } catch (e) {
      this.refuse(e);
    } finally {
      if (turn === this.turns) this.thinking.value = this.hinting.value = false;
    }
  }

  /**
   * Shows the position after `ply` moves. If `ply` is at least the number of moves played, shows
   * the current position.
   */
  async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    if (ply >= now || ply < 0) {
      if (ply >= now) this.past.value = null;
      return;
    }
    try {
      const r = await this.ask({ op: "at", count: ply });
      if (r.state) this.past.value = { ...r.state, codes: [], legal: [], texts: this.state.value.texts };
    } catch (e) {
      this.refuse(e);
    }
  }

  /** Shows a finished game in the view of a side or of a spectator, or with all pieces. */
  async through(viewAs: ViewAs): Promise<void> {
    if (!this.mayLook.value) return;
    const ply = this.past.value?.ply;
    this.others.value = viewAs;
    await this.refresh();
    if (ply !== undefined) await this.look(ply);
  }

  /** Formats the moves again after a change of the notation. */
  async refresh(): Promise<void> {
    this.show(await this.ask({ op: "state" }));
  }

  /** Parses a typed move and plays it. Returns an error code if the text is not a legal move. */
  async type(text: string): Promise<boolean | string> {
    try {
      const r = await this.ask({ op: "read", text });
      return await this.move(r.code ?? "");
    } catch (e) {
      return noMove(e) || (this.refuse(e), false);
    }
  }

  /** Changes the players of both seats. */
  seats(seats: Record<Side, Seat>): void {
    this.touch();
    this.stopEngine();
    this.change({ seats });
  }

  close(): void {
    this.#closed = true;
    this.stopEngine();
    if (this.#session) this.deps.rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
    this.#session = 0;
  }

  stopEngine(): void {
    if (!this.thinking.value) return;
    this.thinking.value = this.hinting.value = false;
    this.deps.engine.stop();
    this.deps.lab.stop();
  }

  touch(): void {
    this.turns++;
    this.others.value = null;
    this.hint.value = null;
    this.refusal.value = null;
  }

  /**
   * Subtracts the time of the current turn from a side's clock. Returns the times of all moves,
   * including this one.
   */
  #spend(s: Side): number[] {
    const { clock, left, moves, times = [] } = this.saved.value;
    const now = this.deps.now();
    // Clocks do not run before the first move.
    const used = moves.length > 0 ? now - this.since : 0;
    if (clock && this.state.value.ply > 0)
      this.change({ left: { ...left, [s]: Math.max(0, left[s] - used) + clock.add * 1000 } });
    this.since = now;
    // A game that an older version of the program started has fewer times than moves.
    return [...times.slice(0, moves.length), used];
  }

  protected change(part: Partial<Saved>): void {
    this.saved.value = { ...this.saved.value, ...part, updated: this.deps.now() };
    this.deps.save(this.saved.value);
  }

  protected show(r: Reply): void {
    if (!r.state) return;
    this.state.value = r.state;
    const { why, winner } = r.state;
    if (why) this.change({ ended: this.#coloured({ why, winner: winner ?? "none" }, r.state.position) });
  }

  #coloured(e: Ended, position: string): Ended {
    return this.deps.swapped?.(position) ? { ...e, swapped: true } : e;
  }

  refuse(e: unknown): void {
    if (e instanceof Refused && e.code === "stopped") return;
    this.refusal.value = e instanceof Refused ? e.code : "internal";
  }

  /** Opens a session in the rules module. Simultaneous calls share one session. */
  reopen(): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<void> {
    const { kind, options, start, seed, deal, moves, undone } = this.saved.value;
    const r = await this.deps.rules.ask({
      op: "new",
      game: kind,
      options,
      start,
      seed,
      deal,
      moves: [...moves, ...undone],
      view: this.viewAs.value,
      notation: this.deps.notation(),
      lang: this.deps.lang(),
    });
    const session = r.session ?? 0;
    const shown = undone.length > 0 ? await this.#send(session, { op: "undo", count: undone.length }) : r;
    // Drop the session if the user left the page while the session was opening.
    if (this.#closed) this.deps.rules.ask({ op: "drop", session }).catch(() => undefined);
    else this.#session = session;
    if (shown.state) this.state.value = shown.state;
  }

  /**
   * Sends a request about the game to the rules module. It opens a session first if there is none.
   */
  async ask(q: Omit<Request, "session">): Promise<Reply> {
    if (!this.#session) await this.reopen();
    return this.#send(this.#session, q);
  }

  #send(session: number, q: Omit<Request, "session">): Promise<Reply> {
    return this.deps.rules.ask({
      ...q,
      session,
      view: this.viewAs.value,
      lang: this.deps.lang(),
      notation: q.notation ?? this.deps.notation(),
    });
  }
}
