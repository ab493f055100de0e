// A game on this device: against the machine, on one board, or to look at.
// It holds no DOM; pages watch its signals.
import { computed, signal } from "@preact/signals";
import type { Side } from "../board";
import { type Desk, Refused } from "./desk";
import type { Reply, Request, State, Thought } from "./messages";
import type { Ended, Machine, Saved, Seat } from "./saved";
import { bestOf } from "./thought";
import type { Eyes, View } from "./views";

export interface Deps {
  /** Answers at once. */
  rules: Desk;
  /** Thinks, and may be stopped. */
  engine: Desk;
  /** The same for the lab's algorithms. */
  lab: Desk;
  save(s: Saved): void;
  now(): number;
  notation(): string;
  lang(): string;
  /** Whether the first player has the colour of the second seat, in a game whose players choose. */
  swapped?(position: string): boolean;
}

/** A hint tells more with each step: which piece, which move, which line. */
export interface Hint {
  step: 1 | 2 | 3;
  thought: Thought;
  texts: string[];
}

export const other = (s: Side): Side => (s === "first" ? "second" : "first");

type Manner = Pick<Request, "level" | "limits" | "algorithm" | "sims">;

/** How a machine is asked to think. */
function manner({ level, algorithm }: Machine): Manner {
  if (!algorithm) return { level };
  return { algorithm: algorithm.name, limits: { depth: algorithm.depth }, sims: algorithm.sims };
}

/** Before so many plies the machine does not speak of a draw. */
export const EARLY_PLIES = 10;

/** From so many plies on the machine takes a draw in a level position. */
const LATE_PLIES = 60;

/** Up to so many points, hundredths of the smallest piece, a position is level. */
const LEVEL_POINTS = 30;

/** Whether a machine that stands so many points better takes a draw after so many plies. */
export function takesDraw(points: number, ply: number): boolean {
  return points < -LEVEL_POINTS || (points <= LEVEL_POINTS && ply >= LATE_PLIES);
}

/** The time an analysis or a hint may take, in milliseconds. */
const HINT_MS = 1200;
const DRAW_MS = 500;

export class LocalGame {
  readonly saved = signal<Saved>(null as never);
  readonly state = signal<State>(null as never);
  /** What is looked at: a state of the past, or null for the present. */
  readonly past = signal<State | null>(null);
  /** Through whose eyes it is looked at, if not the viewer's own; only after the end. */
  readonly others = signal<Eyes | null>(null);
  readonly thinking = signal(false);
  readonly hint = signal<Hint | null>(null);
  /** The engine searches for a hint. */
  readonly hinting = signal(false);
  /** A code of what was just refused. */
  readonly refusal = signal<string | null>(null);
  readonly shown = computed(() => this.past.value ?? this.state.value);
  readonly ended = computed<Ended | null>(() => {
    const s = this.state.value;
    if (s.why) return { why: s.why, winner: s.winner ?? "none" };
    return this.saved.value.ended;
  });
  /** Once the game is over, everybody's eyes are open to everybody. */
  readonly mayLook = computed(() => this.ended.value !== null || this.saved.value.deal !== undefined);
  readonly eyes = computed<Eyes>(() => this.others.value ?? this.view);
  /** A move may be made in a position of the past. */
  branches = false;
  /** Tells the games of a page apart. */
  get key(): string {
    return this.saved.peek().id;
  }
  protected readonly deps: Deps;
  #session = 0;
  /** The session on its way: whoever asks meanwhile waits for it. */
  #opening: Promise<void> | undefined;
  /** Counts what makes an answer of the engine too late. */
  #turn = 0;
  /** The machine's move is on its way to the rules: its turn is over, though the board does not show it yet. */
  #answering = false;
  #since = 0;
  #closed = false;

  constructor(saved: Saved, start: State, deps: Deps) {
    this.saved.value = saved;
    this.state.value = start;
    this.deps = deps;
    this.#since = deps.now();
  }

  /** Opens a game by the rules; with a start in hand it need not wait for them. */
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

