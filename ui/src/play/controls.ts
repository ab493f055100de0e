// Writes time controls in the form that the server parses.
import type { ClockTerms } from "../session/saved";

/** The number of seconds in a day. */
const DAY = 86_400;

/** Formats a time control as text that the server parses. */
export function clockText(c: ClockTerms | null): string {
  if (!c) return "none";
  if (c.base === 0 && c.move >= DAY) return `${Math.round(c.move / DAY)}d/move`;
  if (c.base === 0 && c.move > 0) return `${c.move}s/move`;
  return `${c.base / 60}+${c.add}`;
}
