// Explains why a move is refused: a sentence, and rings around the pieces that are the cause. This
// file is loaded with the first refused move.
import type { Arrow, Board, Side } from "../board";
import { fill, lang, type Messages } from "../app/i18n";
import { tell } from "../app/shell";
import type { Refusal, State } from "../session/messages";
import { again } from "../wire/again";
import { views } from "./board";
import type { TableGame } from "./tablegame";
import { errorText, pieceName, placeName } from "./words";

const files = import.meta.glob<{ default: Messages }>("../../../games/*/text/refuse.*.json");

/** How long the rings stay, in milliseconds: as long as the sentence. */
const RINGS_MS = 5000;

/** What the reason is asked of: a game, or a lesson, whose board has letters. */
interface Asked extends Pick<TableGame, "kind" | "ask"> {
  letters?: boolean;
}

/** A refused move: its squares, or what was typed with the code of what is wrong with it. */
export type Refused = { from: number; to: number } | { text: string; code: string };

/**
 * Says why a move of the shown position is refused. Without a reason of the rules a typed move is said to be none, and
 * nothing is said of squares.
 */
export async function explain(game: Asked, s: State, board: Board | null, move: Refused): Promise<void> {
  if ((await reason(game, s, board, move)) || !("text" in move)) return;
  tell(errorText(move.code));
}

/** Says the reason of the rules. Returns false if there is none. */
async function reason(game: Asked, s: State, board: Board | null, move: Refused): Promise<boolean> {
  const file = files[`../../../games/${game.kind}/text/refuse.${lang.value}.json`];
  if (!file || !game.ask) return false;
  const { code: _, ...asked } = { code: "", ...move };
  try {
    const [reply, texts] = await Promise.all([game.ask({ op: "refuse", ...asked, count: s.ply }), again(file)]);
    const why = reply.refusal;
    const text = why && sentence(game, s, why, texts.default);
    // The position may have changed while the sentence was loaded; then it is not
    // shown.
    if (!why || !text || board?.state.cells.join() !== s.cells.join()) return false;
    tell(text);
    ring(board, why.squares ?? []);
    return true;
  } catch {
    // Without the rules module or the sentences, the move is refused without an explanation.
    return false;
  }
}

/** The reason as text, with the names of the pieces that are the cause; "" if there is none. */
export function sentence({ kind, letters }: Asked, s: State, why: Refusal, texts: Messages): string {
  const of = (code = "") => texts[`${code}.${why.kind ?? ""}`] ?? texts[code] ?? "";
  const text = of(why.code);
  if (!text) return "";
  const by = (why.squares ?? []).map((sq) => {
    const owner: Side = (s.cells[sq] ?? "") < "a" ? "first" : "second";
    const place = letters ? views.value[kind]?.squareName(sq, s.width) : placeName(kind, sq, s.width, owner);
    return `${pieceName(kind, sq, s, owner)} ${place ?? ""}`;
  });
  return `${of(why.lead)} ${fill(text, { by: by.join(", "), kind: why.kind ?? "" })}`.trim();
}

/** The arrows of the page with the last rings, and without them. */
let last: { with: Arrow[]; without: Arrow[] } = { with: [], without: [] };

/** Rings some squares for a moment, in place of the last ones. */
function ring(board: Board, squares: readonly number[]): void {
  const { arrows } = board.state;
  const without = arrows === last.with ? last.without : arrows;
  const mine = { without, with: [...without, ...squares.map((sq): Arrow => ({ from: sq, to: sq, brush: "warn" }))] };
  last = mine;
  board.set({ arrows: mine.with });
  setTimeout(() => {
    if (board.state.arrows === mine.with) board.set({ arrows: without });
  }, RINGS_MS);
}
