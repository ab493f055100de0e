// Lets the user draw arrows and circles on the board of a study. They are stored with the shown
// move. The mouse draws with the right button at any time; fingers and keys draw while the switch
// is on.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { say } from "../app/shell";
import type { Arrow, Brush } from "../board";
import { drawnIn, toggled, withDrawn, type Drawn } from "../session/drawn";
import type { Study } from "../session/study";
import sheet from "../style/drawing.css?url";
import { views } from "./board";
import { listenDraw, type Pen } from "./pen";

/** The id of the element with the instructions for drawing. */
const HOW = "draw-how";

const BRUSHES: readonly Brush[] = ["main", "warn", "hint", "other"];

/**
 * Whether taps draw (`drawing`), the chosen colour (`brush`), and the unfinished arrow (`under`).
 */
const drawing = signal(false);
const brush = signal<Brush>("main");
const under = signal<Drawn | null>(null);

/** Maps the names of squares to their numbers. */
function squaresOf({ kind, shown }: Study): Map<string, number> {
  const { width, height } = shown.value;
  const view = views.value[kind];
  const squares = Array.from({ length: view ? width * height : 0 }, (_, sq) => sq);
  return new Map(squares.map((sq) => [view?.squareName(sq, width) ?? "", sq]));
}

/**
 * The drawings of the shown move as arrows for the board. Squares that are not on the board are
 * left out.
 */
export function drawnArrows(game: Study): Arrow[] {
  const drawn = drawnIn(game.node.comments);
  if (under.value) drawn.push(under.value);
  if (drawn.length === 0) return [];
  const squares = squaresOf(game);
  return drawn.flatMap((d) => {
    const [from, to] = [squares.get(d.from), squares.get(d.to)];
    return from === undefined || to === undefined ? [] : [{ from, to, brush: d.brush }];
  });
}

/** Adds an arrow or a circle to the shown move, or removes it if it is already there. */
function draw(game: Study, one: Drawn): void {
  const { comments } = game.node;
  game.annotate({ comments: withDrawn(comments, toggled(drawnIn(comments), one)) });
  const { from: square, to } = one;
  say(square === to ? t("draw.circle", { square }) : t("draw.arrow", { square, to }));
}

/** Lets the user draw on the study's board while a page shows the study. */
export function useDrawing(game: Study): void {
  useEffect(() => {
    const box = document.querySelector<HTMLElement>(".table .boardbox");
    if (!box) return;
    const pen: Pen = {
      on: () => drawing.value,
      brush: () => brush.value,
      aim: (d) => (under.value = d),
      begin: (square) => say(t("draw.from", { square })),
      draw: (d) => draw(game, d),
    };
    const off = new AbortController();
    listenDraw(box, pen, off.signal);
    // The button is outside the board, so that a press on the button does not draw. It shows that
    // drawing is on, and turns drawing off.
    const sign = document.createElement("button");
    sign.type = "button";
    sign.className = "button drawmode";
    sign.onclick = () => (drawing.value = false);
    const stop = effect(() => {
      box.classList.toggle("drawing", drawing.value);
      sign.textContent = `${t("draw.now")} · ${t("draw.done")}`;
      if (drawing.value) box.after(sign);
      else sign.remove();
    });
    return () => {
      off.abort();
      stop();
      sign.remove();
      drawing.value = false;
      under.value = null;
    };
  }, [game]);
}

/** The switch for drawing, the colours, and the button that removes all drawings. */
export function Drawing({ game }: { game: Study }) {
  const drawn = drawnIn(game.node.comments);
  useEffect(() => void addSheet(sheet), []);
  return (
    <div class="draw" role="group" aria-label={t("draw.title")}>
      <button
        type="button"
        class="button"
        aria-pressed={drawing.value}
        aria-describedby={drawing.value ? HOW : undefined}
        onClick={() => (drawing.value = !drawing.value)}
      >
        {t("draw.on")}
      </button>
      {drawn.length > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => game.annotate({ comments: withDrawn(game.node.comments, []) })}
        >
          {t("draw.clear")}
        </button>
      )}
      {drawing.value && (
        <>
          <div class="colours" role="group" aria-label={t("draw.colour")}>
            {BRUSHES.map((b) => (
              <button
                key={b}
                type="button"
                class={`button kb-${b}`}
                title={tx(`draw.colour.${b}`)}
                aria-label={tx(`draw.colour.${b}`)}
                aria-pressed={brush.value === b}
                onClick={() => (brush.value = b)}
              >
                <svg viewBox="0 0 24 12" aria-hidden="true">
                  <path class={`kb-${b}`} d="M2 6h20" />
                </svg>
              </button>
            ))}
          </div>
          <p id={HOW} class="fine">
            {t("draw.how")}
          </p>
        </>
      )}
    </div>
  );
}
