// Explains why a move is refused: shows a sentence, and rings around the pieces that cause the
// refusal. This file is loaded with the first refused move.
import type { Arrow, Board, Side } from "../board";
import { fill, lang, type Messages, punctuated, t } from "../app/i18n";
import { tell } from "../app/shell";
import type { Refusal, State } from "../session/messages";
import { again } from "../wire/again";
import { lookOf } from "./board";
import { pieceName, placeName } from "./piecename";
import type { TableGame } from "./tablegame";
import { errorText } from "./words";

const files = import.meta.glob<{ default: Messages }>("../../../games/*/text/refuse.*.json");

/** How long the rings stay, in milliseconds; the sentence stays as long. */
const RINGS_MS = 5000;

/**
 * The object whose rules module explains the refusal: a game, or a lesson with the coordinates of
 * its board.
 */
interface Asked extends Pick<TableGame, "kind" | "ask"> {
  coordinates?: string;
}

/** A refused move: its squares, or the typed text with its error code. */
export type Refused = { from: number; to: number } | { text: string; code: string };

/**
 * Shows why a move in the shown position is refused. If the rules give no reason, a typed move gets
 * the text of its error code; a move by squares gets no text.
 */
export async function explain(game: Asked, s: State, board: Board | null, move: Refused): Promise<void> {
  if ((await reason(game, s, board, move)) || !("text" in move)) return;
  tell(errorText(move.code));
}

/** Shows why the rules refuse the move. Returns false if the rules give no reason. */
async function reason(game: Asked, s: State, board: Board | null, move: Refused): Promise<boolean> {
  const file = files[`../../../games/${game.kind}/text/refuse.${lang.value}.json`];
  if (!file || !game.ask) return false;
  const { code: _, ...asked } = { code: "", ...move };
  try {
    const [reply, texts] = await Promise.all([game.ask({ op: "refuse", ...asked, count: s.ply }), again(file)]);
    const why = reply.refusal;
    const text = why && sentence(game, s, why, texts.default);
    // If the position has changed while the sentence was loaded, the sentence is not shown.
    if (!why || !text || board?.state.cells.join() !== s.cells.join()) return false;
    tell(text);
    ring(board, why.squares ?? []);
    return true;
  } catch {
    // Without the rules module or the sentences, the move is refused without an explanation.
    return false;
  }
}

/**
 * The reason as text, with the names of the pieces that cause the refusal; "" if there is no text.
 */
export function sentence({ kind, coordinates }: Asked, s: State, why: Refusal, texts: Messages): string {
  const of = (code = "") => texts[`${code}.${why.kind ?? ""}`] ?? texts[code] ?? "";
  const text = of(why.code);
  if (!text) return "";
  const look = coordinates ? { ...lookOf(kind), coordinates } : lookOf(kind);
  const by = (why.squares ?? []).map((sq) => {
    const owner: Side = (s.cells[sq] ?? "") < "a" ? "first" : "second";
    return t("piece.at", {
      piece: pieceName(kind, sq, s, owner, look),
      place: placeName(kind, sq, s.width, owner, look),
    });
  });
  return punctuated(`${of(why.lead)} ${fill(text, { by: by.join(t("list.comma")), kind: why.kind ?? "" })}`.trim());
}

/**
 * The arrows of the board while the last rings are shown, and the same arrows without these rings.
 */
let last: { with: Arrow[]; without: Arrow[] } = { with: [], without: [] };

/** Draws rings around some squares for RINGS_MS, in place of the last rings. */
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
