// A game through a server, as the table needs it. The server is the judge;
// what is shown is what it last said.
import { signal } from "@preact/signals";
import type { GameView, Side } from "../board";
import { cells, targets } from "../wire/compact";
import type { MatchView, StandingOffer, TellEvents, Told, WireClock } from "../wire/messages";
import type { Socket } from "../wire/socket";
import type { Reveal, Transcript } from "../fair";
import { type Desk, Refused } from "./desk";
import type { Eyes, Reply, State } from "./messages";
import { examine, type Proof } from "./proof";
import type { Ended } from "./saved";

export interface OnlineDeps {
  look: GameView;
  socket: Socket;
  rules: Desk;
  notation(): string;
  lang(): string;
  now(): number;
  /** Watches over the deal, if there was one. */
  proof?: Proof;
}

const side = (s: string): Side | null => (s === "first" || s === "second" ? s : null);

/** Answers that are none: the move may have been played, or may be later. */
const passing = new Set(["unknown", "unavailable"]);

export class OnlineGame {
  readonly view = signal<MatchView>(null as never);
  readonly state = signal<State>(null as never);
  readonly past = signal<State | null>(null);
  readonly ended = signal<Ended | null>(null);
  readonly offers = signal<StandingOffer[]>([]);
  readonly here = signal<[boolean, boolean]>([true, true]);
  /** How many look on. */
  readonly watching = signal(0);
  readonly next = signal("");
  /** A code of what was just refused. */
  readonly refusal = signal<string | null>(null);
  /** A move that was sent and not yet seen. */
  readonly sent = signal<{ ply: number; code: string } | null>(null);
  /** Through whose eyes it is looked at; others' once all is known. */
  readonly eyes = signal<Eyes>("");
  /** Whether there are others' eyes to look through. */
  readonly mayLook = signal(false);
  readonly kind: string;
  readonly proof: Proof | undefined;
  readonly #socket: Socket;
  readonly #rules: Desk;
  readonly #look: GameView;
  readonly #deps: OnlineDeps;
  #deal = "";
  #clock: WireClock | undefined;
  #stop: (() => void)[] = [];
  #session = 0;
  /** What the session holds. */
  #opened = "";
  #plies = 0;

