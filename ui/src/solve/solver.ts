// Runs the solver of the page: one question at a time, in a separate worker.
import { signal } from "@preact/signals";
import type { Side } from "../board";
import { StudyDesk } from "../session/studies";
import type { Request, Solution, Step } from "../session/messages";

export type Goal = NonNullable<Request["goal"]>;

/** The question to prove: whether a side can reach a goal within a number of moves. */
export interface Question {
  start: string;
  /** The side to move at the start. */
  turn: Side;
  goal: Goal;
  side: Side;
  moves: number;
  /** The largest number of positions to search. */
  nodes: number;
}

/** A question with its answer. */
export interface Answered {
  question: Question;
  solution: Solution;
}

/**
 * The largest number of positions in a search: NODES if the user starts the search, FEW_NODES if a
 * change of the board starts it automatically.
 */
export const NODES = 2_000_000;
export const FEW_NODES = 60_000;

export class Solver {
  readonly #kind: string;
  readonly #notation: () => string;
  readonly #desk: StudyDesk;
  #last = 0;
  /** Whether a search is running, and the number of positions that it has visited. */
  readonly running = signal(false);
  readonly nodes = signal(0);
  readonly answer = signal<Answered | null>(null);
  readonly fault = signal<unknown>(null);
  /** Whether the user has stopped the last search. */
  readonly stopped = signal(false);

  constructor(kind: string, notation: () => string) {
    this.#kind = kind;
    this.#notation = notation;
    this.#desk = new StudyDesk(kind);
  }

  /** Answers a question. A search that is still running is stopped. */
  async solve(q: Question): Promise<void> {
    if (this.running.value) this.#desk.stop();
    const mine = ++this.#last;
    this.running.value = true;
    this.stopped.value = false;
    this.nodes.value = 0;
    this.fault.value = null;
    this.answer.value = null;
    try {
      const solution = await this.ask(q, []);
      if (mine === this.#last) this.answer.value = { question: q, solution };
    } catch (e) {
      if (mine === this.#last) this.fault.value = e;
    }
    if (mine === this.#last) this.running.value = false;
  }

  /**
   * The solution of the question `q` after the moves `moves` have been played from its start
   * position.
   */
  async ask(q: Question, moves: string[]): Promise<Solution> {
    const r = await this.#desk.ask(
      {
        op: "solve",
        game: this.#kind,
        start: q.start,
        moves,
        goal: q.goal,
        side: q.side,
        count: q.moves,
        limits: { nodes: q.nodes },
        notation: this.#notation(),
      },
      (t) => (this.nodes.value = t.nodes),
    );
    if (!r.solution) throw new Error("no solution");
    return r.solution;
  }

  /** Stops the search. The question then has no answer. */
  stop(): void {
    this.#last++;
    this.#desk.stop();
    this.stopped.value = this.running.value;
    this.running.value = false;
  }

  /** Clears the answer, because the position has changed. */
  clear(): void {
    if (this.running.value) this.stop();
    this.#last++;
    this.stopped.value = false;
    this.answer.value = null;
    this.fault.value = null;
  }

  close(): void {
    this.clear();
    this.#desk.stop();
  }
}

/** Whether the attacker reaches the goal. Only then is there a solution to show and to play. */
export const attacked = ({ question, solution }: Answered): boolean =>
  solution.result === (question.goal === "survive" ? "refuted" : "proved");

/**
 * A branch of a solution as a line of text: the moves until the next choice, and then the branches
 * of each choice.
 */
export interface Branch {
  text: string;
  cut: boolean;
  next: Branch[];
}

const numbered = (ply: number, first: boolean, move: Step): string => {
  const number = Math.floor(ply / 2) + 1;
  const text = move.text || move.code;
  return ply % 2 === 0 ? `${number}. ${text}` : first ? `${number}… ${text}` : text;
};

/**
 * Lists the branches of a solution with at most `most` lines. `lines` is the number of all lines.
 */
export function branches(steps: Step[], most: number): { list: Branch[]; lines: number } {
  let lines = 0;
  const walk = (next: Step[], ply: number): Branch[] => {
    const out: Branch[] = [];
    for (const first of next) {
      const shown = ++lines <= most;
      const texts = [numbered(ply, true, first)];
      let at = first;
      let n = ply + 1;
      for (let only = at.next?.[0]; only && at.next?.length === 1; only = at.next?.[0]) {
        texts.push(numbered(n++, false, only));
        at = only;
      }
      const branch: Branch = { text: texts.join(" "), cut: at.cut ?? false, next: walk(at.next ?? [], n) };
      if (shown) out.push(branch);
    }
    return out;
  };
  return { list: walk(steps, 0), lines };
}
