// Holds the parts of a review that are shown outside its panel: judgements in the move list, and
// arrows on the board.
import { signal } from "@preact/signals";
import type { Side } from "../board";
import type { Judgement } from "./judge";

/** The judgements of the moves of the main line, by ply. */
export const marks = signal<readonly Judgement[]>([]);

/** How well each side played, in words at its name. */
export const accuracy = signal<Partial<Record<Side, string>>>({});

/** The player looks for a better move: the engine keeps silent. */
export const learning = signal(false);

/** The move to point at while learning, as a code; "" for none. */
export const pointed = signal("");

const GLYPHS: Record<Judgement, string> = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??", "missed-win": "✗" };

export const glyphOf = (j: Judgement): string => GLYPHS[j];

/** The judgement of a move of the tree, by its path. Only moves of the main line have one. */
export function markAt(path: readonly number[]): Judgement {
  return path.every((i) => i === 0) ? (marks.value[path.length - 1] ?? "") : "";
}
