// Handles user input with a reducer: a model and an event give the next model and the effects for
// the page. Mouse, touch, keyboard and typed text are all handled here.

import { stepFrom } from "./geometry";
import { acts, available, destinations, free, type Model, movable, newModel } from "./state";
import type { Arrow, BoardState, Target } from "./types";

export type Event =
  /**
   * A click, a tap or Enter. With `aim`, the first tap selects the target and the second tap plays
   * the move.
   */
  | { kind: "tap"; sq: number; aim?: boolean }
  | { kind: "drop"; from: number; to: number; aim?: boolean }
  | { kind: "choose"; code: string; aim?: boolean }
  | { kind: "confirm" }
  | { kind: "cancel" }
  | { kind: "unqueue" }
  | { kind: "draw"; arrow: Arrow }
  | { kind: "step"; dx: number; dy: number }
  | { kind: "focus"; sq: number }
  | { kind: "type"; text: string }
  | { kind: "set"; state: Partial<BoardState> };

/** An effect that the caller performs outside this reducer, for example a call of the page. */
export type Effect =
  | { kind: "move"; code: string }
  | { kind: "queue" }
  | { kind: "draw" }
  | { kind: "selected"; sq: number; moves: number }
  /** An impossible move; `from` is -1 if no piece was selected. */
  | { kind: "refused"; from: number; sq: number };

export interface Step {
  model: Model;
  effects: Effect[];
}

const just = (model: Model, ...effects: Effect[]): Step => ({ model, effects });

export function reduce(m: Model, e: Event): Step {
  switch (e.kind) {
    case "tap":
      return tap(m, e.sq, !!e.aim);
    case "drop":
      return drop(m, e.from, e.to, !!e.aim);
    case "choose":
      return attempt(
        { ...m, choice: [] },
        m.choice.filter((t) => t.code === e.code),
        !!e.aim,
      );
    case "confirm":
      return m.pending ? make(m, m.pending) : just(m);
    case "cancel":
      return m.queue.length && m.selected < 0 && !m.pending && !m.choice.length
        ? unqueue(m)
        : just({ ...m, selected: -1, pending: null, choice: [] });
    case "unqueue":
      return unqueue({ ...m, sent: null });
    case "draw":
      return draw(m, e.arrow);
    case "step":
      return just({ ...m, cursor: stepFrom(m.cursor, e.dx, e.dy, m.state) });
    case "focus":
      return just({ ...m, cursor: e.sq });
    case "type":
      return typed(m, e.text);
    case "set":
      return set(m, e.state);
  }
}

function tap(m: Model, sq: number, aim: boolean): Step {
  if (m.choice.length) return just({ ...m, choice: [], selected: -1 });
  if (m.drawn.length) {
    const step = tap({ ...m, drawn: [] }, sq, aim);
    return just(step.model, { kind: "draw" }, ...step.effects);
  }
  m = { ...m, cursor: sq };
  if (m.pending?.to === sq) return make(m, m.pending);
  m = { ...m, pending: null };
  const pool = available(m);
  const moves = pool.filter((t) => t.to === sq && t.from === m.selected);
  if (moves.length) return attempt(m, moves, aim);
  if (sq === m.selected) return just({ ...m, selected: -1 });
  if (movable(m, sq)) {
    const next = { ...m, selected: sq };
    return just(next, { kind: "selected", sq, moves: destinations(next).length });
  }
  const refused: Effect[] = pool.length ? [{ kind: "refused", from: m.selected, sq }] : [];
  // A piece with a premove can be selected on its new square before the page knows the piece's
  // moves from there. If it has none, a tap on another square only clears the selection; the
  // premoves are kept.
  const early = m.queue.some((q) => q.from >= 0 && q.to === sq) && m.state.onward?.queue !== m.queue;
  return m.queue.length && m.selected < 0 && !early ? unqueue(m) : just({ ...m, selected: -1 }, ...refused);
}

function drop(m: Model, from: number, to: number, aim: boolean): Step {
  if (to === from) return just(m);
  const moves = available(m).filter((t) => t.from === from && t.to === to);
  if (moves.length) return attempt(m, moves, aim);
  const refused: Effect[] = to < 0 || movable(m, to) ? [] : [{ kind: "refused", from, sq: to }];
  return just({ ...m, selected: -1 }, ...refused);
}

/**
 * Plays one of the given moves, which have the same squares. If there are several, the user must
 * choose one of them. With `aim`, the move waits for confirmation.
 */
