// Reads the texts of the pages in both languages by their keys, and forms the sentences that the
// checker expects. This file shares no code with the client.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wordsOf } from "../../scripts/games.mjs";
import type { State } from "../../src/session/messages";
import { about, type Side } from "./rules";

export type Lang = "vi" | "en";
export type Params = Record<string, string | number>;

const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../i18n/${name}.json`, import.meta.url)), "utf8")) as Record<
    string,
    string
  >;
const load = (lang: Lang) => ({
  ...read(lang),
  ...read(`table/${lang}`),
  ...read(`begin/${lang}`),
  ...read(`study/${lang}`),
  ...read(`people/${lang}`),
  ...read(`events/${lang}`),
  ...read(`classes/${lang}`),
  ...read(`account/${lang}`),
  ...wordsOf(lang),
});
const texts: Record<Lang, Record<string, string>> = { vi: load("vi"), en: load("en") };

/** Whether a key has a text. */
export const has = (key: string): boolean => key in texts.vi;

/** The text of a key with its placeholders filled. */
export function text(lang: Lang, key: string, params: Params = {}): string {
  const found = texts[lang][key];
  if (found === undefined) throw new Error(`no text ${key}`);
  return found.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = params[name] ?? "";
    return (Number(value) === 1 ? one : many) ?? String(value);
  });
}

/**
 * The key of the text for a code, such as the reason of a result: the game's own key if it exists,
 * otherwise the common key.
 */
const ofGame = (kind: string, what: string, code: string): string =>
  has(`${what}.${kind}.${code}`) ? `${what}.${kind}.${code}` : `${what}.${code}`;

/** The name of a side in a game. */
export const sideName = (lang: Lang, kind: string, side: Side): string =>
  text(lang, `side.${about(kind).sides[side === "first" ? 0 : 1]}`);

/**
 * The name of a square: a letter for the file and a number for the rank. Ranks begin at 0 in
 * xiangqi and jieqi, otherwise at 1.
 */
export function squareName(kind: string, sq: number, width: number): string {
  const from = kind === "xiangqi" || kind === "jieqi" ? 0 : 1;
  return String.fromCharCode(97 + (sq % width)) + (Math.floor(sq / width) + from);
}

const homes = "RNBAKABNR";

/**
 * The words that name a piece in the label of its cell. A face-down piece has two: its side, and
 * the piece as which it moves.
 */
export function pieceName(lang: Lang, kind: string, token: string, sq = 0, set = "pen"): string[] {
  if (kind === "chess") return [text(lang, `piece.chess.${token}`)];
  if (kind === "caro") return [text(lang, `piece.caro.${set === "stones" ? "stone" : "mark"}.${token.toLowerCase()}`)];
  if (token.toUpperCase() !== "X") return [text(lang, `piece.disc.${token}`)];
  // A face-down piece moves like the piece that stands on this square at the start of a game.
  const file = sq % 9;
  const rank = Math.floor(sq / 9);
  const depth = Math.min(rank, 9 - rank);
  const as = depth === 0 ? homes[file] : depth === 2 ? "C" : "P";
  return [text(lang, `piece.down.${token === "X" ? "first" : "second"}`), text(lang, `piece.as.${as}`)];
}

export interface Ended {
  why: string;
  winner: Side | "none";
  /** The side that aborted or left the game, if the game does not count for this reason. */
  by?: Side;
}

const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);

/** The result of a game as text, for a player or a spectator. */
export function endText(
  lang: Lang,
  kind: string,
  end: Ended,
  mine: Side | "both" | "none",
  name = (side: Side) => sideName(lang, kind, side),
): string {
  const { why, winner } = end;
  const plays = mine === "first" || mine === "second";
  const lost: Side = winner === "first" ? "second" : "first";
  const loser = plays ? text(lang, lost === mine ? "end.loser.you" : "end.loser.they") : name(lost);
  const reason = text(lang, ofGame(kind, "why", why), { loser });
  if (why === "abort" || why === "abandoned") {
    const quitter = end.by && (plays ? text(lang, end.by === mine ? "end.loser.you" : "end.loser.they") : name(end.by));
    return `${text(lang, "end.aborted")}: ${quitter ? text(lang, "why.quit", { loser: quitter }) : reason}`;
  }
  if (winner === "none") return `${text(lang, "end.draw")}: ${reason}`;
  if (plays && why === "resignation" && lost === mine) return text(lang, "end.resigned");
  if (plays) return `${text(lang, winner === mine ? "end.youwin" : "end.youlose")} ${capital(reason)}.`;
  return `${text(lang, "end.win", { side: name(winner) })}: ${reason}`;
}

/**
 * The text for the most important mark of a position, such as a check; "" if the position has no
 * mark.
 */
export function markText(lang: Lang, kind: string, s: State): string {
  const marks = new Set(s.marks?.map((m) => m.kind));
  for (const mark of ["row", "check", ...marks])
    if (marks.has(mark)) return text(lang, mark === "check" ? "say.check" : ofGame(kind, "mark", mark));
  return "";
}

/** The name of the engine at a level. */
export const machineName = (lang: Lang, level: number): string => text(lang, "seat.machine", { n: level });
