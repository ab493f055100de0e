// Combines the session servers (desks) of all games: a request for a game goes to the worker with
// the module of that game.
import { type Desk, WorkerDesk } from "./desk";
import type { Reply, Request, Thought } from "./messages";

/**
 * The largest number of games. A combined session id is the worker's session id times MOST, plus
 * the number of the game.
 */
const MOST = 64;

export class Desks implements Desk {
  readonly #make: (game: string) => Desk;
  readonly #games: string[] = [];
  readonly #desks: Desk[] = [];
  /** The number of open sessions and running searches of each worker. */
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
      // Stop the workers without sessions and searches, because each worker uses memory.
      this.#desks.forEach((d, i) => i === at || this.#held[i] || d.stop());
    }
    if (op === "new" || op === "think") this.#held[at] = (this.#held[at] ?? 0) + 1;
    if (op === "drop") this.#release(at);
    const desk = (this.#desks[at] ??= this.#make(this.#games[at] ?? ""));
    try {
      const r = await desk.ask({ ...request, session: Math.floor(session / MOST) }, progress);
      return r.session ? { ...r, session: r.session * MOST + at } : r;
    } finally {
      // The worker must not be stopped during the search, so the search is removed from `#held`
      // only now.
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
