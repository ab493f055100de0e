// The part of a player's client in the ceremony: it keeps the player's number,
// says it when that is safe, and looks at everything the server shows.

import { commitment, hexOf, matchHash, SIZE } from "./hash";
import type { Hash, Match, Part, Reveal, Role, Transcript } from "./types";
import { verify } from "./verify";

/** Where a number survives a reload of the page, such as sessionStorage. */
export interface Keeper {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Whether a number is kept for a match. */
export function keeps(keeper: Keeper, match: string, role: Role): boolean {
  return isNumber(keeper.getItem(nameOf(match, role)));
}

/** Under which name the number of a match is kept. */
export const nameOf = (match: string, role: Role): string => `fair/${match}/${role}`;

const isNumber = (text: string | null | undefined): text is Hash => /^[0-9a-f]{64}$/.test(text ?? "");

export class Player {
  readonly #number: Hash;
  readonly #hash: Promise<Hash>;
  readonly #index: 0 | 1;
  #last: Transcript | undefined;

  /** Takes up the number that is kept for the match, or draws one and keeps it. */
  constructor(
    readonly match: Match,
    readonly role: Exclude<Role, "server">,
    readonly key: Hash,
    keeper?: Keeper,
    random: (into: Uint8Array<ArrayBuffer>) => void = (into) => void crypto.getRandomValues(into),
  ) {
    const name = nameOf(match.id, role);
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
    this.#index = role === "first" ? 0 : 1;
  }

  async commitment(): Promise<Hash> {
    return commitment(await this.#hash, this.role, this.#number);
  }

  /**
   * Looks at what the server shows now. The answer is the code of what is
   * wrong with it: another match, another part than this player's, something
   * that was different before, a hash that does not fit.
   */
  async see(t: Transcript): Promise<string | undefined> {
    const report = await verify(t, { match: this.match.id, keys: [this.key] });
    const fault = report.findings.find((f) => f.grade === "fault");
    if (fault?.code.startsWith("bad-")) return fault.code;
    const shown = await matchHash({ id: t.match, game: t.game, packs: t.packs });
    const mine = t.players[this.#index];
    if (shown !== (await this.#hash) || t.key !== this.key) return "wrong-match";
    if (mine.public || (mine.commit && mine.commit !== (await this.commitment()))) return "wrong-opening";
    if (mine.open && mine.open !== this.#number) return "wrong-opening";
    if (t.root && !(mine.commit && mine.open)) return "not-opened";
    if (this.#last && !extend(this.#last, t)) return "changed";
    if (fault) return fault.code;
    this.#last = structuredClone(t);
    return undefined;
  }

  /** The number, once all three commitments were seen; undefined before. */
  opening(): Hash | undefined {
    return this.#last?.players.every((p) => p.commit !== undefined) ? this.#number : undefined;
  }
}

/**
 * Whether a transcript only adds to an earlier one. Reveals may come in
 * between, for at the end those to one player are shown to all.
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
