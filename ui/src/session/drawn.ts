// Reads and writes arrows and circles that users draw on a board. Records store them in comments,
// in the same form as other programs: [%csl Gd4] is a green circle, [%cal Ge2e4,Rd8h4] are a green
// and a red arrow.
import type { Brush } from "../board";

/** An arrow between two named squares, or a circle if the two squares are the same. */
export interface Drawn {
  from: string;
  to: string;
  brush: Brush;
}

/** The letters that records use for colours. */
const LETTERS: Record<string, Brush> = { G: "main", R: "warn", Y: "hint", B: "other" };
const letterOf = (b: Brush): string => Object.keys(LETTERS).find((l) => LETTERS[l] === b) ?? "G";

const COMMAND = /\s*\[%(csl|cal)\s([^\]]*)\]/g;
const ONE = /^([A-Z])([a-z]+\d+)([a-z]+\d+)?$/;

/** The largest number of arrows and circles on a board. */
export const MOST_DRAWN = 64;

/** Reads the arrows and circles in comments. Invalid ones are left out. */
export function drawnIn(comments: readonly string[]): Drawn[] {
  const out: Drawn[] = [];
  for (const text of comments)
    for (const [, kind, list = ""] of text.matchAll(COMMAND))
      for (const item of list.split(",").slice(0, MOST_DRAWN)) {
        const [, letter = "", from, to] = ONE.exec(item.trim()) ?? [];
        const brush = LETTERS[letter];
        if (!from || !brush || (kind === "cal") !== Boolean(to)) continue;
        out.push({ from, to: to ?? from, brush });
      }
  return out.slice(0, MOST_DRAWN);
}

/** Replaces the drawings in comments and leaves everything else unchanged. */
export function withDrawn(comments: readonly string[], drawn: readonly Drawn[]): string[] {
  const rest = comments.map((t) => t.replace(COMMAND, "").trim());
  const list = (some: Drawn[], name: string, text: (d: Drawn) => string) =>
    some.length > 0 ? `[%${name} ${some.map((d) => letterOf(d.brush) + text(d)).join(",")}]` : "";
  const commands = [
    list(
      drawn.filter((d) => d.from === d.to),
      "csl",
      (d) => d.from,
    ),
    list(
      drawn.filter((d) => d.from !== d.to),
      "cal",
      (d) => d.from + d.to,
    ),
  ].filter(Boolean);
  // The result begins with commands of other programs, such as clocks; then come the drawings, and
  // then the text of the comments.
  const first = rest[0]?.startsWith("[%") ? rest.shift() : undefined;
  return [[first, ...commands].filter(Boolean).join(" "), ...rest].filter(Boolean);
}

/**
 * Adds a drawing, changes its colour, or, if the same drawing with the same colour exists, removes
 * it.
 */
export function toggled(drawn: readonly Drawn[], one: Drawn): Drawn[] {
  const same = (d: Drawn) => d.from === one.from && d.to === one.to;
  const others = drawn.filter((d) => !same(d));
  return drawn.some((d) => same(d) && d.brush === one.brush) ? others : [...others, one].slice(-MOST_DRAWN);
}
