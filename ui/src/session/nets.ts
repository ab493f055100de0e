// Decides in a worker whether the strongest opponent evaluates with a net. A net is a file that is
// fetched when the first search at full strength needs it. A search waits for it, but not for long.
// What is decided then holds as long as the page: a game that began without its net ends without it.
import type { Request } from "./messages";

/** Gives the engine of a game the file of a net. Returns an error text, or "". */
export type Teach = (game: string, file: Uint8Array) => string;

/** The highest level, which plays at full strength. Go: engine.Levels. */
const STRONGEST = 9;
/** The longest time that a search waits for a net. */
export const PATIENCE_MS = 6000;

export class Nets {
  /** Whether a search has been made without its net, here or in an earlier worker of the page. */
  plain: boolean | undefined;
  readonly #url: (game: string) => string | undefined;
  readonly #teach: Teach;
  readonly #patience: number;
  #decided = new Set<string>();

  constructor(url: (game: string) => string | undefined, teach: Teach, patience = PATIENCE_MS) {
    this.#url = url;
    this.#teach = teach;
    this.#patience = patience;
  }

  /**
   * Gets the net for a request, if the request is a search at full strength and the first one of its
   * game. Returns true if there should be a net and the search must do without it.
   */
  async need(request: string): Promise<boolean> {
    if (this.plain || !request.includes('"think"')) return false;
    const { op, game = "", level = STRONGEST, algorithm } = JSON.parse(request) as Request;
    if (op !== "think" || algorithm || (level && level < STRONGEST) || this.#decided.has(game)) return false;
    this.#decided.add(game);
    const url = this.#url(game);
    if (!url) return false;
    let timer;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, this.#patience);
    });
    try {
      // A file that comes too late is kept by the browser for the next visit.
      this.plain = this.#teach(game, await Promise.race([fetched(url), late])) !== "";
    } catch {
      this.plain = true;
    }
    clearTimeout(timer);
    return this.plain;
  }
}

async function fetched(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw answer;
  return new Uint8Array(await answer.arrayBuffer());
}
