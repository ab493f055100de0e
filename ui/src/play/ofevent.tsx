// Connects a match with its tournament: the names of the tournament and the round, the link back,
// and the result that the arbiter has entered for the board.
import { effect, signal } from "@preact/signals";
import type { Side } from "../board";
import { t } from "../app/i18n";
import { say } from "../app/shell";
import { entered } from "../events/entered";
import type { OnlineGame } from "../session/online";
import type { EventBoard, EventRound, EventView } from "../wire/messages";
import { rest } from "../wire/rest";
import type { Socket } from "../wire/socket";
import { uncounted } from "./words";

/** The path of the page of a tournament. */
export const eventPath = (id: string): string => `/event/${encodeURIComponent(id)}`;

/** How many rounds before the last one are searched for the board of an old match. */
const OLD_ROUNDS = 20;

/** The board of a match in its tournament. */
export interface Seated {
  event: EventView;
  /** The number of the round; 0 if the board was not found. */
  round: number;
  board?: EventBoard;
}

/** The result of a board for a player or for a spectator, in words. */
function resultOf(b: EventBoard, mine: Side | "none", name: (s: Side) => string): string {
  const r = b.result;
  if (r === "draw" || r === "none") return t(`event.match.${r}`);
  if (mine !== "none") return t(r === mine ? "event.match.win" : "event.match.loss");
  return t("event.match.won", { name: name(r === "second" ? "second" : "first") });
}

/** The result of a board together with its source, for example "Set by the arbiter: a draw". */
export function verdictOf(b: EventBoard, mine: Side | "none", name: (s: Side) => string): string {
  const result = resultOf(b, mine, name);
  return t(b.source === "arbiter" ? "event.match.arbiter" : "event.match.counts", { result });
}

/** Keeps the tournament of a match up to date while the page of the match is open. */
export class Tourney {
  readonly seated = signal<Seated | null>(null);
  /** The number of a round that was paired after the page was opened; 0: none. */
  readonly next = signal(0);
  readonly #path: string;
  /** Whether the board was read after the end of the match. */
  readonly #checked = signal(false);
  #before = 0;
  #stop: (() => unknown)[];

  constructor(
    readonly id: string,
    readonly game: OnlineGame,
    name: (s: Side) => string,
    s: Socket,
  ) {
    game.verdict = () => this.#verdict(name);
    const open = game.ended.peek() === null;
    this.#path = `/events/${encodeURIComponent(id)}`;
    this.#stop = [
      s.listen((m) => m.t === "event" && m.id === id && void this.#look()),
      s.stand("event", () => ({ t: "event", id, on: true })),
      () => entered() !== id && s.send({ t: "event", id, on: false }),
      // The result of the board is needed only after the end of the match.
      effect(() => {
        void game.ended.value;
        void this.#look();
      }),
      effect(() => {
        const text = open && game.verdict?.();
        if (text) say(text);
      }),
    ];
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /**
   * What the page says about the end of a match that was stopped: the result of its board in the
   * tournament, or "" until it is known; undefined if only the match has a result.
   */
  #verdict(name: (s: Side) => string): string | undefined {
    const end = this.game.ended.value;
    if (!end || !uncounted.has(end.why)) return undefined;
    const board = this.seated.value?.board;
    const { mine } = this.game;
    return board?.result ? verdictOf(board, mine, name) : this.#checked.value ? undefined : "";
  }

  async #look(): Promise<void> {
    const old = this.seated.peek();
    const over = this.game.ended.peek() !== null;
    try {
      const event = await rest<EventView>("GET", this.#path);
      this.#before ||= event.paired;
      if (event.paired > this.#before) this.next.value = event.paired;
      const kept = old?.board && (old.board.result || !over);
      this.seated.value = kept ? { ...old, event } : await this.#seat(event, old?.round ?? 0);
    } catch {
      // Without a connection the page shows what it knew last.
    }
    if (over) this.#checked.value = true;
  }

  /**
   * Finds the board of the match. The parameter `known` is the round of the board; 0: not known.
   */
  async #seat(event: EventView, known: number): Promise<Seated> {
    const last = known || event.paired;
    for (let n = last; n > 0 && n > last - OLD_ROUNDS; n--) {
      const { boards } = await rest<EventRound>("GET", `${this.#path}/rounds/${n}`);
      const board = boards.find((b) => b.match === this.game.id);
      if (board) return { event, round: n, board };
    }
    return { event, round: 0 };
  }
}

/** Names the tournament, the round and the board of a match, with a link to the tournament. */
export function EventLine({ of }: { of: Tourney }) {
  const now = of.seated.value;
  if (!now) return null;
  const { name, format } = now.event.settings;
  const open = format === "arena" || format === "ladder"; // these formats have a single round
  const board = now.board?.board;
  return (
    <p class="row">
      <a href={eventPath(of.id)}>{board && !open ? t("event.match.at", { event: name, n: now.round, board }) : name}</a>
    </p>
  );
}

/** Says that the next round is paired. */
export function NextRound({ of, over }: { of: Tourney; over: boolean }) {
  const n = of.next.value;
  if (!n) return null;
  return (
    <p class="more" role="status">
      <span>{t("event.match.next", { n })}</span>
      {!over && (
        <a class="button main" href={eventPath(of.id)}>
          {t("event.match.back")}
        </a>
      )}
    </p>
  );
}
