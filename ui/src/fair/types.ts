// What a deal that anybody can check looks like as JSON. The protocol is
// docs/fair-deal.md; the other implementation is package fair.

/** 32 bytes as 64 hexadecimal digits in small letters. */
export type Hash = string;

export type Role = "server" | "first" | "second";

export interface Pack {
  squares: number[];
  /** A letter for each square. */
  pieces: string;
}

export interface Match {
  id: string;
  game: string;
  packs: Pack[];
}

/** What a player has contributed so far. */
export interface Part {
  public?: boolean;
  commit?: Hash;
  open?: Hash;
}

/** One dealt piece, shown: the leaf and the way from it to the root. */
export interface Reveal {
  ply: number;
  square: number;
  piece: string;
  salt: Hash;
  path: Hash[];
  /** Who alone saw it before the end. */
  to?: Role;
}

export interface Transcript {
  version: number;
  match: string;
  game: string;
  packs: Pack[];
  key: Hash;
  server: Hash;
  players: [Part, Part];
  root?: Hash;
  signature?: string;
  reveals?: Reveal[];
  secret?: Hash;
  aborted?: Role[];
}

/** A dealt piece that a move showed, as the rules of the game say. */
export interface Shown {
  ply: number;
  square: number;
  piece: string;
  to?: Role;
}

/** What a transcript is held against. What is missing is a gap of the report. */
export interface Evidence {
  match?: string;
  /** Keys of servers that are trusted. */
  keys?: Hash[];
  /** The game that was played and what is dealt in it. */
  game?: string;
  packs?: Pack[];
  /** What was dealt, if the record says it. */
  deal?: string;
  /** What the moves of the record showed. */
  shown?: Shown[];
  over?: boolean;
}

export type Grade = "note" | "gap" | "fault";

export interface Finding {
  grade: Grade;
  /** One of those that package fair names; translations go by it. */
  code: string;
  role?: Role;
  square?: number;
  ply?: number;
}

export interface Report {
  /** What was looked at and found right. */
  checked: string[];
  findings: Finding[];
  /** What was computed again, as far as it could be: the pieces in the order of the squares. */
  deal?: string;
  seed?: Hash;
  root?: Hash;
}
