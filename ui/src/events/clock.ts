// Converts time controls of events between the text that the server parses and the fields of the
// form.
import type { ClockTerms } from "../session/saved";

const DAY = 86_400;

/** Formats a time control as text that the server parses. */
export function clockOf(c: ClockTerms | null): string {
  if (!c) return "none";
  if (c.base === 0 && c.move >= DAY) return `${Math.round(c.move / DAY)}d/move`;
  if (c.base === 0 && c.move > 0) return `${c.move}s/move`;
  return `${c.base / 60}+${c.add}`;
}

/** Parses the text of a time control; null means no clock. */
export function clockTerms(text: string): ClockTerms | null {
  const [, n, unit] = /^(\d+)([ds])\/move$/.exec(text) ?? [];
  if (n) return { base: 0, add: 0, move: Number(n) * (unit === "d" ? DAY : 1) };
  const [, minutes, add] = /^([\d.]+)\+(\d+)$/.exec(text) ?? [];
  return minutes ? { base: Number(minutes) * 60, add: Number(add), move: 0 } : null;
}
