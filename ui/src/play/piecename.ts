// Names squares and pieces in words, for hints and for reasons.
import type { Side } from "../board";
import { t, tx } from "../app/i18n";
import type { State } from "../session/messages";
import { lookOf, views } from "./board";

/**
 * The name of a square as the board shows it: the number of its file if files have numbers,
 * otherwise the square's own name.
 */
export function placeName(kind: string, sq: number, width: number, side: Side, look = lookOf(kind)): string {
  const view = views.value[kind];
  const file = view?.file?.(sq, width, look, side);
  const numeral = file && side === "first" ? t("board.numerals").charAt(file - 1) : "";
  return file ? t("board.file", { n: numeral || file }) : (view?.squareName(sq, width) ?? "");
}

/**
 * The name of a piece. If equal pieces of a side share a numbered file, the name says which piece
 * is in front, towards the other side.
 */
export function pieceName(
  kind: string,
  sq: number,
  s: Pick<State, "cells" | "width" | "height">,
  side: Side,
  look = lookOf(kind),
): string {
  const view = views.value[kind];
  const token = s.cells[sq];
  const at = { sq, width: s.width, height: s.height, orientation: "first" as const, look };
  const piece = token ? view?.piece(token, at) : null;
  if (!piece) return "";
  const name = tx(piece.name);
  if (!view?.file?.(sq, s.width, at.look, side)) return name;
  const file = s.cells.flatMap((c, i) => (c === token && i % s.width === sq % s.width ? [i] : []));
  if (side === "first") file.reverse();
  const n = file.indexOf(sq);
  if (file.length === 1) return name;
  if (n === 0) return t("piece.front", { piece: name });
  if (n === file.length - 1) return t("piece.rear", { piece: name });
  return file.length === 3 ? t("piece.middle", { piece: name }) : t("piece.nth", { piece: name, n: n + 1 });
}
