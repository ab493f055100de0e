// Plays a solution on the board: the user attacks, and the program defends as long as possible.
import { signal } from "@preact/signals";
import { rules } from "../session/rules";
import type { State, Step } from "../session/messages";
import type { Answered, Question, Solver } from "./solver";

/**
 * The message to the user: no message, the goal is reached, the program is busy, the last move
 * misses the goal (`move` is the defence that refutes it), or an error.
 */
export type Note =
  | { kind: "" | "done" | "busy" }
  | { kind: "missed"; move: string }
  | { kind: "fault"; fault: unknown };

export class PlayOut {
  readonly #solver: Solver;
  readonly #kind: string;
  /**
   * The question that is proved, from the attacker's side: can the attacker reach the goal within
   * the number of moves?
   */
  readonly question: Question;
  readonly state = signal<State | null>(null);
  readonly note = signal<Note>({ kind: "" });
  #session = 0;
  #closed = false;
  /** The next moves of the solution at each ply; null if the solver has not computed them. */
  #known: (Step[] | null)[];

  constructor(kind: string, solver: Solver, { question, solution }: Answered) {
    this.#kind = kind;
    this.#solver = solver;
    const goal = question.goal === "survive" ? "win" : question.goal;
    this.question = { ...question, goal, side: solution.attacker, moves: solution.moves };
    this.#known = [solution.next ?? []];
  }

  async open(): Promise<void> {
    const r = await rules.ask({ op: "new", game: this.#kind, start: this.question.start });
    if (this.#closed) {
      if (r.session) void rules.ask({ op: "drop", session: r.session });
      return;
    }
    this.#session = r.session ?? 0;
    this.state.value = r.state ?? null;
    await this.#guard(() => this.#defend());
  }

  /** Whether it is the user's turn. */
  get yours(): boolean {
    const s = this.state.value;
    return this.note.value.kind === "" && s !== null && !s.winner && s.turn === this.question.side;
  }

  /** Plays a move of the user. */
  move(code: string): Promise<void> {
    if (!this.yours) return Promise.resolve();
    return this.#guard(async () => {
      await this.#play(code);
      await this.#defend();
    });
  }

  /** Whether the user has a move that can be taken back. */
  get mayUndo(): boolean {
    return this.note.value.kind !== "busy" && this.#own() > 0;
  }

  /** Takes back the last move of the user and all moves after it. */
  undo(): Promise<void> {
    if (!this.mayUndo) return Promise.resolve();
    const s = this.state.value;
    return this.#guard(async () => {
      const count = s && s.turn === this.question.side ? 2 : 1;
      const r = await rules.ask({ op: "undo", session: this.#session, count });
      this.state.value = r.state ?? null;
      this.#known = this.#known.slice(0, (r.state?.ply ?? 0) + 1);
      this.note.value = { kind: "" };
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#session) void rules.ask({ op: "drop", session: this.#session });
  }

  async #guard(act: () => Promise<void>): Promise<void> {
    this.note.value = { kind: "busy" };
    try {
      await act();
    } catch (fault) {
      this.note.value = { kind: "fault", fault };
    }
    if (this.note.value.kind === "busy") this.note.value = { kind: "" };
  }

  /** The number of moves that the user has made. */
  #own(): number {
    const s = this.state.value;
    if (!s) return 0;
    const started = this.#turnAt(0) === this.question.side;
    return Math.floor((s.ply + (started ? 1 : 0)) / 2);
  }

  #turnAt(ply: number): "first" | "second" {
    const s = this.state.value!;
    const same = (s.ply - ply) % 2 === 0;
    return same ? s.turn : s.turn === "first" ? "second" : "first";
  }

  async #play(code: string): Promise<void> {
    const known = this.#known.at(-1)?.find((step) => step.code === code);
    const r = await rules.ask({ op: "play", session: this.#session, code });
    if (!r.state) return;
    this.state.value = r.state;
    this.#known.push(known && !known.cut ? (known.next ?? []) : null);
  }

  /**
   * Answers the user's move: with the defence that lasts longest or, if the move misses the goal,
   * with a defence that refutes it.
   */
  async #defend(): Promise<void> {
    const s = this.state.value;
    if (!s) return;
    if (s.winner !== undefined) {
      const won = s.winner === this.question.side || (this.question.goal === "draw" && s.winner === "none");
      this.note.value = won ? { kind: "done" } : { kind: "missed", move: "" };
      return;
    }
    if (s.turn === this.question.side) return;
    let next = this.#known.at(-1);
    let holds = false;
    if (!next || next.length === 0) {
      const left = this.question.moves - this.#own();
      if (left <= 0) {
        this.note.value = { kind: "missed", move: "" };
        return;
      }
      const found = await this.#solver.ask({ ...this.question, moves: left }, s.codes);
      next = found.next ?? [];
      holds = found.result !== "proved";
      this.#known[this.#known.length - 1] = holds ? null : next;
    }
    const answer = next[0];
    if (answer) await this.#play(answer.code);
    if (holds) this.note.value = { kind: "missed", move: answer?.text || answer?.code || "" };
    else if (this.state.value?.winner !== undefined) await this.#defend();
  }
}
