// This file parses the position texts of the 2019 report on xiangqi: a list of pieces, each with
// its row counted from red's side, its column from the left and its side, 1 for red and -1 for
// black: "k 9 4 -1,k 1 5 1,". The letters come from the Chinese names (ju, ma, xiang, shi, pao,
// zu); a number after the letter distinguishes pieces of one kind.
import type { Listing } from "@ui/games/listing";

const WIDTH = 9;
const HEIGHT = 10;

/** Letters in the text, in the order of the piece letters of the board (tokens). */
const letters = "jmxskpz";
const tokens = "RNBAKCP";

function read(text: string): string[] | null {
  const cells = Array.from({ length: WIDTH * HEIGHT }, () => "");
  const pieces = text.split(",").map((p) => p.trim());
  if (pieces.at(-1) === "") pieces.pop();
  if (pieces.length === 0) return null;
  for (const piece of pieces) {
    // Printed texts may contain a dash instead of a minus sign, and a space after it.
    const [, letter = "", row, column, side] =
      /^([a-z])\d* +(\d+) +(\d+) +([-–−]? ?1)$/i.exec(piece.replaceAll(/\s+/g, " ")) ?? [];
    const token = tokens[letters.indexOf(letter.toLowerCase())];
    const [r, c] = [Number(row), Number(column)];
    if (!letter || !token || !(r >= 1 && r <= HEIGHT && c >= 1 && c <= WIDTH)) return null;
    const at = (r - 1) * WIDTH + c - 1;
    if (cells[at]) return null;
    cells[at] = side === "1" ? token : token.toLowerCase();
  }
  return cells;
}

function write(cells: readonly string[]): string {
  const seen = new Map<string, number>();
  return cells
    .flatMap((token, at) => {
      const letter = letters[tokens.indexOf(token.toUpperCase())];
      if (!token || !letter) return [];
      const n = (seen.get(token) ?? 0) + 1;
      seen.set(token, n);
      const name = letter === "k" ? letter : letter + n;
      const side = token === token.toUpperCase() ? 1 : -1;
      return [`${name} ${Math.floor(at / WIDTH) + 1} ${(at % WIDTH) + 1} ${side},`];
    })
    .join("");
}

export const listing: Listing = { read, write };
