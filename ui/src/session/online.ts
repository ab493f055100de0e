// Plays an online game with the interface that the game page needs. The server decides everything;
// the page shows the last state from the server.
import { signal } from "@preact/signals";
import type { GameView, Side } from "../board";
import { again } from "../wire/again";
import { cells, targets } from "../wire/compact";
import type {
  Asked,
  MatchView,
  StandingOffer,
  TellError,
  TellEvents,
  TellHere,
  Told,
  WireClock,
} from "../wire/messages";
import type { Socket } from "../wire/socket";
import type { Reveal, Transcript } from "../fair";
import { type Desk, noMove, Refused } from "./desk";
import type { Reply, Request, State } from "./messages";
import type { ViewAs } from "./views";
import type { Proof } from "./proof";
import { Replay } from "./replay";
import type { Ended } from "./saved";
import { leftAt } from "./times";

export interface OnlineDeps {
  look: GameView;
  socket: Socket;
  rules: Desk;
  notation(): string;
  lang(): string;
  now(): number;
  /** Returns a random number from 0 to 1; the default is Math.random. */
  random?(): number;
  /** Verifies the deal; undefined in games without a deal. */
  proof?: Proof;
}

const side = (s: string): Side | null => (s === "first" || s === "second" ? s : null);

/**
 * Error codes after which the sent move is kept: the server may accept it later or may already have
 * played it.
 */
const passing = new Set(["unknown", "unavailable", "busy", "no-room"]);

const soonest = 300;
const latest = 10_000;

/**
 * The delay before a command is sent again, in milliseconds: at least as long as the server
 * requests, within bounds. A random part of up to half the delay is added, so that clients that
 * were refused together do not retry together.
 */
const delayOf = (m: TellError, random: () => number): number =>
  Math.min(latest, Math.max(soonest, m.retry ?? 0)) * (1 + random() / 2);

export class OnlineGame {
  readonly view = signal<MatchView>(null as never);
  readonly state = signal<State>(null as never);
  readonly past = signal<State | null>(null);
  readonly ended = signal<Ended | null>(null);
  readonly offers = signal<StandingOffer[]>([]);
  /**
   * Which players are connected (`here`), the number of spectators (`watching`), and, while a
   * player is absent, when the opponent may claim the game (`left`).
   */
  readonly here = signal<Pick<TellHere, "here" | "watching" | "left">>({ here: [true, true] });
  readonly next = signal("");
  /** See TableGame; set by the page of a match that belongs to a tournament. */
  verdict?: () => string | undefined;
  /** The code of the last refused action. */
  readonly refusal = signal<string | null>(null);
  /** The sent move that the server has not acknowledged yet. */
  readonly sent = signal<{ ply: number; code: string } | null>(null);
  /** The sent move in the user's notation, once the rules module has formatted it. */
  readonly sentText = signal("");
  /** The view in which the game is shown; other views are available after the end. */
  readonly viewAs = signal<ViewAs>("");
  /** Whether other views are available. */
  readonly mayLook = signal(false);
  readonly kind: string;
  readonly proof: Proof | undefined;
  readonly #socket: Socket;
  readonly #rules: Desk;
  readonly #replay: Replay;
  readonly #look: GameView;
  readonly #deps: OnlineDeps;
  #deal = "";
  /** The last command other than a move; it is sent again if the server was busy. */
  #act: Extract<Asked, { t: "act" }> | null = null;
  #clock: WireClock | undefined;
  #stop: (() => void)[] = [];

