// Verifies the deal (the hidden pieces) of a match during the game: every value from the server
// must agree with the values that the server has signed.
import { signal } from "@preact/signals";
import type { Side } from "../board";
import {
  extend,
  isSound,
  keeps,
  matchOf,
  nameOf,
  partOf,
  Player,
  players,
  roleOf,
  samePacks,
  unmatched,
  verify,
  type Evidence,
  type Hash,
  type Keeper,
  type Pack,
  type Report,
  type Reveal,
  type Shown,
  type Transcript,
} from "../fair";
import { type Desk, Refused } from "./desk";

export type Sign =
  /** There is no deal, or the deal cannot be verified. */
  | { state: "none" }
  /**
   * All values so far are correct. `parts` is the number of players who contributed a number to the
   * deal.
   */
  | { state: "right"; reveals: number; parts: number; closed: boolean }
  | { state: "wrong"; code: string };

export class Proof {
  readonly sign = signal<Sign>({ state: "none" });
  readonly #match: string;
  readonly #side: Side | "none";
  readonly #key: Hash | undefined;
  readonly #keeper: Keeper;
  #player: Player | undefined;
  #last: Transcript | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** If `key` is undefined, the first key that the server names is the key for the whole match. */
  constructor(match: string, side: Side | "none", key: Hash | undefined, keeper: Keeper) {
    this.#match = match;
    this.#side = side;
    this.#key = key;
    this.#keeper = keeper;
  }

  /** Handles a complete transcript of the deal from the server. */
  whole(t: Transcript): void {
    this.#then(() => this.#see(t));
  }

  /**
   * Handles the revealed pieces of all moves from the ply `from` on; they replace the stored ones.
   */
  opened(reveals: Reveal[], from: number): void {
    this.#then(async () => {
      const t = this.#last;
      if (t) await this.#see({ ...t, reveals: [...(t.reveals ?? []).filter((r) => r.ply < from), ...reveals] });
    });
  }

  /**
   * Compares the pieces that the server has revealed in the first `plies` moves (`reveals`) with
   * the pieces that these moves reveal to this viewer by the rules (`shown`).
   */
  played(plies: number, shown: Shown[], packs: Pack[]): void {
    this.#then(() => {
      const t = this.#last;
      if (!t || t.secret) return; // after the end, the complete verification replaces this check
      if (!samePacks(packs, t.packs)) return this.#fail("wrong-packs");
      const reveals = (t.reveals ?? []).filter((r) => r.ply < plies);
      const wrong = unmatched(reveals, shown)[0];
      if (wrong) this.#fail(wrong.code);
    });
  }

  /** Handles the result `r` of the complete verification after the end of the match. */
  closed(r: Report): void {
    this.#then(() => {
      const fault = r.findings.find((f) => f.grade === "fault");
      if (fault) this.#fail(fault.code);
      else if (this.#last) this.#right(this.#last, isSound(r));
    });
  }

  /** Resolves when all values received so far are verified. */
  settled(): Promise<void> {
    return this.#queue;
  }

  #then(f: () => void | Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.sign.value.state === "wrong" ? undefined : f()))
      .catch(() => this.#fail("internal"));
  }

  async #see(t: Transcript): Promise<void> {
    const wrong = await this.#wrong(t);
    if (wrong) return this.#fail(wrong);
    const told = this.#last?.secret;
    this.#last = t;
    const s = this.sign.value;
    // The server may send the whole deal again, for example with the offer of a rematch.
    if (t.root) this.#right(t, s.state === "right" && s.closed && t.secret === told);
  }

  async #wrong(t: Transcript): Promise<string | undefined> {
    const side = this.#side;
    if (!this.#player && side !== "none" && !partOf(t, side).public) {
      const match = matchOf({ ...t, match: this.#match });
      if (keeps(this.#keeper, this.#match, roleOf(t, side)))
        this.#player = new Player(match, roleOf(t, side), this.#key ?? t.key, this.#keeper);
    }
    if (this.#player) return this.#player.see(t);
    const key = this.#key ?? this.#last?.key;
    const r = await verify(t, { match: this.#match, keys: key ? [key] : undefined });
    const fault = r.findings.find((f) => f.grade === "fault");
    return fault?.code ?? (this.#last && !extend(this.#last, t) ? "changed" : undefined);
  }

  #right(t: Transcript, closed: boolean): void {
    const parts = t.players.filter((p) => !p.public).length;
    this.sign.value = { state: "right", reveals: t.reveals?.length ?? 0, parts, closed };
  }

  #fail(code: string): void {
    this.sign.value = { state: "wrong", code };
  }
}

/** The fields of a record that are needed to play its game again. */
export interface Recorded {
  game: string;
  options?: Record<string, string>;
  moves: string[];
}

/**
 * Verifies the transcript `t` of a deal with the rules on this device: the sets of pieces in the
 * game (packs), and the pieces that the moves of a record reveal when they are played with this
 * deal.
 */
export async function examine(desk: Desk, t: unknown, e: Evidence, played?: Recorded): Promise<Report> {
  const plain = await verify(t, e);
  if (!played) return plain;
  const { game, options = {} } = played;
  const { packs = [] } = await look(desk, { game, options, moves: [] });
  if (plain.deal === undefined) return verify(t, { ...e, game, packs });
  try {
    const { shown = [] } = await look(desk, { game, options, moves: played.moves }, plain.deal);
    return await verify(t, { ...e, game, packs, shown });
  } catch (fault) {
    if (!(fault instanceof Refused) || fault.code === "no-module" || fault.code === "stopped") throw fault;
    // The moves of the record are not legal with this deal.
    const r = await verify(t, { ...e, game, packs });
    const findings = r.findings.filter((f) => f.code !== "no-record");
    return { ...r, findings: [...findings, { grade: "fault", code: "wrong-move" }] };
  }
}

/**
 * Returns the sets of pieces of a game (packs), and the pieces that its moves reveal to a viewer
 * who sees all pieces.
 */
async function look(desk: Desk, played: Recorded, deal?: string): Promise<{ packs?: Pack[]; shown?: Shown[] }> {
  const { game, moves } = played;
  const { view: _, ...options } = played.options ?? {};
  const { session } = await desk.ask({ op: "new", game, options, moves, ...(deal ? { deal } : {}) });
  const r = await desk.ask({ op: "shown", session, view: "all" });
  desk.ask({ op: "drop", session }).catch(() => undefined);
  return r;
}

/** Deletes the player's stored random number for a match that is over and verified. */
export function forget(match: string): void {
  try {
    for (const role of players) localStorage.removeItem(`kydai.${nameOf(match, role)}`);
  } catch {
    // Without access to the storage, no number was stored.
  }
}

/**
 * Storage for the player's random numbers, which survives a reload. Without permission to store,
 * numbers last as long as the page.
 */
export const keeper: Keeper = {
  getItem(name) {
    try {
      return localStorage.getItem(`kydai.${name}`);
    } catch {
      return null;
    }
  },
  setItem(name, value) {
    try {
      localStorage.setItem(`kydai.${name}`, value);
    } catch {
      // The storage is full or forbidden. If the page is reloaded before the number is revealed, the
      // number is lost and the fair-deal exchange is aborted.
    }
  },
};
