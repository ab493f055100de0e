// Replays an online game in the rules module of this device. The module computes what the server
// does not send: the texts of moves, earlier positions, and which moves can be taken back.
import type { Desk } from "./desk";
import type { Reply, Request, State } from "./messages";

/**
 * A game as the server sends it. `form` is the view, the notation and the language in which the
 * state is requested.
 */
export interface Replayed {
  game: string;
  codes: readonly string[];
  start: string;
  options: Record<string, string>;
  /** The deal; "" while it is unknown. */
  deal: string;
  form: Pick<Request, "view" | "notation" | "lang">;
}

export class Replay {
  readonly #rules: Desk;
  #session = 0;
  /**
   * What the session contains: `base` is the deal, the start and the options; `codes` are the
   * moves; `form` is the form in which the last state was requested.
   */
  #held: { base: string; codes: string[]; form: string; state?: State } = { base: "", codes: [], form: "" };
  /** The promise of the last change of the session; changes run one after another. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(rules: Desk) {
    this.#rules = rules;
  }

  /** The number of moves in the session. */
  get plies(): number {
    return this.#held.codes.length;
  }

  /**
   * Updates the session to the game that `now` returns, after all earlier changes. Returns the
   * session's state.
   */
  follow(now: () => Replayed): Promise<State | undefined> {
    const changed = this.#changing.then(() => this.#follow(now()));
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  /** Sends a request about the game in the session. */
  ask(q: Request): Promise<Reply> {
    return this.#rules.ask({ ...q, session: this.#session });
  }

  close(): void {
    if (this.#session) this.#rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
  }

  async #follow(g: Replayed): Promise<State | undefined> {
    const { codes } = g;
    const base = JSON.stringify([g.deal, g.start, g.options]);
    const form = Object.values(g.form).join(" ");
    const held = this.#held;
    let r: Reply | undefined;
    if (this.#session && held.base === base) {
      const differs = codes.findIndex((code, i) => code !== held.codes[i]);
      const kept = differs < 0 ? codes.length : differs;
      const same = kept === codes.length && kept === held.codes.length;
      if (same && form === held.form) return held.state;
      const q: Request = same ? { op: "state" } : { op: "replay", count: kept, moves: codes.slice(kept) };
      r = await this.ask({ ...q, ...g.form }).catch(() => undefined);
    }
    r ??= await this.#anew(g);
    this.#held = { codes: [...codes], base, form, state: r.state };
    return r.state;
  }

  /** Opens a new session with the whole game. */
  async #anew({ game, codes, start, options, deal, form }: Replayed): Promise<Reply> {
    const old = this.#session;
    // A game whose deal is known starts with this deal.
    const from = deal ? { deal } : { start };
    const r = await this.#rules.ask({ op: "new", game, ...from, options, moves: [...codes], ...form });
    this.#session = r.session ?? 0;
    if (old) this.#rules.ask({ op: "drop", session: old }).catch(() => undefined);
    return r;
  }
}
