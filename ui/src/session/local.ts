// A game on this device: against the machine, on one board, or to look at.
// It holds no DOM; pages watch its signals.
import { computed, signal } from "@preact/signals";
import type { Side } from "../board";
import { type Desk, Refused } from "./desk";
import type { Eyes, Reply, Request, State, Thought, View } from "./messages";
import type { Ended, Machine, Saved, Seat } from "./saved";

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
}

/** A hint tells more with each step: where, which piece, which move, which line. */
export interface Hint {
  step: 1 | 2 | 3 | 4;
  thought: Thought;
  texts: string[];
}

export const other = (s: Side): Side => (s === "first" ? "second" : "first");

/** How a machine is asked to think. */
function manner({ level, algorithm }: Machine): Pick<Request, "level" | "limits" | "algorithm"> {
  if (!algorithm) return { level };
  return { algorithm: algorithm.name, limits: { depth: algorithm.depth, sims: algorithm.sims } };
}

/** The time an analysis or a hint may take, in milliseconds. */
const HINT_MS = 1200;

export class LocalGame {
  readonly saved = signal<Saved>(null as never);
  readonly state = signal<State>(null as never);
  /** What is looked at: a state of the past, or null for the present. */
  readonly past = signal<State | null>(null);
  /** Through whose eyes it is looked at, if not the viewer's own; only after the end. */
  readonly others = signal<Eyes | null>(null);
  readonly thinking = signal(false);
  readonly hint = signal<Hint | null>(null);
  /** A code of what was just refused. */
  readonly refusal = signal<string | null>(null);
  readonly shown = computed(() => this.past.value ?? this.state.value);
  readonly ended = computed<Ended | null>(() => {
    const s = this.state.value;
    if (s.why) return { why: s.why, winner: s.winner ?? "none" };
    return this.saved.value.ended;
  });
  /** Once the game is over, everybody's eyes are open to everybody. */
  readonly mayLook = computed(() => this.ended.value !== null);
  readonly eyes = computed<Eyes>(() => this.others.value ?? this.view);
  /** A study: a move may be made in a position of the past, and what followed it is given up. */
  branches = false;
  readonly #deps: Deps;
  #session = 0;
  /** Counts what makes an answer of the engine too late. */
  #turn = 0;
  #since = 0;
  #closed = false;

  constructor(saved: Saved, start: State, deps: Deps) {
    this.saved.value = saved;
    this.state.value = start;
    this.#deps = deps;
    this.#since = deps.now();
  }

