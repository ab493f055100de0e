// Holds the parts of a review that are shown outside its panel: judgements in the move list, and
// arrows on the board.
import { signal } from "@preact/signals";
import type { Side } from "../board";
import type { Judgement } from "./judge";

/** The judgements of the moves of the main line, by ply. */
export const marks = signal<readonly Judgement[]>([]);

/** A text about each side's accuracy, shown beside the player's name. */
export const accuracy = signal<Partial<Record<Side, string>>>({});

/** Whether the player is looking for a better move. Meanwhile the engine shows nothing. */
export const learning = signal(false);

/** The code of the move that an arrow shows during learning; "" for none. */
export const pointed = signal("");

const GLYPHS: Record<Judgement, string> = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??", "missed-win": "✗" };

export const glyphOf = (j: Judgement): string => GLYPHS[j];

/** The judgement of a move of the tree by its path; "" for a move outside the main line. */
export function markAt(path: readonly number[]): Judgement {
  return path.every((i) => i === 0) ? (marks.value[path.length - 1] ?? "") : "";
}
