// What a board knows, without the DOM: what the page set, and what the viewer
// is about to do.

import type { Arrow, BoardState, Side, Target } from "./types";

export interface Model {
  state: BoardState;
  /** The piece in hand; -1: none. */
  selected: number;
  /** Aimed at and not confirmed yet. */
  pending: Target | null;
  /** Moves with the same squares, of which one is to be chosen. */
  choice: Target[];
  /** Made here, and not answered by `set` yet. */
  sent: Target | null;
  /** Premoves in their order. */
  queue: Target[];
  /** Arrows of the viewer. */
  drawn: Arrow[];
  /** Where the keyboard is. */
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

/** Whether the viewer is to move. */
export const acts = (m: Model): boolean => m.state.interactive === "both" || m.state.interactive === m.state.turn;

/** Whether a move is made at once, and not prepared: nothing that was sent waits for its answer. */
export const free = (m: Model): boolean => acts(m) && !m.sent;

/**
 * The moves the viewer may make or prepare now. After some premoves they go on
 * from where the pieces will stand, as soon as the page has told how; until
 * then each piece and each cell is good for one. While a move that was sent
 * waits for its answer, the other moves of its position can be prepared.
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

/** Where the piece in hand may go, unless it is aimed already; a stone that is set has no piece in hand. */
export function destinations(m: Model): number[] {
  if (m.selected < 0 || m.pending) return [];
  const to = available(m)
    .filter((t) => t.from === m.selected && t.to >= 0)
    .map((t) => t.to);
  return [...new Set(to)];
}

/** Cells where a stone may be set, if that is not every empty one. */
export function openings(m: Model): number[] {
  if (!free(m)) return [];
  const drops = available(m)
    .filter((t) => t.from < 0 && t.to >= 0)
    .map((t) => t.to);
  const empty = m.state.cells.reduce((n, c) => n + (c === "" ? 1 : 0), 0);
  return drops.length < empty ? drops : [];
}

/** A piece as it is shown: its cell text and the square the rules have it on. */
export interface Standing {
  token: string;
  home: number;
}

/** The pieces by square as the viewer sees them: with what is sent, aimed at or prepared already made. */
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