function attempt(m: Model, moves: Target[], aim: boolean): Step {
  const [first, second] = moves;
  if (!first) return just(m);
  if (second) return just({ ...m, choice: moves });
  // A premove of a piece shows its origin square, so a mistake is visible. In games where a move
  // places a stone, a touch by mistake would place a stone without any warning, so such a premove
  // must be confirmed.
  return aim && (first.from < 0 || free(m)) ? just({ ...m, pending: first }) : make(m, first);
}

function make(m: Model, t: Target): Step {
  const rest = { ...m, selected: -1, pending: null, choice: [], drawn: [] };
  return free(m)
    ? just({ ...rest, sent: t }, { kind: "move", code: t.code })
    : just({ ...rest, queue: [...m.queue, t] }, { kind: "queue" });
}

function unqueue(m: Model): Step {
  const was = m.queue.length > 0;
  return just({ ...m, queue: [], selected: -1 }, ...(was ? [{ kind: "queue" } as const] : []));
}

function draw(m: Model, a: Arrow): Step {
  const same = (b: Arrow) => b.from === a.from && b.to === a.to;
  const old = m.drawn.find(same);
  const rest = m.drawn.filter((b) => !same(b));
  return just({ ...m, drawn: old && old.brush === a.brush ? rest : [...rest, a] }, { kind: "draw" });
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Plays a typed code. A prefix of a code suffices if its squares are unambiguous. */
function typed(m: Model, text: string): Step {
  const want = plain(text);
  const pool = available(m);
  const exact = pool.filter((t) => plain(t.code) === want);
  if (exact.length) return attempt(m, exact.slice(0, 1), false);
  const begun = want.length < 4 ? [] : pool.filter((t) => plain(t.code).startsWith(want));
  const [a] = begun;
  return a && begun.every((t) => t.from === a.from && t.to === a.to)
    ? attempt({ ...m, selected: a.from }, begun, false)
    : just(m);
}

/**
 * Applies a new state from the page. A new position answers the sent move and continues the queue.
 * A new list object counts as new even if its content is equal, so a page can refuse a move by
 * setting the same position again.
 */
function set(m: Model, change: Partial<BoardState>): Step {
  const state = { ...m.state, ...change };
  const size = state.width * state.height;
  if (size !== m.state.width * m.state.height) {
    return just({ ...newModel(state), cursor: start(state) });
  }
  let next: Model = { ...m, state };
  const fresh = state.cells !== m.state.cells || state.legal !== m.state.legal || state.turn !== m.state.turn;
  if (!fresh && state.interactive === m.state.interactive) return just(next);
  // Premoves after a refused move belonged to another position, so they are dropped.
  const refused = m.sent && acts(next) && !moved(m.state.cells, state.cells);
  next = { ...next, sent: null, choice: [], queue: refused ? [] : m.queue };
  if (change.cells && moved(m.state.cells, change.cells)) next.drawn = [];
  const effects: Effect[] = [];
  if (next.queue.length !== m.queue.length) effects.push({ kind: "queue" });
  if (next.drawn.length !== m.drawn.length) effects.push({ kind: "draw" });
  if (next.queue.length && acts(next)) {
    const [want, ...later] = next.queue;
    const now = state.legal.find((t) => t.code === want?.code);
    next = { ...next, queue: now ? later : [], sent: now ?? null };
    effects.push({ kind: "queue" });
    if (now) effects.push({ kind: "move", code: now.code });
  }
  const pool = available(next);
  if (!pool.some((t) => t.from === next.selected)) next.selected = -1;
  if (!pool.some((t) => t.code === next.pending?.code)) next.pending = null;
  return just(next, ...effects);
}

const moved = (a: string[], b: string[]): boolean => a.length !== b.length || a.some((c, i) => c !== b[i]);

/**
 * The first square of the keyboard cursor: a square among the viewer's own pieces, or the middle of
 * an empty board.
 */
function start(s: BoardState): number {
  const empty = s.cells.every((c) => c === "");
  const row = empty ? Math.floor(s.height / 2) : s.orientation === "first" ? 0 : s.height - 1;
  const sq = row * s.width + Math.floor(s.width / 2);
  // If only few pieces are left, the keyboard cursor begins at a piece that can
  // move.
  const from = s.legal.find((m) => m.from >= 0)?.from;
  return s.cells[sq] || empty || from === undefined ? sq : from;
}