  /** Whose eyes the game is shown to: the one human's, or nobody's in particular. */
  get view(): View {
    const { first, second } = this.saved.value.seats;
    if (first.kind === "human" && second.kind !== "human") return "first";
    if (second.kind === "human" && first.kind !== "human") return "second";
    return "";
  }

  /** Which sides may be moved by hand. */
  get mine(): Side | "both" | "none" {
    const { first, second } = this.saved.value.seats;
    if (first.kind === "human") return second.kind === "human" ? "both" : "first";
    return second.kind === "human" ? "second" : "none";
  }

  /** Who was to move in the position that the game began from. */
  get begins(): Side {
    const { start, moves } = this.saved.value;
    const { turn } = this.state.value;
    // From the usual start it is the first side, even where openings give one side several turns.
    if (!start) return "first";
    return moves.length % 2 === 1 ? other(turn) : turn;
  }

  get timed(): boolean {
    return this.saved.value.clock !== null;
  }

  seat(s: Side): Seat {
    return this.saved.value.seats[s];
  }

  /** Milliseconds left, the running turn counted. */
  left(s: Side): number {
    const { left, clock } = this.saved.value;
    if (!clock) return 0;
    const running = this.running === s ? this.deps.now() - this.#since : 0;
    const game = clock.base > 0 ? left[s] - running : Infinity;
    const turn = clock.move > 0 && this.state.value.turn === s ? clock.move * 1000 - running : Infinity;
    return Math.max(0, Math.min(game, turn));
  }

  /** The side whose clock runs: none before the first move and after the end. */
  get running(): Side | null {
    if (!this.saved.value.clock || this.ended.value || this.state.value.ply === 0) return null;
    return this.state.value.turn;
  }

  /** Ends the game if a flag has fallen. Pages call it as their clocks tick. */
  tick(): void {
    const s = this.running;
    if (s && this.left(s) <= 0) this.end({ why: "time", winner: other(s) });
  }

  async move(code: string): Promise<boolean> {
    if (this.ended.value) return false;
    this.past.value = null;
    // A hint or an answer about a draw is not waited for any more.
    this.stopEngine();
    this.touch();
    const s = this.state.value;
    try {
      const r = await this.ask({ op: "play", code });
      this.#spend(s.turn);
      this.change({ moves: [...this.saved.value.moves, code], undone: [], result: undefined });
      this.show(r);
    } catch (e) {
      this.state.value = { ...s };
      this.refuse(e);
      return false;
    }
    return true;
  }

