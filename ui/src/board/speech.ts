// Forms the texts that screen readers read about the board.

import type { BoardState, GameView, Piece, Translate } from "./types";

export interface Speaker {
  game: GameView;
  t: Translate;
}

const place = (s: BoardState, sq: number) => ({
  sq,
  width: s.width,
  height: s.height,
  orientation: s.orientation,
  look: s.look,
});

/** Returns the piece that a cell text stands for on a square, or null for an empty cell. */
export function pieceAt(game: GameView, s: BoardState, token: string | undefined, sq: number): Piece | null {
  return token ? game.piece(token, place(s, sq)) : null;
}

/**
 * Returns the accessible name of a cell, such as "b2, red cannon", with more words about the
 * square, such as that the last move ended there.
 */
export function cellName(
  { game, t }: Speaker,
  s: BoardState,
  token: string | undefined,
  home: number,
  sq: number,
  goal: boolean,
): string {
  const piece = pieceAt(game, s, token, home);
  const words = [game.squareName(sq, s.width), t(piece ? piece.name : "board.empty")];
  // If the files have numbers instead of letters, each side counts them from its own right.
  const file = game.file?.(sq, s.width, s.look, piece?.side ?? s.orientation);
  if (file) words.push(t("board.file", { n: file }));
  if (piece?.more) words.push(t(piece.more));
  if (goal) words.push(t("board.target"));
  if (s.last?.to === sq) words.push(t("board.last"));
  return words.join(t("list.comma"));
}

/** Returns the move between two states as text, or "" if no move was made. */
export function moveWords({ game, t }: Speaker, before: BoardState, after: BoardState): string {
  const last = after.last;
  if (!last || last.to < 0 || (before.last?.from === last.from && before.last.to === last.to)) return "";
  const name = (p: Piece | null) => (p ? t(p.name) : "");
  const came = pieceAt(game, after, after.cells[last.to], last.to);
  const to = game.squareName(last.to, after.width);
  if (!came) return "";
  const words: string[] = [];
  if (last.from < 0) words.push(t("board.set", { piece: name(came), to }));
  else {
    const went = pieceAt(game, before, before.cells[last.from], last.from) ?? came;
    const taken = pieceAt(game, before, before.cells[last.to], last.to);
    words.push(t("board.moved", { piece: name(went), from: game.squareName(last.from, after.width), to }));
    if (taken && taken.side !== went.side) words.push(t("board.takes", { piece: name(taken) }));
    if (went.token !== came.token) words.push(t("board.turns", { piece: name(came) }));
  }
  for (const kind of new Set(after.marks.map((m) => m.kind))) words.push(t(`board.mark.${kind}`));
  return words.join(t("list.comma"));
}
