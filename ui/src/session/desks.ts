// The desk of all games: each game is answered by a worker with the module of
// that game.
import { type Desk, WorkerDesk } from "./desk";
import type { Reply, Request, Thought } from "./messages";

/** Most games at once. A session here is one of a worker's times this, plus the number of its game. */
const MOST = 64;

export class Desks implements Desk {
  readonly #make: (game: string) => Desk;
  readonly #games: string[] = [];
  readonly #desks: Desk[] = [];
  /** How many sessions and thoughts under way each desk has. */
  #held: number[] = [];

  constructor(make: (game: string) => Desk = (game) => new WorkerDesk(game)) {
    this.#make = make;
  }

  async ask(request: Request, progress?: (t: Thought) => void): Promise<Reply> {
    const { op, session = 0, game = "" } = request;
    let at = session % MOST;
    if (!session) {
      at = this.#games.indexOf(game);
      if (at < 0) at = this.#games.push(game) - 1;
      // Each worker has its own memory: those that nobody needs any more end.
      this.#desks.forEach((d, i) => i === at || this.#held[i] || d.stop());
    }
    if (op === "new" || op === "think") this.#held[at] = (this.#held[at] ?? 0) + 1;
    if (op === "drop") this.#release(at);
    const desk = (this.#desks[at] ??= this.#make(this.#games[at] ?? ""));
    try {
      const r = await desk.ask({ ...request, session: Math.floor(session / MOST) }, progress);
      return r.session ? { ...r, session: r.session * MOST + at } : r;
    } finally {
      // A desk that thinks is needed for as long as that takes.
      if (op === "think") this.#release(at);
    }
  }

  #release(at: number): void {
    this.#held[at] = Math.max(0, (this.#held[at] ?? 0) - 1);
  }

  stop(): void {
    for (const d of this.#desks) d.stop();
    this.#held = [];
  }
}
