// Reads and changes the text form of a position: the ranks from the top, with digits for empty
// squares, then the side to move and further fields. The editor changes only the board and the side
// to move; the rules check the result.
import type { Side, Target } from "../board";

export interface Parts {
  cells: string[];
  turn: Side;
}

const isLetter = (c: string): boolean => /[a-zA-Z]/.test(c);

/** Parses the board of a position text; null if the text has no board of that size. */
export function parts(text: string, width: number, height: number): Parts | null {
  const [board = "", side] = text.trim().split(/\s+/);
  const ranks = board.split("/");
  if (ranks.length !== height) return null;
  const cells = Array.from({ length: width * height }, () => "");
  for (const [i, rank] of ranks.entries()) {
    let file = 0;
    for (const run of rank.match(/\d+|./g) ?? []) {
      if (/^\d+$/.test(run)) file += Number(run);
      else if (run === "." || run === "-") file++;
      else if (isLetter(run) && file < width) cells[(height - 1 - i) * width + file++] = run;
      else return null;
    }
    if (file !== width) return null;
  }
  return { cells, turn: side === "b" || side === "o" || side === "second" ? "second" : "first" };
}

/** Returns the text with another board. The fields after the board are kept. */
export function write(text: string, cells: string[], width: number, height: number): string {
  const ranks: string[] = [];
  for (let r = height - 1; r >= 0; r--) {
    let rank = "";
    let empty = 0;
    for (let f = 0; f < width; f++) {
      const c = cells[r * width + f] ?? "";
      if (c === "") empty++;
      else {
        rank += (empty || "") + c;
        empty = 0;
      }
    }
    ranks.push(rank + (empty || ""));
  }
  const rest = text.trim().split(/\s+/).slice(1);
  return [ranks.join("/"), ...rest].join(" ");
}

/**
 * Removes the castling and en passant rights from the text, because they depend on pieces on the
 * board. The side to move and the other fields stay.
 */
export function withoutRights(text: string): string {
  const [board = "", side = "", third, fourth, ...rest] = text.trim().split(/\s+/);
  const castling = third !== undefined && /^[A-Ha-hKkQq]{1,4}$/.test(third) ? "-" : third;
  const passing = castling === "-" && fourth !== undefined && /^[a-h]\d$/.test(fourth) ? "-" : fourth;
  return [board, side, castling, passing, ...rest].filter((f) => f !== undefined).join(" ");
}

/** Returns the text with another side to move, in the letters that the text uses. */
export function withTurn(text: string, s: Side): string {
  const fields = text.trim().split(/\s+/);
  const pairs: [string, string][] = [
    ["w", "b"],
    ["x", "o"],
    ["first", "second"],
  ];
  const pair = pairs.find((p) => p.includes(fields[1] ?? "")) ?? ["w", "b"];
  fields[1] = s === "first" ? pair[0] : pair[1];
  return fields.join(" ");
}

/**
 * Returns the position text and shorter versions of it: each version has one field less at the end,
 * and the last version has only the board and the side to move.
 */
export function shorter(text: string): string[] {
  const fields = text.split(" ");
  return fields.map((_, i) => fields.slice(0, fields.length - i).join(" ")).slice(0, Math.max(1, fields.length - 1));
}

/** All kinds of pieces: first the first side's pieces, then the second side's. */
export function tokensOf(cells: string[], text: string | string[]): string[] {
  const found = new Set(cells.filter(Boolean));
  // An empty board does not show which pieces exist, so the two stones X and o are added.
  if (found.size === 0 && typeof text === "string") for (const c of ["X", "o"]) found.add(c);
  const isFirst = (c: string) => c === c.toUpperCase();
  // The second side's pieces are listed in the same order as the first side's pieces.
  const order = [...found].filter(isFirst);
  const rank = (c: string) => (order.indexOf(c.toUpperCase()) + 1 || order.length + 1) + (isFirst(c) ? 0 : found.size);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/**
 * All moves that an editor allows: from each piece to every other square or, if a piece is selected
 * as `brush`, the placing of this piece on every square.
 */
export function dragTargets(cells: string[], brush: string): Target[] {
  const out: Target[] = [];
  cells.forEach((c, to) => {
    if (brush) out.push({ code: `${to}>${to}`, from: -1, to });
    else if (c)
      for (let other = 0; other < cells.length; other++)
        if (other !== to) out.push({ code: `${to}>${other}`, from: to, to: other });
  });
  return out;
}