  constructor(v: MatchView, deps: OnlineDeps) {
    const { socket } = deps;
    this.kind = v.game;
    this.proof = deps.proof;
    this.#socket = socket;
    this.#rules = deps.rules;
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

  /** Sends a move and keeps it until it is seen. */
  async move(code: string): Promise<boolean> {
    this.past.value = null;
    this.refusal.value = null;
    this.sent.value = { ply: this.state.value.ply, code };
    this.#resend();
    return true;
  }

  async type(text: string): Promise<boolean> {
    const plain = this.state.value.legal.find((m) => m.code === text.toLowerCase());
    if (plain) return this.move(plain.code);
    try {
      await this.#open();
      const r = await this.#rules.ask({ op: "read", session: this.#session, text });
      return await this.move(r.code ?? "");
    } catch (e) {
      this.refusal.value = e instanceof Refused ? e.code : "internal";
      return false;
    }
  }

  act(
    kind: "resign" | "abort" | "claim" | "redo" | "offer" | "accept" | "decline" | "withdraw",
    what?: "draw" | "takeback" | "rematch",
    n?: number,
  ): void {
    this.refusal.value = null;
    this.#socket.send({ t: "act", id: this.id, kind, ...(what ? { what } : {}), ...(n ? { n } : {}) });
  }

  async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    if (ply >= now || ply < 0) {
      if (ply >= now) this.past.value = null;
      return;
    }
    await this.#open();
    const r = await this.#rules.ask({
      op: "at",
      session: this.#session,
      count: ply,
      view: this.eyes.value,
    });
    if (r.state) this.past.value = { ...r.state, codes: [], legal: [], texts: this.state.value.texts };
  }

  /** Looks at the game as somebody else saw it, or as it was, once that is known. */
  async through(eyes: Eyes): Promise<void> {
    if (!this.mayLook.value) return;
    this.eyes.value = eyes;
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
    else if (m.t === "here" && m.id === this.id) {
      this.here.value = [m.here?.[0] ?? true, m.here?.[1] ?? true];
      this.watching.value = m.watching ?? 0;
    } else if (m.t === "ack" && m.id === this.id) this.#seen();
    else if (m.t === "error" && m.id === this.id && this.sent.value && passing.has(m.code)) this.#again();
    else if (m.t === "error" && m.id === this.id) {
      // What was refused is not sent again; the board shows the truth.
      this.sent.value = null;
      this.refusal.value = m.code;
      this.state.value = { ...this.state.value };
    }
  }

  close(): void {
    for (const s of this.#stop) s();
    this.#socket.send({ t: "unwatch", id: this.id });
    if (this.#session) this.#rules.ask({ op: "drop", session: this.#session }).catch(() => undefined);
  }

  #resend(): void {
    const s = this.sent.value;
    if (s) this.#socket.send({ t: "move", id: this.id, ply: s.ply, code: s.code });
  }

  /** Sends the move once more in a moment: nobody could say yet what became of it. */
  #again(): void {
    const s = this.sent.value;
    setTimeout(() => {
      if (s === this.sent.value) this.#resend();
    }, 300);
  }

  /** Forgets the sent move once it is on the board, and sends it again while it may still be wanted. */
  #seen(): void {
    const s = this.sent.value;
    if (!s) return;
    const { codes, ply } = this.state.value;
    if (codes[s.ply]?.startsWith(s.code) || ply > s.ply) this.sent.value = null;
    else this.#resend();
  }

  #whole(v: MatchView): void {
    this.view.value = v;
    if (!this.#deal) this.eyes.value = side(v.viewer) ?? "";
    this.#clock = v.clock;
    this.offers.value = v.offers ?? [];
    this.next.value = v.next ?? "";
    this.#finish(v.result);
    const codes = v.codes ?? [];
    const last = this.#last(codes);
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
      last,
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
    this.view.value = { ...this.view.value, seq: m.seq, ply: m.ply, codes };
    this.#clock = m.clock;
    this.offers.value = m.offers ?? [];
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
      last: this.#last(codes),
      texts: this.state.value.texts?.slice(0, m.at),
      ruling: undefined,
    };
    this.#seen();
    if (m.fair) {
      this.view.value = { ...this.view.value, fair: m.fair };
      this.proof?.whole(m.fair as Transcript);
    } else if (m.reveals) this.proof?.opened(m.reveals as Reveal[], m.at);
    void this.#write();
  }

  #finish(r: MatchView["result"]): void {
    this.ended.value = r ? { why: r.why, winner: side(r.winner) ?? "none" } : null;
  }

  /** The squares of the last move, by the names that codes give them. */
  #last(codes: readonly string[]): State["last"] {
    const code = codes.at(-1);
    const { width, height } = this.view.value;
    if (!code) return undefined;
    const names = new Map<string, number>();
    for (let sq = 0; sq < width * height; sq++) names.set(this.#look.squareName(sq, width), sq);
    const found = [...code.matchAll(/[a-z]\d+/g)].map((m) => names.get(m[0])).filter((n) => n !== undefined);
    const [a, b] = found;
    if (a === undefined) return { code, from: -1, to: -1 };
    return b === undefined ? { code, from: -1, to: a } : { code, from: a, to: b };
  }

  /** Has the rules of this device write the moves as people do. */
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
        };
      await this.#prove();
    } catch {
      // Without the rules the codes themselves are shown.
    }
  }

  /** Has the rules of this device say what was to be shown, and at the end all of it. */
  async #prove(): Promise<void> {
    const { proof } = this;
    const { fair, options } = this.view.value;
    if (!proof || !fair || this.#deal) return;
    if (this.ended.value && fair.secret) {
      const moves = [...this.state.value.codes];
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
    const plies = this.#plies;
    const { shown, packs } = await this.#rules.ask({ op: "shown", session: this.#session, view: this.eyes.value });
    proof.played(plies, shown ?? [], packs ?? []);
  }

  async #open(): Promise<State | undefined> {
    const { start, options } = this.view.value;
    const { codes } = this.state.value;
    const notation = this.#deps.notation();
    const lang = this.#deps.lang();
    const view = this.eyes.value;
    const key = [...codes, notation, lang, this.#deal, view].join(" ");
    if (this.#opened === key && this.#session) return undefined;
    const old = this.#session;
    // A game whose deal is known begins as it was dealt.
    const from = this.#deal ? { deal: this.#deal } : { start };
    const r: Reply = await this.#rules.ask({
      op: "new",
      game: this.kind,
      ...from,
      options: options ?? {},
      moves: [...codes],
      view,
      notation,
      lang,
    });
    this.#session = r.session ?? 0;
    this.#opened = key;
    this.#plies = codes.length;
    if (old) this.#rules.ask({ op: "drop", session: old }).catch(() => undefined);
    return r.state;
  }

  refresh(): void {
    void this.#write();
  }
}

type WireMarks = MatchView["marks"];
function marks(list: WireMarks | undefined): State["marks"] {
  return (list ?? []).map((m) => ({ kind: m.kind, squares: m.squares ?? [], because: m.because }));
}