  /** Opens a game by the rules; with a start in hand it need not wait for them. */
  static async open(saved: Saved, deps: Deps): Promise<LocalGame> {
    const g = new LocalGame(saved, null as never, deps);
    await g.#reopen();
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
    const running = this.running === s ? this.#deps.now() - this.#since : 0;
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
    if (this.branches && this.past.value && !(await this.#cut(this.past.value.ply))) return false;
    if (this.ended.value) return false;
    this.past.value = null;
    this.#touch();
    const s = this.state.value;
    try {
      const r = await this.#ask({ op: "play", code });
      this.#spend(s.turn);
      this.#change({ moves: [...this.saved.value.moves, code], undone: [] });
      this.#show(r);
    } catch (e) {
      this.state.value = { ...s };
      this.#refuse(e);
      return false;
    }
    return true;
  }

  /** Lets the machine move if it is its turn; true once it has. */
  async reply(): Promise<boolean> {
    const seat = this.seat(this.state.value.turn);
    if (this.#closed || this.thinking.value || this.ended.value || seat.kind !== "machine") return false;
    const turn = this.#turn;
    this.thinking.value = true;
    try {
      const t = await this.think(manner(seat));
      if (turn !== this.#turn || this.#closed) return false;
      this.thinking.value = false;
      return await this.move(t.best);
    } catch (e) {
      this.#refuse(e);
      return false;
    } finally {
      if (turn === this.#turn || this.#closed) this.thinking.value = false;
    }
  }

  /** Asks an engine about the present position. It is shown what the side to move may know. */
  async think(
    q: Pick<Request, "level" | "limits" | "algorithm">,
    progress?: (t: Thought) => void,
    moves?: string[],
  ): Promise<Thought> {
    const { kind, options, start, seed, moves: played } = this.saved.value;
    const desk = q.algorithm ? this.#deps.lab : this.#deps.engine;
    const opened = await desk.ask({ op: "new", game: kind, options, start, seed, moves: moves ?? played });
    const session = opened.session ?? 0;
    try {
      const r = await desk.ask({ op: "think", session, seed, ...q }, progress);
      if (!r.thought) throw new Refused({ code: "internal", text: "no thought" });
      return r.thought;
    } finally {
      desk.ask({ op: "drop", session }).catch(() => undefined);
    }
  }

  /** Takes back to the last turn of a human; on one board, or between machines, one move. */
  async undo(): Promise<boolean> {
    const { moves, seats } = this.saved.value;
    let n = 1;
    const { turn } = this.state.value;
    if (this.view !== "" && seats[turn].kind === "human" && !this.thinking.value) n = 2;
    n = Math.min(n, moves.length);
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
    this.#touch();
    this.#stopEngine();
    try {
      const r = await this.#ask(q);
      this.#change(change());
      this.past.value = null;
      this.#show(r);
      return true;
    } catch (e) {
      this.#refuse(e);
      return false;
    }
  }

  /** Ends the game otherwise than on the board. */
  end(e: Ended): void {
    if (this.ended.value) return;
    this.#touch();
    this.#stopEngine();
    this.#change({ ended: e });
  }

  resign(s: Side): void {
    this.end({ why: "resignation", winner: other(s) });
  }

  /** Offers a draw to the machine, which takes it if it stands no better; people on one board have agreed. */
  async offerDraw(): Promise<boolean> {
    const { turn, ply } = this.state.value;
    if (this.mine === "both" || this.state.value.claim) {
      this.end({ why: this.state.value.claim ? "claim" : "agreement", winner: "none" });
      return true;
    }
    if (ply < 20 || this.thinking.value) return false;
    const best = (await this.think({ limits: { ms: 500 } })).lines[0];
    const forTurn = best ? (best.mate ? Math.sign(best.mate) * 1e5 : best.points) : 0;
    const machine = this.seat(turn).kind === "machine" ? forTurn : -forTurn;
    if (machine > 0) return false;
    this.end({ why: "agreement", winner: "none" });
    return true;
  }

  /** Gives the next step of a hint. */
  async nextHint(): Promise<void> {
    const h = this.hint.value;
    if (h) {
      this.hint.value = { ...h, step: Math.min(4, h.step + 1) as Hint["step"] };
      return;
    }
    if (this.ended.value || this.thinking.value) return;
    const turn = this.#turn;
    this.thinking.value = true;
    try {
      const thought = await this.think({ limits: { ms: HINT_MS } });
      const codes = thought.lines[0]?.codes.slice(0, 6) ?? [thought.best];
      const texts = (await this.#ask({ op: "write", moves: codes, notation: this.#deps.notation() })).texts ?? codes;
      if (turn === this.#turn) this.hint.value = { step: 1, thought, texts };
    } catch (e) {
      this.#refuse(e);
    } finally {
      if (turn === this.#turn) this.thinking.value = false;
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
      const r = await this.#ask({ op: "at", count: ply });
      const legal = this.branches ? await this.#legalAt(ply) : [];
      if (r.state) this.past.value = { ...r.state, codes: [], legal, texts: this.state.value.texts };
    } catch (e) {
      this.#refuse(e);
    }
  }

  /** Takes back all that followed a ply, for good once a move is made there. */
  async #cut(ply: number): Promise<boolean> {
    const { moves, undone } = this.saved.value;
    return this.#step({ op: "undo", count: moves.length - ply }, () => ({
      moves: moves.slice(0, ply),
      undone: [...moves.slice(ply), ...undone],
      ended: null,
    }));
  }

  async #legalAt(ply: number): Promise<State["legal"]> {
    return this.#apart(ply, async (_, state) => state?.legal ?? []);
  }

  /** Opens the game as it stood after ply moves beside the session, for as long as f takes. */
  async #apart<T>(ply: number, f: (session: number, state?: State) => Promise<T>): Promise<T> {
    const { kind, options, start, seed, moves } = this.saved.value;
    const { rules } = this.#deps;
    const view = this.eyes.value;
    const r = await rules.ask({ op: "new", game: kind, options, start, seed, moves: moves.slice(0, ply), view });
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
    this.#show(await this.#ask({ op: "state" }));
  }

  /** Finds the move that a text means and makes it. */
  async type(text: string): Promise<boolean> {
    try {
      const r = await this.#ask({ op: "read", text });
      return await this.move(r.code ?? "");
    } catch (e) {
      this.#refuse(e);
      return false;
    }
  }

  /** Writes lines of codes that follow the position after ply moves as people write them. */
  async write(ply: number, lines: string[][]): Promise<string[][]> {
    const notation = this.#deps.notation();
    const { rules } = this.#deps;
    return this.#apart(ply, (session) =>
      Promise.all(
        lines.map(async (codes) => (await rules.ask({ op: "write", session, moves: codes, notation })).texts ?? codes),
      ),
    );
  }

  /** Changes who sits where. */
  seats(seats: Record<Side, Seat>): void {
    this.#touch();
    this.#stopEngine();
    this.#change({ seats });
  }

  /** Lets the machine begin: it takes the human's place before the first move. */
  async giveFirst(): Promise<void> {
    const { first, second } = this.saved.value.seats;
    this.seats({ first: second, second: first });
    try {
      await this.refresh();
    } catch (e) {
      this.#refuse(e);
    }
  }

  close(): void {
    this.#closed = true;
    this.#stopEngine();
    if (this.#session) this.#deps.rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
    this.#session = 0;
  }

  #stopEngine(): void {
    if (!this.thinking.value) return;
    this.thinking.value = false;
    this.#deps.engine.stop();
    this.#deps.lab.stop();
  }

  #touch(): void {
    this.#turn++;
    this.others.value = null;
    this.hint.value = null;
    this.refusal.value = null;
  }

