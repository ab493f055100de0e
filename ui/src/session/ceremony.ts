// Does the player's part in a fair-deal exchange: commits to a random number, reveals the number
// when all commitments are known, and stops if a value is wrong. The number is stored, so that it
// can still be revealed after a reload.
import { signal } from "@preact/signals";
import { keeps, matchOf, partOf, Player, roleOf, type Hash, type Keeper, type Transcript } from "../fair";
import type { TellFair, Told } from "../wire/messages";
import type { Socket } from "../wire/socket";

/**
 * The phase of the fair-deal exchange. "elsewhere": the player has committed to a random number
 * that is not stored in this browser. "wrong": a value from the server is wrong.
 */
export type Stage = "asking" | "committing" | "opening" | "begun" | "aborted" | "elsewhere" | "wrong";

export class Ceremony {
  readonly stage = signal<Stage>("asking");
  /** The error code of a wrong value; "" while all values are right. */
  readonly fault = signal("");
  /** The deadline of the next message in milliseconds, by the server's clock; 0: no deadline. */
  readonly deadline = signal(0);
  readonly #id: string;
  readonly #socket: Socket;
  readonly #key: Hash;
  readonly #keeper: Keeper;
  #player: Player | undefined;
  #queue: Promise<void> = Promise.resolve();
  #stop: (() => void)[] = [];

  constructor(id: string, socket: Socket, key: Hash, keeper: Keeper) {
    this.#id = id;
    this.#socket = socket;
    this.#key = key;
    this.#keeper = keeper;
    this.#stop.push(socket.listen((m) => this.hear(m)));
    this.#stop.push(socket.stand(`fair ${id}`, () => ({ t: "fair", id })));
  }

  /** Handles a message of the server after all earlier messages. */
  hear(m: Told): void {
    if (m.t !== "fair" || m.id !== this.#id) return;
    this.#queue = this.#queue.then(() => this.#take(m)).catch(() => this.#fail("internal"));
  }

  close(): void {
    for (const s of this.#stop) s();
  }

  async #take(m: TellFair): Promise<void> {
    if (this.stage.value === "wrong") return;
    const t = m.transcript as Transcript;
    this.deadline.value = m.deadline ?? 0;
    if (m.side !== "none" && !partOf(t, m.side).public) {
      if (!(await this.#speak(m, t, m.side))) return;
    }
    if (t.aborted?.length) this.stage.value = "aborted";
    else if (m.begun) this.stage.value = "begun";
    else this.stage.value = t.players.every((p) => p.commit) ? "opening" : "committing";
  }

  /** Sends the player's next message. Returns false if the exchange must stop. */
  async #speak(m: TellFair, t: Transcript, side: "first" | "second"): Promise<boolean> {
    const mine = partOf(t, side);
    const role = roleOf(t, side);
    if (!this.#player) {
      if (mine.commit && !keeps(this.#keeper, t.match, role)) {
        this.stage.value = m.begun ? "begun" : "elsewhere";
        return false;
      }
      this.#player = new Player(matchOf({ ...t, match: this.#id }), role, this.#key, this.#keeper);
    }
    const wrong = await this.#player.see(t);
    if (wrong) {
      this.#fail(wrong);
      return false;
    }
    if (m.begun || t.aborted?.length) return true;
    const number = this.#player.opening();
    if (!mine.commit) this.#socket.send({ t: "fair-commit", id: this.#id, commit: await this.#player.commitment() });
    else if (number && !mine.open) this.#socket.send({ t: "fair-open", id: this.#id, open: number });
    return true;
  }

  #fail(code: string): void {
    this.fault.value = code;
    this.stage.value = "wrong";
  }
}
