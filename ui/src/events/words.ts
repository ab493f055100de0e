// Forms texts about events: points, results, and the entries of the log.
import { number, t, tx } from "../app/i18n";
import { clockName } from "../play/clockname";
import { gameName, playerName } from "../play/words";
import type { EventBoard, EventEntrant, EventSettings, EventView } from "../wire/messages";

/**
 * Formats units as points: 5 units of half a point are "2½". `unit` is the number of units in a
 * point.
 */
export function points(units: number, unit: number): string {
  const whole = Math.floor(units / unit);
  const rest = units / unit - whole;
  if (rest === 0) return String(whole);
  if (rest === 0.5) return whole ? `${whole}½` : "½";
  return number(units / unit, 2);
}

const counts = new Set(["direct", "wins", "games-won", "black-games"]);

/**
 * Formats the value of a tie-break. Counts are whole numbers; Sonneborn–Berger is a product of two
 * numbers of points.
 */
export function breakText(name: string, value: number, unit: number): string {
  if (counts.has(name)) return String(value);
  return points(value, name === "sonneborn-berger" ? unit * unit : unit);
}

export type Names = (entrant: number) => string;

/** Names of entrants by their numbers. */
export function namesOf(entrants: readonly EventEntrant[]): Names {
  const all = new Map(entrants.map((e) => [e.entrant, e.name ? playerName(e.name) : t("event.entrant.nobody")]));
  return (entrant) => all.get(entrant) ?? "";
}

/** A result in figures, such as "1 – 0"; "" if there is no result yet. */
export function score(b: EventBoard): string {
  if (!b.result) return "";
  return b.forfeit && b.result !== "draw" ? tx(`event.result.forfeit.${b.result}`) : tx(`event.result.${b.result}`);
}

/**
 * A result in figures as one player reads it, with this player's points first. The parameter
 * `first` is whether this player has the first side.
 */
export function seenScore(b: EventBoard, first: boolean): string {
  const turned = { first: "second", second: "first", draw: "draw", none: "none" } as const;
  return score(first || !b.result ? b : { ...b, result: turned[b.result] });
}

/** Whether both players of a wooden board have reported a result, and the two results differ. */
export const isDisputed = (b: EventBoard): boolean =>
  !b.result && !b.match && b.claimFirst !== undefined && b.claimSecond !== undefined && b.claimFirst !== b.claimSecond;

/** A result as a sentence for screen readers. */
export function said(b: EventBoard, name: Names): string {
  if (!b.result) return t("event.playing");
  const text = tx(`event.said.${b.result}`, { first: name(b.first), second: name(b.second) });
  return b.forfeit ? `${text}, ${t("event.said.forfeit")}` : text;
}

/**
 * The explanation of a result, such as a decision of the arbiter; "" if both players reported the
 * result or it comes from a game. `plain` leaves out the words of the arbiter.
 */
export function cause(b: EventBoard, name: Names, plain = false): string {
  const parts: string[] = [];
  if (b.game) parts.push(t("event.game", { n: b.game }));
  if (b.source === "arbiter" && b.reason && !plain)
    parts.push(t(b.version > 1 ? "event.reason.corrected" : "event.reason.arbiter", { reason: b.reason }));
  if (b.source === "deal") parts.push(t("event.reason.deal"));
  if (b.twin && !b.result) parts.push(t("event.twin", { n: b.twin }));
  if (b.source === "absence") parts.push(t("event.reason.absence"));
  if (b.through) parts.push(t("event.through", { name: name(b.through) }));
  return parts.join(" · ");
}

/** The place of a board: on screen or a wooden board. */
export const where = (b: EventBoard): string => t(b.match ? "event.boards.screen" : "event.boards.wood");

/** The confirmation text for withdrawing at the current phase of the event. */
export const leaving = (e: EventView): string => t(e.phase === "running" ? "event.leave.sure" : "event.leave.before");

/** Whether losses eliminate a player from an event of this format. */
export const isElimination = (format: EventSettings["format"]): boolean => format === "knockout" || format === "double";

/** The main facts about an event in one line. */
export function facts(e: EventView): string {
  const s: EventSettings = e.settings;
  return [
    gameName(s.game),
    tx(`event.format.${s.format}`),
    ...(e.total ? [t("event.total", { n: e.total })] : []),
    clockName(s.clock),
    tx(`event.boards.${s.boards}`),
    ...(s.games && s.games > 1 ? [t("event.fact.games", { n: s.games })] : []),
    ...(s.minutes ? [t("event.fact.minutes", { n: s.minutes })] : []),
    ...(s.teamBoards ? [t("event.fact.teams", { n: s.teamBoards })] : []),
    ...(s.duplicate ? [t("event.fact.duplicate")] : []),
    ...(isElimination(s.format) ? [] : [tx(`event.scoring.${s.scoring}`)]),
    ...(s.rated ? [t("event.fact.rated")] : []),
  ].join(" · ");
}

/**
 * The result of a board for one of its players. The parameter `first` is whether this player has
 * the first side.
 */
export function seenBy(result: string, first: boolean): "win" | "draw" | "loss" | "none" {
  if (result === "draw" || result === "none") return result;
  return (result === "first") === first ? "win" : "loss";
}

/** Whether an entrant plays in a round. */
export const plays = (x: EventEntrant, round: number): boolean =>
  round >= (x.enters ?? 1) && (!x.leaves || round < x.leaves);
