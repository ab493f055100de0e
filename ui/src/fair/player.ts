// Does the client's part in a fair-deal exchange: it stores the player's random number, reveals it
// when that is safe, and checks everything that the server sends.

import { matchOf, players } from "./form";
import { commitment, hexOf, matchHash, SIZE } from "./hash";
import type { Hash, Match, Part, PlayerRole, Reveal, Role, Transcript } from "./types";
import { verify } from "./verify";

/** Storage for the player's random number across page reloads, such as sessionStorage. */
export interface Keeper {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Whether the player's random number for a match is stored. */
export function keeps(keeper: Keeper, match: string, role: Role): boolean {
  return isNumber(keeper.getItem(nameOf(match, role)));
}

/** The storage key of the player's random number for a match. */
export const nameOf = (match: string, role: Role): string => `fair/${match}/${role}`;

const isNumber = (text: string | null | undefined): text is Hash => /^[0-9a-f]{64}$/.test(text ?? "");

export class Player {
  readonly #number: Hash;
  readonly #hash: Promise<Hash>;
  readonly #index: number;
  readonly #id: string;
  #last: Transcript | undefined;

  /** Loads the stored random number of the match, or creates and stores a new number. */
  constructor(
    readonly match: Match,
    readonly role: PlayerRole,
    readonly key: Hash,
    keeper?: Keeper,
    random: (into: Uint8Array<ArrayBuffer>) => void = (into) => void crypto.getRandomValues(into),
  ) {
    this.#index = players.indexOf(role);
    this.#id = this.#index < 2 ? match.id : (match.other ?? "");
    const name = nameOf(this.#id, role);
    const kept = keeper?.getItem(name);
    if (isNumber(kept)) {
      this.#number = kept;
    } else {
      const bytes = new Uint8Array(SIZE);
      random(bytes);
      this.#number = hexOf(bytes);
      keeper?.setItem(name, this.#number);
    }
    this.#hash = matchHash(match);
  }

  async commitment(): Promise<Hash> {
    return commitment(await this.#hash, this.role, this.#number);
  }

  /**
   * Checks the current transcript of the server. Returns an error code if something is wrong:
   * another match, a contribution that this player did not send, a changed value, a wrong hash.
   */
  async see(t: Transcript): Promise<string | undefined> {
    const report = await verify(t, { match: this.#id, keys: [this.key] });
    const fault = report.findings.find((f) => f.grade === "fault");
    if (fault?.code.startsWith("bad-")) return fault.code;
    const shown = await matchHash(matchOf(t));
    const mine = t.players[this.#index];
    if (!mine || t.match !== this.#id || shown !== (await this.#hash) || t.key !== this.key) return "wrong-match";
    if (mine.public || (mine.commit && mine.commit !== (await this.commitment()))) return "wrong-opening";
    if (mine.open && mine.open !== this.#number) return "wrong-opening";
    if (t.root && !(mine.commit && mine.open)) return "not-opened";
    if (this.#last && !extend(this.#last, t)) return "changed";
    if (fault) return fault.code;
    this.#last = structuredClone(t);
    return undefined;
  }

  /**
   * The player's random number, once the commitments of all players are known; undefined before
   * that.
   */
  opening(): Hash | undefined {
    return this.#last?.players.every((p) => p.commit !== undefined) ? this.#number : undefined;
  }
}

/**
 * Whether the new transcript only adds to the old transcript. Reveals may be inserted anywhere,
 * because reveals that only one player saw become public at the end.
 */
export function extend(old: Transcript, now: Transcript): boolean {
  return (
    old.server === now.server &&
    same(old.root, now.root) &&
    same(old.secret, now.secret) &&
    old.players.every((p, i) => keepsPart(p, now.players[i]!)) &&
    (old.reveals ?? []).every((r) => now.reveals?.some((s) => textOf(s) === textOf(r)))
  );
}

function same(old: Hash | undefined, now: Hash | undefined): boolean {
  return old === undefined || old === now;
}

function keepsPart(old: Part, now: Part): boolean {
  return Boolean(old.public) === Boolean(now.public) && same(old.commit, now.commit) && same(old.open, now.open);
}

function textOf(r: Reveal): string {
  return [r.ply, r.square, r.piece, r.to ?? "", r.salt, ...r.path].join(" ");
}
