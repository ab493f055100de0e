// Checks whether parsed JSON has the form of a transcript.

import type { Match, PlayerRole, Transcript } from "./types";

const NO_SQUARE = 511;
const MAX_NAME = 100;
export const players: readonly PlayerRole[] = ["first", "second", "third", "fourth"];
const roles = new Set<unknown>(["server", ...players]);

type Check = (v: unknown) => boolean;

const isHash: Check = (v) => typeof v === "string" && /^[0-9a-f]{64}$/.test(v);
const isSignature: Check = (v) => typeof v === "string" && /^[0-9a-f]{128}$/.test(v);
const isText: Check = (v) => typeof v === "string";
const isRole: Check = (v) => roles.has(v);
const isSquare: Check = (v) => Number.isInteger(v) && (v as number) >= 0 && (v as number) < 65536;
const isNumber: Check = (v) => Number.isInteger(v);
const isFlag: Check = (v) => typeof v === "boolean";
const maybe =
  (check: Check): Check =>
  (v) =>
    v === undefined || check(v);
const listOf =
  (check: Check): Check =>
  (v) =>
    Array.isArray(v) && v.every(check);

/** Accepts an object with exactly these fields. */
function shape(fields: Record<string, Check>): Check {
  return (v) => {
    if (typeof v !== "object" || v === null || Array.isArray(v)) return false;
    const o = v as Record<string, unknown>;
    return Object.keys(o).every((k) => k in fields) && Object.entries(fields).every(([k, check]) => check(o[k]));
  };
}

const isPack = shape({ squares: listOf(isSquare), pieces: isText });
const isPart = shape({ public: maybe(isFlag), commit: maybe(isHash), open: maybe(isHash) });
const isReveal = shape({
  ply: isNumber,
  square: isSquare,
  piece: isText,
  salt: isHash,
  path: listOf(isHash),
  to: maybe(isRole),
});
const isTranscriptShape = shape({
  version: isNumber,
  match: isText,
  other: maybe(isText),
  table: maybe(isNumber),
  game: isText,
  packs: (v) => v === null || listOf(isPack)(v),
  key: isHash,
  server: isHash,
  players: listOf(isPart),
  root: maybe(isHash),
  signature: maybe(isSignature),
  reveals: maybe(listOf(isReveal)),
  secret: maybe(isHash),
  aborted: maybe(listOf(isRole)),
});

/** Whether a value is a transcript with the fields of its protocol version. */
export function isTranscript(v: unknown): v is Transcript {
  if (!isTranscriptShape(v)) return false;
  const t = v as Transcript;
  if (t.players.length !== 2 * t.version) return false;
  return t.version === 1 ? t.table === undefined : t.table === 1 || t.table === 2;
}

/**
 * The version of the protocol to which the fields belong: 2 if there is another match with the same
 * deal.
 */
export const versionOf = (t: { other?: unknown }): number => (t.other ? 2 : 1);

/** The match of a transcript, or its two matches in the order of their tables. */
export function matchOf(t: Transcript): Match {
  const { match: id, other, game, packs } = t;
  if (!other) return { id, game, packs: packs ?? [] };
  return t.table === 2 ? { id: other, other: id, game, packs: packs ?? [] } : { id, other, game, packs: packs ?? [] };
}

/** The role of a side at the table of a transcript. */
export const roleOf = (t: Transcript, side: "first" | "second"): PlayerRole =>
  players[(t.table === 2 ? 2 : 0) + (side === "first" ? 0 : 1)]!;

/** The contribution of a side's player at the table of a transcript. */
export const partOf = (t: Transcript, side: "first" | "second") => t.players[players.indexOf(roleOf(t, side))]!;

function size(s: string): number {
  return new TextEncoder().encode(s).length;
}

/** Whether a match is within the limits, which are the same as in package fair. */
export function isMatch(m: Match): boolean {
  if (!m.id || size(m.id) > MAX_NAME || !m.game || size(m.game) > MAX_NAME) return false;
  if (m.other !== undefined && (m.other === m.id || !m.other || size(m.other) > MAX_NAME)) return false;
  const squares = m.packs.flatMap((p) => p.squares);
  return (
    squares.length > 0 &&
    new Set(squares).size === squares.length &&
    squares.every((sq) => sq < NO_SQUARE) &&
    m.packs.every((p) => p.squares.length > 0 && p.squares.length === p.pieces.length && /^[!-~]+$/.test(p.pieces))
  );
}
