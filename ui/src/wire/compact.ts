// Parses the compact forms of boards and moves in events; docs/api.md describes them.
import type { Target } from "../board";

/**
 * Returns the cells of a board from its compact text: letters, numbers for runs of empty cells,
 * longer texts in parentheses.
 */
export function cells(text: string): string[] {
  const out: string[] = [];
  for (const [part, long] of text.matchAll(/\((.*?)\)|\d+|./g)) {
    if (long !== undefined) out.push(long);
    else if (/^\d+$/.test(part)) out.push(...Array.from({ length: Number(part) }, () => ""));
    else out.push(part);
  }
  return out;
}

/**
 * Returns the moves of a compact text. name returns the name of a square as it is written in codes.
 */
export function targets(text: string | undefined, name: (sq: number) => string): Target[] {
  const out: Target[] = [];
  for (const group of (text ?? "").split(" ").filter(Boolean)) {
    if (group.startsWith("=")) {
      out.push({ code: group.slice(1), from: -1, to: -1 });
      continue;
    }
    const colon = group.indexOf(":");
    const from = colon > 0 ? Number(group.slice(0, colon)) : -1;
    for (const item of group.slice(colon + 1).split(",")) {
      const [squares = "", code] = item.split("=", 2);
      const [low = 0, high = low] = squares.split("-").map(Number);
      for (let to = low; to <= high; to++)
        out.push({ code: code ?? (from >= 0 ? name(from) : "") + name(to), from, to });
    }
  }
  return out;
}
