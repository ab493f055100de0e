// Holds the chat between the two players of an online game.
import { signal } from "@preact/signals";
import type { Line, Told } from "../wire/messages";
import { rest } from "../wire/rest";
import type { Socket } from "../wire/socket";

/**
 * The phrases, in the order in which they are offered. Each reader sees a phrase in the reader's
 * own language.
 */
export const phrases = ["hello", "luck", "good", "oops", "sorry", "thanks", "again", "bye"] as const;
export type Phrase = (typeof phrases)[number];

export class Talk {
  readonly lines = signal<Line[]>([]);
  /** The last line that was said while this page was open; only such lines are announced. */
  readonly fresh = signal<Line | null>(null);
  /**
   * The reason why the players can send only phrases; "" if they may write texts. Before the server
   * has sent the reason, the value is "guests".
   */
  readonly noTexts = signal<"" | "guests" | "pupils" | "hidden">("guests");
  readonly #id: string;
  readonly #socket: Socket;
  readonly #stop: (() => void)[];
  #heard = false;

  constructor(id: string, socket: Socket) {
    this.#id = id;
    this.#socket = socket;
    this.#stop = [
      socket.listen((m) => this.hear(m)),
      socket.stand(`hear ${id}`, () => ({ t: "hear", id, on: true, after: this.#last })),
    ];
  }

  get #last(): number {
    return this.lines.value.at(-1)?.number ?? 0;
  }

  hear(m: Told): void {
    if (m.t !== "lines" || m.id !== this.#id) return;
    const last = this.#last;
    const news = (m.lines ?? []).filter((l) => l.number > last);
    if (news.length > 0) this.lines.value = [...this.lines.value, ...news];
    if (!this.#heard) this.noTexts.value = m.noTexts ?? "";
    if (this.#heard) this.fresh.value = news.at(-1) ?? this.fresh.value;
    this.#heard = true;
  }

  async say(line: { phrase: Phrase } | { text: string }): Promise<void> {
    await rest("POST", `/matches/${encodeURIComponent(this.#id)}/lines`, line);
  }

  close(): void {
    for (const s of this.#stop) s();
    this.#socket.send({ t: "hear", id: this.#id, on: false });
  }
}
