// Defines the model of a board without the DOM: the state that the page sets, and the user's
// pending input.

import type { Arrow, BoardState, Side, Target } from "./types";

export interface Model {
  state: BoardState;
  /** The square of the selected piece; -1: none. */
  selected: number;
  /** The aimed move, which waits for the user's confirmation. */
  pending: Target | null;
  /** Moves with the same squares, from which the user must choose. */
  choice: Target[];
  /** The move that was sent to the page and that `set` has not answered yet. */
  sent: Target | null;
  /** The premoves, in the order in which they will be played. */
  queue: Target[];
  /** The arrows drawn by the user. */
  drawn: Arrow[];
  /** The square of the keyboard cursor. */
  cursor: number;
}

export const emptyState: BoardState = {
  cells: [],
  width: 1,
  height: 1,
  turn: "first",
  orientation: "first",
  legal: [],
  premoves: [],
  onward: null,
  last: null,
  marks: [],
  arrows: [],
  interactive: "none",
  look: {},
};

export function newModel(state: BoardState = emptyState): Model {
  return {
    state,
    selected: -1,
    pending: null,
    choice: [],
    sent: null,
    queue: [],
    drawn: [],
    cursor: 0,
  };
}

export const other = (s: Side): Side => (s === "first" ? "second" : "first");

/** Whether it is the viewer's turn. */
export const acts = (m: Model): boolean => m.state.interactive === "both" || m.state.interactive === m.state.turn;

/**
 * Whether the viewer's next move is played at once and not added to the premoves: it is the
 * viewer's turn, and the page has answered the last move that was sent.
 */
export const free = (m: Model): boolean => acts(m) && !m.sent;

/**
 * The moves that the viewer may play or premove now. In the viewer's turn these are the legal
 * moves. After premoves, they start from the future squares of the pieces, as soon as the page has
 * sent them in `onward`; until then, each piece and each cell can be used only once. While a sent
 * move waits for its answer, the other moves of its position can be premoved.
 */
export function available(m: Model): Target[] {
  const s = m.state;
  if (s.interactive === "none" || (m.sent && s.interactive === "both")) return [];
  if (free(m)) return s.legal;
  if (!m.sent && s.onward && s.onward.queue === m.queue) return s.onward.targets;
  const made = m.sent ? [m.sent, ...m.queue] : m.queue;
  const taken = new Set(made.filter((q) => q.from < 0).map((q) => q.to));
  const gone = new Set(made.map((q) => q.from));
  const pool = m.sent ? s.legal : s.premoves;
  return pool.filter((p) => (p.from < 0 ? !taken.has(p.to) : !gone.has(p.from) && p.to !== m.sent?.to));
}

/**
 * Whether a piece can be picked up: it has moves, or it belongs to the side to move (even if it has
 * no legal move).
 */
export function movable(m: Model, sq: number): boolean {
  const pool = available(m);
  const token = m.state.cells[sq];
  const own = token && free(m) && pool[0] && pool[0].from >= 0 && token < "a" === (m.state.turn === "first");
  return own || pool.some((t) => t.from === sq);
}

/**
 * The target squares of the selected piece. The list is empty if a target is already aimed at, or
 * if no piece is selected, as in games that place stones.
 */
export function destinations(m: Model): number[] {
  if (m.selected < 0 || m.pending) return [];
  const to = available(m)
    .filter((t) => t.from === m.selected && t.to >= 0)
    .map((t) => t.to);
  return [...new Set(to)];
}

/** The cells on which a stone may be placed; empty if every empty cell is allowed. */
export function openings(m: Model): number[] {
  if (!free(m)) return [];
  const drops = available(m)
    .filter((t) => t.from < 0 && t.to >= 0)
    .map((t) => t.to);
  const empty = m.state.cells.reduce((n, c) => n + (c === "" ? 1 : 0), 0);
  return drops.length < empty ? drops : [];
}

/**
 * A displayed piece: its cell text, and its square in the state, before the moves of the user that
 * are not answered yet.
 */
export interface Standing {
  token: string;
  home: number;
}

/** The displayed pieces by square, after the sent, aimed and queued moves. */
export function standing(m: Model): Map<number, Standing> {
  const out = new Map<number, Standing>();
  m.state.cells.forEach((token, sq) => {
    if (token) out.set(sq, { token, home: sq });
  });
  for (const t of [m.sent, m.pending, ...m.queue]) {
    const piece = t && t.from >= 0 ? out.get(t.from) : undefined;
    if (!t || !piece || t.to < 0) continue;
    out.delete(t.from);
    out.set(t.to, piece);
  }
  return out;
}
