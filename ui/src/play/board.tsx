// Shows the board as a component: it displays a state and reports the user's moves.
import { effect, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import {
  createBoard,
  type Arrow,
  type Board,
  type BoardState,
  type GameView,
  type Look,
  type Side,
  type Target,
} from "../board";
import { loadGame } from "../games";
import { infoOf } from "../app/boot";
import { lang, tx } from "../app/i18n";
import { settings } from "../app/settings";
import type { State } from "../session/messages";
import { again } from "../wire/again";

/** The views (GameView) of games that are loaded, by game. */
export const views = signal<Record<string, GameView>>({});

export async function loadView(kind: string): Promise<GameView> {
  const v = await loadGame(kind);
  if (!views.value[kind]) views.value = { ...views.value, [kind]: v };
  return v;
}

/** The aspect ratio of a board, to reserve its space before it is drawn. */
export function ratioOf(kind: string): string {
  const { width = 1, height = 1 } = infoOf(kind) ?? {};
  const g = views.value[kind]?.geometry(width, height, lookOf(kind));
  return g ? `${width + 2 * g.margin.x} / ${height + 2 * g.margin.y}` : `${width} / ${height}`;
}

/** The user's display settings for a game. */
export function lookOf(kind: string): Look {
  const s = settings.value;
  return {
    set: s.set[kind] || undefined,
    board: s.board[kind] || undefined,
    coordinates: s.coordinates[kind] || undefined,
    language: lang.value,
  };
}

export interface BoardBoxProps {
  kind: string;
  /**
   * The object from which `state` and the other functions read signals. A new subject gets a new
   * board.
   */
  subject?: object;
  /** Returns the state to show. It is called inside an effect, so its signals are tracked. */
  state(): State | null;
  orientation(): Side;
  interactive(): Side | "both" | "none";
  arrows?(): Arrow[];
  onMove(code: string): void;
  /** Called with the premoves whenever they change. */
  onQueue?(q: Target[]): void;
  /** The moves that can be premoved after the premoves in the queue. */
  onward?(): BoardState["onward"];
  onInspect?(sq: number): void;
  /**
   * Called with the squares of an impossible move. `from` is -1 if the move would place a stone.
   */
  onRefused?(from: number, to: number): void;
  /** Coordinates that the page needs, overriding the user's setting. */
  coordinates?: string;
  /** Called with the board once it exists. */
  handle?(b: Board | null): void;
  /** Elements over the board. */
  children?: ComponentChildren;
}

/**
 * Loads the code that keeps boards visible when a phone is turned, one second after the start, when
 * the page is idle.
 */
const settled = new Promise((resolve) => setTimeout(resolve, 1000))
  .then(() => again(() => import("./turned")))
  .catch(() => undefined);

export function BoardBox(props: BoardBoxProps) {
  const el = useRef<HTMLDivElement>(null);
  const live = useRef(props);
  live.current = props;
  const failed = useSignal(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    void settled.then((m) => el.current && (stop = m?.keepInView(el.current)));
    return () => stop?.();
  }, []);
  // If the game view is loaded, the board is created in the same frame, so that
  // nothing moves on the screen.
  useLayoutEffect(() => {
    const box = el.current;
    let board: Board | undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    if (!box) return;
    const draw = (view: GameView) => {
      if (gone) return;
      box.style.aspectRatio = "";
      box.replaceChildren();
      board = createBoard(box, view, {
        t: tx,
        confirm: settings.value.confirm,
        onMove: (code) => live.current.onMove(code),
        onQueue: (q) => live.current.onQueue?.(q),
        onInspect: (sq) => live.current.onInspect?.(sq),
        onRefused: (from, to) => live.current.onRefused?.(from, to),
      });
      live.current.handle?.(board);
      let ply = -1;
      stop = effect(() => {
        const s = live.current.state();
        board?.setConfirm(settings.value.confirm);
        if (!s) return;
        const step = Math.abs(s.ply - ply);
        // After a takeback, premoves would be played in a position for which they were not meant.
        if (s.ply < ply) board?.cancel();
        ply = s.ply;
        board?.set(
          {
            cells: s.cells,
            width: s.width,
            height: s.height,
            turn: s.turn,
            orientation: live.current.orientation(),
            legal: s.legal ?? [],
            premoves: s.premoves ?? [],
            onward: live.current.onward?.() ?? null,
            last: s.last ? { from: s.last.from, to: s.last.to } : null,
            marks: s.marks ?? [],
            arrows: live.current.arrows?.() ?? [],
            interactive: live.current.interactive(),
            look: {
              ...lookOf(live.current.kind),
              ...(live.current.coordinates ? { coordinates: live.current.coordinates } : {}),
            },
          },
          step === 1 || step === 0,
        );
      });
    };
    const view = views.value[props.kind];
    if (view) draw(view);
    else {
      box.style.aspectRatio = ratioOf(props.kind);
      loadView(props.kind).then(draw, () => (failed.value = true));
    }
    return () => {
      gone = true;
      stop?.();
      live.current.handle?.(null);
      board?.destroy();
    };
  }, [props.kind, props.subject]);
  return (
    <div class="onboard">
      <div class="boardbox" ref={el} data-kind={props.kind} data-failed={failed.value || undefined} />
      {props.children}
    </div>
  );
}
