// This page shows every board in every state, for visual checks and screenshot tests.

import {
  createBoard,
  type Board,
  type Brush,
  type GameView,
  type Look,
  type Mark,
  type Side,
  type Target,
} from "../src/board";
import { loadGame } from "../src/games";

interface Sample {
  name: string;
  cells: string[];
  width: number;
  height: number;
  turn: Side;
  legal: Target[];
  premoves: Target[];
  last: [number, number] | null;
  marks: Mark[];
}

const samples = import.meta.glob<{ default: Sample[] }>("../../games/*/ui/samples.json");

export interface GalleryOptions {
  /**
   * Selects the boards: all boards if undefined, the boards of a game by its name, or one
   * state by the name of the game, a slash and the name of the state.
   */
  only?: string;
  t?: (key: string, params?: Record<string, string | number>) => string;
  language?: string;
}

const plainWords = (key: string, params?: Record<string, string | number>): string =>
  params ? `${key} ${Object.values(params).join(" ")}` : key;

/** A board on the page, with its element and its sample. */
interface Shown {
  board: Board;
  el: HTMLElement;
  sample: Sample;
}

/**
 * Actions that bring a board into a state, by the state's name. `of` is the name of the sample on
 * which the action runs.
 */
const states: Record<string, { of: string; act(s: Shown): void }> = {
  flipped: { of: "middle", act: ({ board }) => board.flip() },
  selected: {
    of: "middle",
    act(s) {
      const from = busiest(s.sample.legal);
      if (from >= 0) tap(s, from);
    },
  },
  aimed: {
    of: "start",
    act(s) {
      const t = s.sample.legal[Math.floor(s.sample.legal.length / 2)];
      s.board.setConfirm(true);
      if (t && t.from >= 0) tap(s, t.from);
      if (t) tap(s, t.to);
    },
  },
  prepared: {
    of: "start",
    act({ board, sample }) {
      board.set({ interactive: sample.turn === "first" ? "second" : "first" });
      const used = new Set<number>();
      for (const p of sample.premoves) {
        if (used.size > 4 || used.has(p.from) || used.has(p.to) || sample.cells[p.to]) continue;
        if (board.play(p.code)) for (const sq of [p.from, p.to]) if (sq >= 0) used.add(sq);
      }
    },
  },
  arrows: {
    of: "middle",
    act({ board, sample }) {
      const brushes: Brush[] = ["main", "other", "warn", "hint"];
      const step = Math.max(1, Math.floor(sample.legal.length / 4));
      board.set({
        arrows: brushes.map((brush, i) => {
          const t = sample.legal[i * step];
          return { from: t?.from ?? -1, to: t?.to ?? 0, brush };
        }),
      });
    },
  },
  choosing: { of: "promotion", act: ({ board, sample }) => void board.play(sample.legal[0]?.code.slice(0, 4) ?? "") },
};

/** Adds the selected boards to an element and returns them. */
export async function gallery(el: HTMLElement, o: GalleryOptions = {}): Promise<Board[]> {
  const boards: Board[] = [];
  const [onlyGame, onlyState] = (o.only ?? "").split("/");
  for (const [path, load] of Object.entries(samples)) {
    const name = path.split("/").at(-3) ?? "";
    if (onlyGame && onlyGame !== name) continue;
    const game = await loadGame(name);
    const wanted = (state: string) => !onlyState || onlyState === state;
    for (const sample of (await load()).default) {
      const sets = sample.name === "middle" ? game.sets : game.sets.slice(0, 1);
      for (const set of wanted(sample.name) ? sets : []) boards.push(show(el, game, sample, sample.name, set, o).board);
      for (const [state, { of, act }] of Object.entries(states)) {
        if (of !== sample.name || !wanted(state)) continue;
        const shown = show(el, game, sample, state, game.setFor(o.language ?? "vi"), o);
        act(shown);
        boards.push(shown.board);
      }
    }
  }
  return boards;
}

function show(el: HTMLElement, game: GameView, s: Sample, state: string, set: string, o: GalleryOptions): Shown {
  const look: Look = { set, language: o.language ?? "vi" };
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const holder = document.createElement("div");
  figure.dataset.sample = `${game.name}/${state}/${set}`;
  caption.textContent = figure.dataset.sample;
  figure.append(holder, caption);
  el.append(figure);
  const board = createBoard(holder, game, {
    t: o.t ?? plainWords,
    onMove(code) {
      figure.dataset.move = code;
      board.set({ legal: [...s.legal] });
    },
  });
  board.set({ ...s, last: s.last ? { from: s.last[0], to: s.last[1] } : null, interactive: "both", look });
  return { board, el: holder, sample: s };
}

/** The square of the piece with the most moves; -1 if no piece can move. */
function busiest(legal: Target[]): number {
  const n = new Map<number, number>();
  for (const t of legal) if (t.from >= 0) n.set(t.from, (n.get(t.from) ?? 0) + 1);
  return [...n].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? -1;
}

/** Sends the events of a finger tap on a square. */
function tap({ board, el }: Shown, sq: number): void {
  const { width, height } = board.state;
  const box = el.querySelector(".kb-grid")?.getBoundingClientRect();
  if (!box) return;
  const clientX = box.left + (((sq % width) + 0.5) * box.width) / width;
  const clientY = box.top + ((height - 0.5 - Math.floor(sq / width)) * box.height) / height;
  for (const type of ["pointerdown", "pointerup"]) {
    const e = new PointerEvent(type, { pointerId: 99, pointerType: "touch", clientX, clientY });
    el.querySelector(".kb-window")?.dispatchEvent(e);
  }
}

/** Adds a full board of 20 by 20 with one empty cell, to measure the frame rate of a drag. */
export async function crowd(el: HTMLElement, name: string, token: string): Promise<Board> {
  const size = 20;
  const cells = Array.from({ length: size * size }, (_, sq) => (sq ? token : ""));
  const legal = cells.flatMap((_, from) => (from ? [{ code: `${from}`, from, to: 0 }] : []));
  const holder = document.createElement("div");
  el.append(holder);
  const board = createBoard(holder, await loadGame(name), {
    t: plainWords,
    onMove: () => board.set({ legal: [...legal] }),
  });
  board.set({ cells, width: size, height: size, legal, interactive: "both" });
  return board;
}
