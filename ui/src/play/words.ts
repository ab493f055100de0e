// Forms texts about games: sides, results, marks, clocks.
import type { Side } from "../board";
import { other } from "../board/state";
import { infoOf } from "../app/boot";
import { number, type Params, punctuated, t, tOr, tx } from "../app/i18n";
import type { Ended, Machine } from "../session/saved";
import type { State } from "../session/messages";
import { views } from "./board";

/**
 * The name of a side: "Red", "Đen". In a position in which players choose their colours, it is the
 * name of the chosen colour.
 */
export function sideName(kind: string, player: Side, position?: string): string {
  const names = infoOf(kind)?.sides;
  const colour = position === undefined ? undefined : views.value[kind]?.colour?.(position, player);
  if (colour === null) return tx(`side.${player}`);
  const s = colour ?? player;
  return names ? tx(`side.${names[s === "first" ? 0 : 1]}`) : tx(`side.${s}`);
}

/**
 * The text of a move in the move list. A move without squares, such as passing, is shown in words.
 */
export const moveText = (text: string): string => tOr(`chosen.${text}`, text);

/**
 * A player's name. A guest's name contains a number; the word before the number is in the reader's
 * language.
 */
export function playerName(name: string): string {
  const n = /^(?:Guest|Khách) (\d{4})$/.exec(name)?.[1];
  return n ? t("seat.guest", { n }) : name;
}

/**
 * The text of a code: the game's own text, otherwise the common text, otherwise the code itself.
 */
const ofGame = (kind: string, what: "why" | "mark", code: string, params?: Params): string =>
  tOr(`${what}.${kind}.${code}`, tOr(`${what}.${code}`, code, params), params);

export const gameName = (kind: string): string => tOr(`game.${kind}`, kind);

/** Whether the board is taller than wide, which leaves less space beside it. */
export function isTall(kind: string): true | undefined {
  const i = infoOf(kind);
  return i && i.height > i.width ? true : undefined;
}

/** The name of an engine: its level, or its algorithm with its depth. */
export function machineName({ level, algorithm: a }: Machine): string {
  if (!a) return t("seat.machine", { n: level });
  const name = tOr(`machine.name.${a.name}`, a.name);
  if (isSearch(a.name)) return t("machine.depth", { name, n: a.depth });
  return a.name === "mcts" ? `${name} · ${number(a.sims)}` : name;
}

/** Whether an algorithm searches to a fixed depth. */
export const isSearch = (name: string): boolean => ["minimax", "alphabeta", "ordered"].includes(name);

/** Error codes that share the text of another code. */
const alike: Record<string, string> = {
  ahead: "stale",
  conflict: "busy",
  draining: "busy",
  unavailable: "busy",
  unknown: "busy",
  "too-much-work": "busy",
  exists: "busy",
  "no-such-game": "not-found",
};

export const errorText = (code: string): string => tOr(`error.${alike[code] ?? code}`, t("error.internal"));

/**
 * Reasons for the end of a game that does not count: neither side gets points, although records
 * store the game as a draw.
 */
export const uncounted = new Set(["abort", "abandoned"]);

function ending(
  kind: string,
  { why, winner, by = "none", swapped }: Ended,
  mine: Side | "both" | "none",
  position?: string,
  name?: (s: Side) => string,
): string {
  const plays = mine === "first" || mine === "second";
  const quit = uncounted.has(why) && by !== "none" ? by : null;
  const lost = quit ?? (winner === "first" ? "second" : "first");
  const side = (s: Side) =>
    name?.(s) ?? (position === undefined && swapped ? sideName(kind, other(s)) : sideName(kind, s, position));
  const loser = plays ? t(lost === mine ? "end.loser.you" : "end.loser.they") : side(lost);
  const one = winner === "none" && !quit;
  const reason = ofGame(kind, "why", quit ? "quit" : why, { loser: one ? t("end.loser.one") : loser });
  if (uncounted.has(why)) return `${t("end.aborted")}: ${reason}`;
  if (winner === "none") return `${t("end.draw")}: ${reason}`;
  if (why === "resignation" && lost === mine) return t("end.resigned");
  if (plays) return `${t(winner === mine ? "end.youwin" : "end.youlose")} ${capital(reason)}.`;
  return `${t("end.win", { side: side(winner) })}: ${reason}`;
}

/**
 * The end of a game as text, for a player or for spectators. `name` may return the players' names
 * instead of the sides' names.
 */
export const endText: typeof ending = (...of) => punctuated(ending(...of));

/**
 * The number of a move as players count: one number covers a move of each side. `offset` is 1 if
 * the second side moved first. The number of the last ply is the number of moves in the game.
 */
export const moveNumber = (ply: number, offset = 0): number => Math.ceil((ply + offset) / 2);

export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);

/**
 * The mark of a position as text. A row has priority, then a check, then other marks of the game.
 */
export function markText(kind: string, s: State): string {
  const marks = s.marks?.map((m) => m.kind) ?? [];
  const mark = ["row", "check"].find((m) => marks.includes(m)) ?? marks[0];
  if (!mark) return "";
  return mark === "check" ? t("say.check") : ofGame(kind, "mark", mark);
}

const DAY = 86_400_000;

/** Formats milliseconds as a clock shows them: 9:05, with tenths in the last seconds. */
export function clockText(ms: number): string {
  if (!Number.isFinite(ms)) return "–";
  if (ms >= 2 * DAY) return t("time.days", { n: Math.round(ms / DAY) });
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const s = Math.floor(ms / 1000);
  const pad = (n: number) => String(n).padStart(2, "0");
  if (s < 3600) return `${Math.floor(s / 60)}:${pad(s % 60)}`;
  return `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

/**
 * The score of a line from the first side's view; `points` and `mate` are for the side to move. M3
 * is a win in three moves.
 */
export function valueText(points: number, mate: number | undefined, turn: Side): string {
  const sign = turn === "first" ? 1 : -1;
  if (mate) return `${sign * mate < 0 ? "−" : ""}M${Math.abs(mate)}`;
  const v = Math.round((sign * points) / 10) / 10;
  return `${v > 0 ? "+" : v < 0 ? "−" : ""}${Math.abs(v).toFixed(1)}`;
}

/** The score as a sentence: the winner and the number of moves, or the number alone. */
export function valueWords(kind: string, points: number, mate: number | undefined, turn: Side): string {
  if (!mate) return valueText(points, mate, turn);
  const side = sideName(kind, mate > 0 === (turn === "first") ? "first" : "second");
  return t("analysis.wins", { side, n: Math.abs(mate) });
}

/**
 * The winning chance of the first side, from 0 to 1. A lead of `scale` points means a chance of
 * 0.75, as in the Go function engine.WinChance.
 */
export function chance(points: number, mate: number | undefined, turn: Side, scale: number): number {
  const sign = turn === "first" ? 1 : -1;
  if (mate) return sign * mate > 0 ? 1 : 0;
  return 1 / (1 + 3 ** ((-sign * points) / scale));
}