  /** Lets the machine move if it is its turn; true once it has. */
  async reply(): Promise<boolean> {
    const seat = this.seat(this.state.value.turn);
    if (this.#closed || this.thinking.value || this.#answering || this.ended.value || seat.kind !== "machine")
      return false;
    const turn = this.#turn;
    this.thinking.value = true;
    try {
      const t = await this.think(manner(seat));
      if (turn !== this.#turn || this.#closed) return false;
      this.thinking.value = false;
      this.#answering = true;
      return await this.move(bestOf(t)).finally(() => (this.#answering = false));
    } catch (e) {
      this.refuse(e);
      return false;
    } finally {
      if (turn === this.#turn || this.#closed) this.thinking.value = false;
    }
  }

  /** Asks an engine about the present position. It is shown what the side to move may know. */
  async think(q: Manner, progress?: (t: Thought) => void, moves?: string[]): Promise<Thought> {
    const { kind, options, start, seed, deal, moves: played } = this.saved.value;
    const desk = q.algorithm ? this.deps.lab : this.deps.engine;
    const game = { game: kind, options, start, seed, deal, moves: moves ?? played };
    const r = await desk.ask({ op: "think", ...game, ...q }, progress);
    if (!r.thought) throw new Refused({ code: "internal", text: "no thought" });
    return r.thought;
  }

  /** How many moves are taken back at once. */
  get #back(): number {
    const { moves, seats } = this.saved.value;
    const { turn } = this.state.value;
    const both = this.view !== "" && seats[turn].kind === "human" && !this.thinking.value;
    return Math.min(both ? 2 : 1, moves.length);
  }

  /** Whether taking back can only be refused: a piece was turned up, and cannot be unseen. */
  get firm(): boolean {
    const { firm } = this.state.value;
    return firm !== undefined && this.#back >= firm;
  }

  /** Why the other side would not even think about a draw; "" if it would. */
  get noDraw(): "" | "start" | "early" | "thinking" {
    const { ply, claim } = this.state.value;
    if (ply === 0) return "start";
    if (this.mine === "both" || claim) return "";
    if (ply < EARLY_PLIES) return "early";
    return this.thinking.value ? "thinking" : "";
  }

  /** Takes back to the last turn of a human; on one board, or between machines, one move. */
  async undo(): Promise<boolean> {
    const { moves } = this.saved.value;
    const n = this.#back;
    if (n === 0) return false;
    return this.#step({ op: "undo", count: n }, () => {
      const kept = moves.slice(0, moves.length - n);
      return { moves: kept, undone: [...moves.slice(moves.length - n), ...this.saved.value.undone], ended: null };
    });
  }

  async redo(): Promise<boolean> {
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
      this.change(change());
      this.past.value = null;
      this.show(r);
      return true;
    } catch (e) {
      this.refuse(e);
      return false;
    }
  }

  /** Ends the game otherwise than on the board. */
  end(e: Ended): void {
    if (this.ended.value) return;
    this.touch();
    this.stopEngine();
    this.change({ ended: this.#coloured(e, this.state.value.position) });
  }

  resign(s: Side): void {
    this.end({ why: "resignation", winner: other(s) });
  }

  /** Offers a draw to the machine, which evaluates the position and decides; people on one board have agreed. */
  async offerDraw(): Promise<boolean> {
    const { turn, ply } = this.state.value;
    const asked = this.#turn;
    if (this.mine === "both" || this.state.value.claim) {
      this.end({ why: this.state.value.claim ? "claim" : "agreement", winner: "none" });
      return true;
    }
    if (this.noDraw || this.mine === "none") return false;
    this.thinking.value = true;
    try {
      const best = (await this.think({ limits: { time: DRAW_MS } })).lines[0];
      if (asked !== this.#turn) return false;
      const forTurn = best ? (best.mate ? Math.sign(best.mate) * 1e5 : best.points) : 0;
      const machine = this.seat(turn).kind === "machine" ? forTurn : -forTurn;
      if (!takesDraw(machine, ply)) return false;
      this.end({ why: "agreement", winner: "none" });
      return true;
    } finally {
      if (asked === this.#turn) this.thinking.value = false;
    }
  }

  /** Gives the next step of a hint. */
  async nextHint(): Promise<void> {
    const h = this.hint.value;
    if (h) {
      this.hint.value = { ...h, step: Math.min(3, h.step + 1) as Hint["step"] };
      return;
    }
    if (this.ended.value || this.thinking.value) return;
    const turn = this.#turn;
    this.thinking.value = this.hinting.value = true;
    try {
      const thought = await this.think({ limits: { time: HINT_MS } });
      const codes = thought.lines[0]?.codes.slice(0, 6) ?? [];
      const texts = (await this.ask({ op: "write", moves: codes, notation: this.deps.notation() })).texts ?? codes;
      if (turn === this.#turn) this.hint.value = { step: 1, thought, texts };
    } catch (e) {
      this.refuse(e);
    } finally {
      if (turn === this.#turn) this.thinking.value = this.hinting.value = false;
    }
  }

  /** Looks at the game as it stood after ply moves; past the end means the present. */
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

  /** Runs f with a temporary session at the given ply. */
  protected async apart<T>(ply: number, f: (session: number, state?: State) => Promise<T>): Promise<T> {
    const { kind, options, start, seed, deal, moves } = this.saved.value;
    const { rules } = this.deps;
    const view = this.eyes.value;
    const r = await rules.ask({ op: "new", game: kind, options, start, seed, deal, moves: moves.slice(0, ply), view });
    const session = r.session ?? 0;
    try {
      return await f(session, r.state);
    } finally {
      rules.ask({ op: "drop", session }).catch(() => undefined);
    }
  }

  /** Looks at a game that is over as a side saw it, as an onlooker saw it, or as it was. */
  async through(eyes: Eyes): Promise<void> {
    if (!this.mayLook.value) return;
    const ply = this.past.value?.ply;
    this.others.value = eyes;
    await this.refresh();
    if (ply !== undefined) await this.look(ply);
  }

  /** Writes the moves anew, when the notation was changed. */
  async refresh(): Promise<void> {
    this.show(await this.ask({ op: "state" }));
  }

  /** Finds the move that a text means and makes it. */
  async type(text: string): Promise<boolean> {
    try {
      const r = await this.ask({ op: "read", text });
      return await this.move(r.code ?? "");
    } catch (e) {
      this.refuse(e);
      return false;
    }
  }

  /** Writes lines of codes that follow the position after ply moves as people write them. */
  async write(ply: number, lines: string[][]): Promise<string[][]> {
    const notation = this.deps.notation();
    const { rules } = this.deps;
    return this.apart(ply, (session) =>
      Promise.all(
        lines.map(async (codes) => (await rules.ask({ op: "write", session, moves: codes, notation })).texts ?? codes),
      ),
    );
  }

  /** Changes who sits where. */
  seats(seats: Record<Side, Seat>): void {
    this.touch();
    this.stopEngine();
    this.change({ seats });
  }

  /** Lets the machine begin: it takes the human's place before the first move. */
  async giveFirst(): Promise<void> {
    const { first, second } = this.saved.value.seats;
    this.seats({ first: second, second: first });
    try {
      await this.refresh();
    } catch (e) {
      this.refuse(e);
    }
  }

  close(): void {
    this.#closed = true;
    this.stopEngine();
    if (this.#session) this.deps.rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
    this.#session = 0;
  }

  protected stopEngine(): void {
    if (!this.thinking.value) return;
    this.thinking.value = this.hinting.value = false;
    this.deps.engine.stop();
    this.deps.lab.stop();
  }

  protected touch(): void {
    this.#turn++;
    this.others.value = null;
    this.hint.value = null;
    this.refusal.value = null;
  }

  /** Charges a side for its turn. */
  #spend(s: Side): void {
    const { clock, left } = this.saved.value;
    const now = this.deps.now();
    if (clock && this.state.value.ply > 0) {
      const used = now - this.#since;
      this.change({ left: { ...left, [s]: Math.max(0, left[s] - used) + clock.add * 1000 } });
    }
    this.#since = now;
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

  protected refuse(e: unknown): void {
    if (e instanceof Refused && e.code === "stopped") return;
    this.refusal.value = e instanceof Refused ? e.code : "internal";
  }

  /** Opens a session of the rules, one at a time. */
  protected reopen(): Promise<void> {
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
      view: this.eyes.value,
      notation: this.deps.notation(),
      lang: this.deps.lang(),
    });
    const session = r.session ?? 0;
    const shown = undone.length > 0 ? await this.#send(session, { op: "undo", count: undone.length }) : r;
    // A page that was left meanwhile needs no session any more.
    if (this.#closed) this.deps.rules.ask({ op: "drop", session }).catch(() => undefined);
    else this.#session = session;
    if (shown.state) this.state.value = shown.state;
  }

  protected async ask(q: Omit<Request, "session">): Promise<Reply> {
    if (!this.#session) await this.reopen();
    return this.#send(this.#session, q);
  }

  #send(session: number, q: Omit<Request, "session">): Promise<Reply> {
    return this.deps.rules.ask({
      ...q,
      session,
      view: this.eyes.value,
      lang: this.deps.lang(),
      notation: q.notation ?? this.deps.notation(),
    });
  }
}