  constructor(v: MatchView, deps: OnlineDeps) {
    const { socket } = deps;
    this.kind = v.game;
    this.proof = deps.proof;
    this.#socket = socket;
    this.#rules = deps.rules;
    this.#replay = new Replay(deps.rules);
    this.#look = deps.look;
    this.#deps = deps;
    this.#whole(v);
    this.#stop.push(socket.listen((m) => this.hear(m)));
    this.#stop.push(
      socket.stand(`watch ${v.id}`, () => ({ t: "watch", id: v.id, seq: this.view.value.seq, premoves: true })),
    );
  }

  get id(): string {
    return this.view.value.id;
  }

  /**
   * The URL of a study of this game. It contains only what the viewer knows about hidden pieces.
   */
  get study(): string {
    const { start, options = {}, seats } = this.view.value;
    const q = new URLSearchParams({
      moves: this.state.value.codes.join(" "),
      match: this.id,
      first: seats?.[0]?.name ?? "",
      second: seats?.[1]?.name ?? "",
    });
    const { view, ...others } = options;
    if (start) q.set("start", start);
    // If the whole deal is known, the link contains the deal; otherwise it contains the side from
    // whose view the moves are written.
    if (this.#deal) q.set("deal", this.#deal);
    else if (view) q.set("view", view);
    for (const [name, value] of Object.entries(others)) q.set(`option.${name}`, value);
    return `/analysis/${this.kind}?${q.toString()}`;
  }

  get options(): Record<string, string> {
    return this.view.value.options ?? {};
  }

  get mine(): Side | "none" {
    return side(this.view.value.viewer) ?? "none";
  }

  get timed(): boolean {
    return this.#clock !== undefined;
  }

  left(s: Side): number {
    const c = this.#clock;
    if (!c) return 0;
    const ms = c.left[s === "first" ? 0 : 1] ?? 0;
    const gone = c.running === s && c.since ? this.#deps.now() + this.#socket.offset - c.since : 0;
    return Math.max(0, ms - Math.max(0, gone));
  }

  /** The number of moves after the opening. */
  get moved(): number {
    return this.state.value.ply - this.view.value.opening;
  }

  /**
   * Whether the server must refuse a takeback, because a move that would be taken back has revealed
   * a hidden piece.
   */
  get firm(): boolean {
    const { firm, turn } = this.state.value;
    return firm !== undefined && (turn === this.mine ? 2 : 1) >= firm;
  }

  /** Milliseconds that a side had left after `ply` moves of a finished game; null if unknown. */
  leftAt(s: Side, ply: number): number | null {
    return this.#clock ? leftAt(this.view.value, this.#clock.left, s, ply) : null;
  }

  /**
   * Milliseconds that the side has left for its first move, which has its own time limit and does
   * not use the clock; null if no such limit is running for the side.
   */
  firstLeft(s: Side): number | null {
    const c = this.#clock;
    const { firstMove, paused } = this.view.value;
    if (
      !c?.deadline ||
      !firstMove ||
      paused ||
      this.ended.value ||
      side(c.running ?? "") ||
      this.state.value.turn !== s
    )
      return null;
    return Math.max(0, c.deadline - this.#deps.now() - this.#socket.offset);
  }

  /** Sends a move and stores it until the server acknowledges it. */
  async move(code: string): Promise<boolean> {
    this.past.value = null;
    this.refusal.value = null;
    this.sent.value = { ply: this.state.value.ply, code };
    this.#resend();
    void this.#writeSent(this.sent.value);
    return true;
  }

  async #writeSent(sent: { code: string }): Promise<void> {
    this.sentText.value = "";
    let text = sent.code;
    try {
      const r = await this.ask({ op: "write", moves: [sent.code], notation: this.#deps.notation() });
      text = r.texts?.[0] ?? text;
    } catch {
      // Without the rules module the page shows the code of the move instead of
      // its text.
    }
    if (this.sent.value === sent) this.sentText.value = text;
  }

  async type(text: string): Promise<boolean | string> {
    const plain = this.state.value.legal.find((m) => m.code === text.toLowerCase());
    if (plain) return this.move(plain.code);
    try {
      const r = await this.ask({ op: "read", text });
      return await this.move(r.code ?? "");
    } catch (e) {
      if (noMove(e)) return noMove(e);
      this.refusal.value = e instanceof Refused ? e.code : "internal";
      return false;
    }
  }

  act(
    kind: "resign" | "abort" | "claim" | "left" | "redo" | "offer" | "accept" | "decline" | "withdraw",
    what?: "draw" | "takeback" | "rematch",
    n?: number,
  ): void {
    this.refusal.value = null;
    this.#act = { t: "act", id: this.id, kind, ...(what ? { what } : {}), ...(n ? { n } : {}) };
    this.#socket.send(this.#act);
  }

  async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    if (ply >= now || ply < 0) {
      if (ply >= now) this.past.value = null;
      return;
    }
    const r = await this.ask({ op: "at", count: ply });
    if (r.state) this.past.value = { ...r.state, codes: [], legal: [], texts: this.state.value.texts };
  }

  /** Shows the game in another view, or with all pieces if the deal is known. */
  async through(viewAs: ViewAs): Promise<void> {
    if (!this.mayLook.value) return;
    this.viewAs.value = viewAs;
    const { past } = this;
    try {
      const r = await this.#open();
      if (r) this.state.value = { ...this.state.value, cells: r.cells, texts: r.texts, taken: r.taken, down: r.down };
      if (past.value) await this.look(past.value.ply);
    } catch (e) {
      this.refusal.value = e instanceof Refused ? e.code : "internal";
    }
  }

  hear(m: Told): void {
    if (m.t === "match" && m.id === this.id) this.#whole(m);
    else if (m.t === "events" && m.id === this.id) this.#events(m);
    else if (m.t === "here" && m.id === this.id) this.here.value = m;
    else if (m.t === "ack" && m.id === this.id) this.#seen();
    else if (m.t === "error" && m.id === this.id && m.re === "act" && m.code === "busy" && this.#act) {
      const act = this.#act;
      setTimeout(() => this.#act === act && this.#socket.send(act), this.#delay(m));
    } else if (m.t === "error" && m.id === this.id && this.sent.value && passing.has(m.code))
      this.#again(this.#delay(m));
    else if (m.t === "error" && m.id === this.id) {
      // A refused move is not sent again; the board shows the server's state.
      this.sent.value = null;
      this.refusal.value = m.code;
      this.state.value = { ...this.state.value };
    }
  }

  close(): void {
    for (const s of this.#stop) s();
    this.#socket.send({ t: "unwatch", id: this.id });
    this.#replay.close();
  }

  #delay(m: TellError): number {
    return delayOf(m, this.#deps.random ?? Math.random);
  }

  #resend(): void {
    const s = this.sent.value;
    if (s) this.#socket.send({ t: "move", id: this.id, ply: s.ply, code: s.code });
  }

  /** Sends the move again after a delay, because its result is unknown. */
  #again(ms: number): void {
    const s = this.sent.value;
    setTimeout(() => {
      if (s === this.sent.value) this.#resend();
    }, ms);
  }

  /**
   * If the sent move is in the state from the server, or the game has gone on after it, clears the
   * sent move; otherwise sends the move again.
   */
  #seen(): void {
    const s = this.sent.value;
    if (!s) return;
    const { codes, ply } = this.state.value;
    if (codes[s.ply]?.startsWith(s.code) || ply > s.ply) this.sent.value = null;
    else this.#resend();
  }

  #whole(v: MatchView): void {
    this.view.value = v;
    if (!this.#deal) this.viewAs.value = side(v.viewer) ?? "";
    this.#clock = v.clock;
    this.offers.value = v.offers ?? [];
    this.next.value = v.next ?? "";
    this.#finish(v.result);
    const codes = v.codes ?? [];
    this.#recall(codes, this.state.value?.codes ?? codes);
    this.state.value = {
      position: v.position,
      turn: side(v.turn) ?? (v.ply % 2 === 0 ? "first" : "second"),
      ply: v.ply,
      undone: v.redo,
      codes,
      legal: v.legal ?? [],
      premoves: v.premoves ?? [],
      width: v.width,
      height: v.height,
      cells: v.cells ?? [],
      marks: marks(v.marks),
      claim: v.claim,
      last: last(codes, v.last),
    };
    this.#seen();
    if (v.fair) this.proof?.whole(v.fair as Transcript);
    void this.#write();
  }

  #events(m: TellEvents): void {
    if (m.from > this.view.value.seq) {
      this.#socket.send({ t: "watch", id: this.id, seq: this.view.value.seq, premoves: true });
      return;
    }
    if (m.seq < this.view.value.seq) return;
    const codes = [...this.state.value.codes.slice(0, m.at), ...(m.codes ?? [])];
    const name = (sq: number) => this.#look.squareName(sq, this.view.value.width);
    this.#recall(codes, this.state.value.codes);
    const v = this.view.value;
    const from = Math.max(0, m.at - v.opening);
    const times = (of: "spent" | "lag" | "lost") => {
      const list = [...(v[of] ?? [])];
      list.length = from;
      return [...list, ...(m.spent ?? []).map((_, i) => m[of]?.[i] ?? 0)];
    };
    const { seq, ply, undos = v.undos } = m;
    const timing = { spent: times("spent"), lag: times("lag"), lost: times("lost") };
    this.view.value = { ...v, ...timing, seq, ply, codes, undos };
    this.#clock = m.clock;
    this.offers.value = m.offers ?? [];
    const { mine } = this;
    if (mine !== "none" && m.news?.some((n) => n.kind === "decline" && n.by !== mine)) this.refusal.value = "declined";
    if (m.next) this.next.value = m.next;
    this.#finish(m.result);
    this.state.value = {
      ...this.state.value,
      turn: side(m.turn) ?? this.state.value.turn,
      ply: m.ply,
      undone: m.redo ?? 0,
      codes,
      cells: cells(m.cells),
      legal: targets(m.legal, name),
      premoves: targets(m.premoves, name),
      marks: marks(m.marks),
      claim: m.claim,
      last: last(codes, m.last),
      texts: this.state.value.texts?.slice(0, m.at),
      ruling: undefined,
      firm: undefined,
    };
    this.#seen();
    if (m.fair) {
      this.view.value = { ...this.view.value, fair: m.fair };
      this.proof?.whole(m.fair as Transcript);
    } else if (m.reveals) this.proof?.opened(m.reveals as Reveal[], m.at);
    void this.#write();
  }

  /**
   * If the page shows a past position that is now the current position or has been taken back,
   * shows the current position instead.
   */
  #recall(codes: readonly string[], before: readonly string[]): void {
    const ply = this.past.value?.ply ?? -1;
    if (ply >= codes.length || before.slice(0, Math.max(0, ply)).some((c, i) => c !== codes[i])) this.past.value = null;
  }

  #finish(r: MatchView["result"]): void {
    this.ended.value = r ? { why: r.why, winner: side(r.winner) ?? "none", by: r.by } : null;
  }

  /** Formats the moves in the user's notation, with the local rules module. */
  async #write(): Promise<void> {
    try {
      const r = await this.#open();
      const ply = this.state.value.ply;
      if (r && r.ply === ply)
        this.state.value = {
          ...this.state.value,
          position: r.position,
          texts: r.texts,
          taken: r.taken,
          ruling: r.ruling,
          firm: r.firm,
        };
      await this.#prove();
    } catch {
      // Without the rules module the page shows the codes of moves instead of
      // their texts.
      const { codes, texts } = this.state.value;
      if (this.mine !== "none" && !texts) this.state.value = { ...this.state.value, texts: [...codes] };
    }
  }

  /**
   * Checks with the local rules module that the moves revealed the pieces that the deal prescribes.
   * After the end of the game, it verifies the whole deal.
   */
  async #prove(): Promise<void> {
    const { proof } = this;
    const { fair, options } = this.view.value;
    if (!proof || !fair || this.#deal) return;
    if (this.ended.value && fair.secret) {
      const moves = [...this.state.value.codes];
      const { examine } = await again(() => import("./deals"));
      const report = await examine(
        this.#rules,
        fair,
        { match: this.id, over: true, keys: [fair.key] },
        { game: this.kind, options, moves },
      );
      proof.closed(report);
      this.#deal = report.deal ?? "";
      this.mayLook.value = this.#deal !== "";
      return;
    }
    const { plies } = this.#replay;
    const { shown, packs } = await this.#replay.ask({ op: "shown", view: this.viewAs.value });
    proof.played(plies, shown ?? [], packs ?? []);
  }

  /** Sends a request about the game to the local rules module, in the shown view. */
  async ask(q: Omit<Request, "session">): Promise<Reply> {
    await this.#open();
    return this.#replay.ask({ ...q, view: this.viewAs.value });
  }

  /**
   * Updates the rules module's session to the moves of this game, and returns the state that the
   * module computes.
   */
  #open(): Promise<State | undefined> {
    return this.#replay.follow(() => {
      const { start, options = {} } = this.view.value;
      const form = { view: this.viewAs.value, notation: this.#deps.notation(), lang: this.#deps.lang() };
      return { game: this.kind, codes: this.state.value.codes, start, options, deal: this.#deal, form };
    });
  }

  refresh(): void {
    void this.#write();
  }
}

type WireMarks = MatchView["marks"];
function marks(list: WireMarks | undefined): State["marks"] {
  return (list ?? []).map((m) => ({ kind: m.kind, squares: m.squares ?? [], because: m.because ?? [] }));
}

/** The last move: its code and its squares from the server. */
function last(codes: readonly string[], squares: number[] | undefined): State["last"] {
  const code = codes.at(-1);
  return code === undefined ? undefined : { code, from: squares?.[0] ?? -1, to: squares?.[1] ?? -1 };
}
