// Holds a line that the user tries on the board of a game in progress: possible moves of the
// opponent, and the viewer's replies.
import { signal } from "@preact/signals";
import type { Side } from "../board";
import { lang } from "../app/i18n";
import { tell } from "../app/shell";
import { notationOf, rules } from "../session/rules";
import type { Request, State } from "../session/messages";
import type { OnlineGame } from "../session/online";
import { faultText } from "./hooks";
import type { TableGame } from "./tablegame";

/** The largest number of moves in a line that the server stores. */
const MOST = 20;

export class PlanGame implements TableGame {
  readonly kind: string;
  readonly options: Record<string, string>;
  readonly mine = "both";
  readonly seenBy: Side;
  readonly state;
  readonly past = signal<State | null>(null);
  readonly ended = signal(null);
  readonly timed = false;
  /** The ply at which the line begins. */
  readonly base: number;
  readonly #session: number;

  private constructor(game: OnlineGame, state: State, session: number) {
    this.kind = game.kind;
    this.options = game.options;
    this.seenBy = game.mine === "second" ? "second" : "first";
    this.base = state.ply;
    this.state = signal(shown(state));
    this.#session = session;
  }

  /** Opens an empty line after the last move of a game. */
  static async open(game: OnlineGame): Promise<PlanGame> {
    const v = game.view.value;
    const r = await rules.ask({
      op: "new",
      game: v.game,
      start: v.start,
      options: v.options ?? {},
      moves: game.state.value.codes,
      ...asText(v.game),
    });
    if (!r.state) throw new Error("no state");
    return new PlanGame(game, r.state, r.session ?? 0);
  }

  /** The codes of the line's moves. */
  get line(): string[] {
    return this.state.value.codes.slice(this.base);
  }

  move(code: string): Promise<boolean> {
    if (this.state.value.ply - this.base >= MOST) return Promise.resolve(false);
    return this.#ask({ op: "play", code });
  }

  async type(text: string): Promise<boolean> {
    const plain = this.state.value.legal.find((m) => m.code === text.toLowerCase());
    if (plain) return this.move(plain.code);
    try {
      const r = await rules.ask({ op: "read", session: this.#session, text });
      return await this.move(r.code ?? "");
    } catch (e) {
      tell(faultText(e));
      return false;
    }
  }

  undo(): Promise<boolean> {
    const any = this.state.value.ply > this.base;
    return any ? this.#ask({ op: "undo", count: 1 }) : Promise.resolve(false);
  }

  async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    this.past.value = null;
    if (ply < 0 || ply >= now) return;
    const r = await rules.ask({ op: "at", session: this.#session, count: ply });
    if (r.state) this.past.value = { ...r.state, codes: [], legal: [], texts: this.state.value.texts };
  }

  close(): void {
    void rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
  }

  async #ask(what: Request): Promise<boolean> {
    try {
      const r = await rules.ask({ ...what, session: this.#session, ...asText(this.kind) });
      this.past.value = null;
      if (r.state) this.state.value = shown(r.state);
      return r.state !== undefined;
    } catch (e) {
      tell(faultText(e));
      return false;
    }
  }
}

const asText = (kind: string) => ({ notation: notationOf(kind), lang: lang.value });

/** Removes the premoves from a state, because a line that the user only tries has none. */
const shown = (s: State): State => ({ ...s, premoves: [] });
