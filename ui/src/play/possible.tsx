// Shows which pieces a face-down piece could be, as far as the viewer can know, and announces them
// to screen readers. The list is visible only while the viewer asks about the piece.
import { useEffect } from "preact/hooks";
import { pieceMarkup, type Side } from "../board";
import { punctuated, t, tx } from "../app/i18n";
import { say } from "../app/shell";
import type { State } from "../session/messages";
import { lookOf, views } from "./board";

/**
 * Milliseconds after which a piece under the keyboard cursor is announced. The cursor passes over
 * many pieces; only a piece on which it rests is announced.
 */
const REST_MS = 900;

export function Possible(p: { kind: string; state: State; sq: number; orientation: Side }) {
  const view = views.value[p.kind];
  const { cells, position, width, height } = p.state;
  const token = cells[p.sq];
  const at = { sq: p.sq, width, height, orientation: p.orientation, look: lookOf(p.kind) };
  const piece = token ? view?.piece(token, at) : null;
  const lots = (piece?.more && view?.could?.(position, piece.side)) || [];
  const faces = lots.flatMap((l) => {
    const face = view?.piece(l.token, at);
    return face ? [{ face, count: l.count }] : [];
  });
  const text = faces.map(({ face, count }) => `${tx(face.name)} ${count}`).join(t("list.comma"));
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => say(punctuated(`${t("piece.could")}: ${text}.`)), REST_MS);
    return () => clearTimeout(timer);
  }, [p.sq, text]);
  if (!text) return null;
  return (
    <p class="could" aria-hidden="true">
      <span>{t("piece.could")}</span>
      {faces.map(({ face, count }) => (
        <span key={face.token}>
          <i dangerouslySetInnerHTML={{ __html: pieceMarkup(face) }} />
          {count}
        </span>
      ))}
    </p>
  );
}