  /** Charges a side for its turn. */
  #spend(s: Side): void {
    const { clock, left } = this.saved.value;
    const now = this.#deps.now();
    if (clock && this.state.value.ply > 0) {
      const used = now - this.#since;
      this.#change({ left: { ...left, [s]: Math.max(0, left[s] - used) + clock.add * 1000 } });
    }
    this.#since = now;
  }

  #change(part: Partial<Saved>): void {
    this.saved.value = { ...this.saved.value, ...part, updated: this.#deps.now() };
    this.#deps.save(this.saved.value);
  }

  #show(r: Reply): void {
    if (!r.state) return;
    this.state.value = r.state;
    const { why, winner } = r.state;
    if (why) this.#change({ ended: { why, winner: winner ?? "none" } });
  }

  #refuse(e: unknown): void {
    if (e instanceof Refused && e.code === "stopped") return;
    this.refusal.value = e instanceof Refused ? e.code : "internal";
  }

  async #reopen(): Promise<void> {
    const { kind, options, start, seed, moves, undone } = this.saved.value;
    const r = await this.#deps.rules.ask({
      op: "new",
      game: kind,
      options,
      start,
      seed,
      moves: [...moves, ...undone],
      view: this.eyes.value,
      notation: this.#deps.notation(),
      lang: this.#deps.lang(),
    });
    this.#session = r.session ?? 0;
    if (undone.length > 0) {
      const back = await this.#ask({ op: "undo", count: undone.length });
      if (back.state) this.state.value = back.state;
    } else if (r.state) this.state.value = r.state;
  }

  async #ask(q: Omit<Request, "session">): Promise<Reply> {
    if (!this.#session) await this.#reopen();
    return this.#deps.rules.ask({
      ...q,
      session: this.#session,
      view: this.eyes.value,
      lang: this.#deps.lang(),
      notation: q.notation ?? this.#deps.notation(),
    });
  }
}
