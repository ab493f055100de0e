// Lets the user draw arrows and circles on the board of a study. They are stored with the move that
// is shown. The mouse draws with the right button at any time; fingers and keys draw while the
// switch is on.
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

/** The id of the text that says how to draw. */
const HOW = "draw-how";

const BRUSHES: readonly Brush[] = ["main", "warn", "hint", "other"];

/** Whether taps draw, in which colour, and the arrow under way. */
const drawing = signal(false);
const brush = signal<Brush>("main");
const under = signal<Drawn | null>(null);

/** The numbers of the squares by name. */
function squaresOf({ kind, shown }: Study): Map<string, number> {
  const { width, height } = shown.value;
  const view = views.value[kind];
  const squares = Array.from({ length: view ? width * height : 0 }, (_, sq) => sq);
  return new Map(squares.map((sq) => [view?.squareName(sq, width) ?? "", sq]));
}

/** What was drawn at the shown move, for the board. Squares that the board does not have are left out. */
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

/** Adds an arrow or a circle to the shown move, or removes it. */
function draw(game: Study, one: Drawn): void {
  const { comments } = game.node;
  game.annotate({ comments: withDrawn(comments, toggled(drawnIn(comments), one)) });
  const { from: square, to } = one;
  say(square === to ? t("draw.circle", { square }) : t("draw.arrow", { square, to }));
}

/** Connects the board with the study while a page shows it. */
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
    // The button is beside the board, so that pressing it does not draw. It says that drawing is on,
    // and turns drawing off.
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

/** The switch, the colours, and the button that removes all. */
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
