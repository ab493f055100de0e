// Draws a position as a static picture, for printing.
import { useLayoutEffect, useRef } from "preact/hooks";
import { loadSprite, type GameView, type Look, type Side } from "../board";
import { spotOf } from "../board/geometry";
import { labels } from "../board/overlay";

/** A position to draw, as cell texts. */
export interface Drawn {
  kind: string;
  cells: string[];
  width: number;
  height: number;
  turn: Side;
  /** The side at the bottom. */
  bottom?: Side;
}

/** The SVG markup of a position: the empty board, its labels, and the pieces of both sides. */
export function markupOf(view: GameView, d: Drawn, look: Look): { box: string; svg: string } {
  const { width, height, bottom: orientation = "first" } = d;
  const g = view.geometry(width, height, look);
  let svg = view.ground(g, look) + labels(g, orientation);
  d.cells.forEach((token, sq) => {
    const piece = token ? view.piece(token, { sq, width, height, orientation, look }) : null;
    if (!piece) return;
    const { x, y } = spotOf(sq, { width, height, orientation });
    svg += `<use href="#${piece.symbol}" class="${piece.side}" x="${x}" y="${y}" width="1" height="1"/>`;
  });
  const { x, y } = g.margin;
  return { box: `${-x} ${-y} ${width + 2 * x} ${height + 2 * y}`, svg };
}

export function Diagram(p: { view: GameView; drawn: Drawn; look: Look; label: string }) {
  const el = useRef<SVGSVGElement>(null);
  const { box, svg } = markupOf(p.view, p.drawn, p.look);
  useLayoutEffect(() => {
    loadSprite(p.view.sprite).catch(() => undefined);
    if (el.current) el.current.innerHTML = svg;
  }, [svg, p.view]);
  return (
    <div class="diagram" data-game={p.view.name} data-set={p.look.set} data-hidden={p.view.could ? true : undefined}>
      <svg ref={el} viewBox={box} role="img" aria-label={p.label} />
    </div>
  );
}
