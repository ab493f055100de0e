// Defines the JSON form of a verifiable deal. docs/fair-deal.md describes the protocol; package
// fair is the other implementation.

/** 32 bytes as 64 lower-case hexadecimal digits. */
export type Hash = string;

/**
 * The parties of a deal. In a deal for two tables, third and fourth play the first and the second
 * side at the second table.
 */
export type Role = "server" | PlayerRole;
export type PlayerRole = "first" | "second" | "third" | "fourth";

export interface Pack {
  squares: number[];
  /** The pieces, one letter per square. */
  pieces: string;
}

export interface Match {
  id: string;
  game: string;
  packs: Pack[];
  /** The match at the second table with the same deal (version 2). */
  other?: string;
}

/** A player's contribution to the deal so far. */
export interface Part {
  public?: boolean;
  commit?: Hash;
  open?: Hash;
}

/** A revealed piece: the leaf and its path to the root. */
export interface Reveal {
  ply: number;
  square: number;
  piece: string;
  salt: Hash;
  path: Hash[];
  /** The only player who saw the piece before the end; without this field all players saw it. */
  to?: Role;
}

export interface Transcript {
  version: number;
  match: string;
  /**
   * Version 2 only: `other` is the match at the other table with the same deal, and `table` is the
   * number of this match's table, 1 or 2.
   */
  other?: string;
  table?: number;
  game: string;
  packs: Pack[];
  key: Hash;
  server: Hash;
  /** The contributions, in the order of the roles: two, or four if there are two tables. */
  players: Part[];
  root?: Hash;
  signature?: string;
  reveals?: Reveal[];
  secret?: Hash;
  aborted?: Role[];
}

/** A dealt piece that a move revealed, according to the rules of the game. */
export interface Shown {
  ply: number;
  square: number;
  piece: string;
  to?: Role;
}

/** The data that a transcript is compared with. Each missing value gives a gap in the report. */
export interface Evidence {
  match?: string;
  /** Trusted public keys of servers. */
  keys?: Hash[];
  /** The game and its packs. */
  game?: string;
  packs?: Pack[];
  /** The deal, if the record contains it. */
  deal?: string;
  /** The pieces that the moves of the record revealed. */
  shown?: Shown[];
  over?: boolean;
}

export type Grade = "note" | "gap" | "fault";

export interface Finding {
  grade: Grade;
  /** A finding code of package fair; the translations use it as key. */
  code: string;
  role?: Role;
  square?: number;
  ply?: number;
}

export interface Report {
  /** The names of the checks that passed. */
  checked: string[];
  findings: Finding[];
  /**
   * The recomputed values, as far as they could be computed. `deal` has the pieces in the order of
   * the squares.
   */
  deal?: string;
  seed?: Hash;
  root?: Hash;
}
