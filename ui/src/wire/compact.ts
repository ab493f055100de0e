// Parses the compact text forms of boards and of move lists, which events from the server contain;
// docs/api.md describes them.
import type { Target } from "../board";

/**
 * Parses a compact text and returns the cells of the board. In the text, a letter is one cell, a
 * number is a run of empty cells, and parentheses enclose a cell of several letters.
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
 * Parses a compact text and returns its moves. The function `name` returns the name of a square as
 * move codes write it.
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
