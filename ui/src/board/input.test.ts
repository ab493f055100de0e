// @vitest-environment node
import { describe, expect, it } from "vitest";
import { sampleOf, samples as all } from "../../test/samples";
import { type Effect, type Event, reduce } from "./input";
import { available, destinations, emptyState, type Model, newModel, openings, standing } from "./state";
import type { BoardState, Side, Target } from "./types";

function stateOf(game: string, name: string, more: Partial<BoardState> = {}): BoardState {
  const s = sampleOf(game, name);
  const { cells, width, height, legal, premoves } = s;
  return { ...emptyState, cells, width, height, legal, premoves, turn: s.turn, interactive: "both", ...more };
}

/** Runs events through the reducer and collects all effects. */
function run(m: Model, ...events: Event[]): { m: Model; effects: Effect[] } {
  const effects: Effect[] = [];
  for (const e of events) {
    const step = reduce(m, e);
    m = step.model;
    effects.push(...step.effects);
  }
  return { m, effects };
}

const moves = (effects: Effect[]) => effects.flatMap((e) => (e.kind === "move" ? [e.code] : []));
const tap = (sq: number, aim = false): Event => ({ kind: "tap", sq, aim });

describe.each(Object.keys(all))("%s", (game) => {
  it.each(all[game]?.map((s) => s.name) ?? [])(
    "%s: every legal move can be made by taps, by a drag and by its code",
    (name) => {
      const state = stateOf(game, name);
      for (const t of state.legal) {
        if (t.to < 0) continue;
        const several = state.legal.filter((o) => o.from === t.from && o.to === t.to).length > 1;
        const pick: Event[] = several ? [{ kind: "choose", code: t.code }] : [];
        const byTaps = run(newModel(state), ...(t.from >= 0 ? [tap(t.from)] : []), tap(t.to), ...pick);
        expect(moves(byTaps.effects)).toEqual([t.code]);
        expect(byTaps.m.sent).toEqual(t);
        const typed = run(newModel(state), { kind: "type", text: ` ${t.code.toUpperCase()} ` });
        expect(moves(typed.effects)).toEqual([t.code]);
        if (t.from < 0) continue;
        const dragged = run(newModel(state), tap(t.from), { kind: "drop", from: t.from, to: t.to }, ...pick);
        expect(moves(dragged.effects)).toEqual([t.code]);
      }
    },
  );

  it("makes no move that is not legal", () => {
    const state = stateOf(game, "middle");
    const legal = new Set(state.legal.map((t) => `${t.from},${t.to}`));
    for (let from = 0; from < state.cells.length; from++) {
      for (let to = 0; to < state.cells.length; to += 3) {
        if (legal.has(`${from},${to}`) || legal.has(`-1,${to}`) || legal.has(`-1,${from}`)) continue;
        const { effects } = run(newModel(state), tap(from), tap(to), { kind: "drop", from, to });
        expect(moves(effects)).toEqual([]);
      }
    }
  });

  it("lets nobody move who may not", () => {
    for (const interactive of ["none", stateOf(game, "start").turn === "first" ? "second" : "first"] as const) {
      const state = stateOf(game, "start", { interactive, premoves: [] });
      for (const t of state.legal) {
        expect(moves(run(newModel(state), tap(Math.max(t.from, 0)), tap(t.to)).effects)).toEqual([]);
      }
    }
  });

  it("waits for an answer before it takes another move", () => {
    const state = stateOf(game, "start");
    const t = state.legal.find((x) => x.to >= 0) as Target;
    const enter = t.from >= 0 ? [tap(t.from), tap(t.to)] : [tap(t.to)];
    expect(moves(run(newModel(state), ...enter, ...enter).effects)).toEqual([t.code]);
    const same = run(newModel(state), ...enter, { kind: "set", state: { legal: state.legal, arrows: [] } }, ...enter);
    expect(moves(same.effects)).toEqual([t.code]);
    const answered = run(newModel(state), ...enter, { kind: "set", state: { legal: [...state.legal] } }, ...enter);
    expect(moves(answered.effects)).toEqual([t.code, t.code]);
  });

  // Run this test only for games with premoves.
  const prepares = sampleOf(game, "start").premoves.length > 0;
  it.runIf(prepares)(
    "plays prepared moves in their order, and forgets the rest with the first that is not legal",
    () => {
      const start = stateOf(game, "start");
      const me: Side = start.turn === "first" ? "second" : "first";
      const state = { ...start, interactive: me };
      const prepared: Target[] = [];
      for (const p of state.premoves) {
        const clash = prepared.some((q) => q.from === p.from || q.to === p.to || q.to === p.from);
        if (p.to >= 0 && !state.cells[p.to] && (p.from < 0 ? !prepared.some((q) => q.to === p.to) : !clash))
          prepared.push(p);
        if (prepared.length === 3) break;
      }
      const [a, b, c] = prepared as [Target, Target, Target];
      const enter = prepared.flatMap((p) => (p.from < 0 ? [tap(p.to)] : [tap(p.from), tap(p.to)]));
      let { m, effects } = run(newModel(state), ...enter);
      expect(m.queue).toEqual([a, b, c]);
      expect(moves(effects)).toEqual([]);
      ({ m, effects } = run(m, { kind: "set", state: { turn: me, legal: [a, b] } }));
      expect(moves(effects)).toEqual([a.code]);
      expect(m.queue).toEqual([b, c]);
      ({ m, effects } = run(m, { kind: "set", state: { turn: start.turn, legal: [] } }));
      expect(moves(effects)).toEqual([]);
      ({ m, effects } = run(m, { kind: "set", state: { turn: me, legal: [c] } }));
      expect(moves(effects)).toEqual([]);
      expect(m.queue).toEqual([]);
    },
  );
});

describe("what is prepared before the page has answered the move that was sent", () => {
  const state = stateOf("caro", "big", { interactive: "first", turn: "first" });
  const [a, b, c] = state.legal as [Target, Target, Target];
  const answered = state.cells.with(a.to, "X");

  it("is kept, and played when the turn comes", () => {
    let { m, effects } = run(newModel(state), tap(a.to), tap(b.to), tap(c.to));
    expect(moves(effects)).toEqual([a.code]);
    expect(m.queue).toEqual([b, c]);
    ({ m, effects } = run(m, { kind: "set", state: { turn: "second", legal: [], cells: answered } }));
    expect(m.queue).toEqual([b, c]);
    // The first premove was played, so the second premove is now sent automatically. Meanwhile the
    // user enters a third premove.
    const more = state.legal.at(-1) as Target;
    ({ m, effects } = run(m, { kind: "set", state: { turn: "first", legal: [b, c, more] } }, tap(more.to)));
    expect(moves(effects)).toEqual([b.code]);
    expect(m.queue).toEqual([c, more]);
  });

  it("is forgotten with a move that is refused", () => {
    const { m, effects } = run(newModel(state), tap(a.to), tap(b.to), {
      kind: "set",
      state: { legal: [...state.legal] },
    });
    expect(moves(effects)).toEqual([a.code]);
    expect(m.queue).toEqual([]);
    expect(moves(run(m, tap(b.to)).effects)).toEqual([b.code]);
  });

  it("is no second move of the piece that went, and lets no stone be set twice", () => {
    const sent = run(newModel(state), tap(a.to)).m;
    expect(available(sent)).not.toContain(a);
    expect(openings(sent)).toEqual([]);
    const chess = stateOf("chess", "start", { interactive: "first" });
    const moved = run(newModel(chess), tap(12), tap(28)).m;
    expect(available(moved).some((t) => t.from === 12 || t.to === 28)).toBe(false);
    expect(run(moved, tap(6), tap(21)).m.queue).toEqual([{ code: "g1f3", from: 6, to: 21 }]);
  });

  it("is given up by a tap elsewhere, but not the move", () => {
    const { m, effects } = run(newModel(state), tap(a.to), tap(b.to), tap(a.to));
    expect(m.queue).toEqual([]);
    expect(m.sent).toEqual(a);
    expect(moves(effects)).toEqual([a.code]);
  });
});

describe("premoves of a piece that has one", () => {
  /** A knight of the second side has two premoves: first to c6, then to d4. */
  const away = { code: "b8c6", from: 57, to: 42 };
  const on = { code: "c6d4", from: 42, to: 27 };
  const state = stateOf("chess", "start", { interactive: "second" });
  const queued = () => run(newModel(state), tap(57), tap(42)).m;

  it("wait until the page has told where it goes on to", () => {
    const m = queued();
    expect(m.queue).toEqual([away]);
    const early = run(m, tap(42));
    expect(early.m.selected).toBe(-1);
    expect(early.m.queue).toBe(m.queue);
    expect(run(m, tap(20)).m.queue).toEqual([]);
    expect(available(m).some((t) => t.from === 57)).toBe(false);
    const stale = run(m, { kind: "set", state: { onward: { queue: [away], targets: [on] } } });
    expect(available(stale.m)).not.toContain(on);
  });

  it("go on from where it will stand, and are played in their order", () => {
    const first = queued();
    let { m, effects } = run(first, { kind: "set", state: { onward: { queue: first.queue, targets: [on] } } });
    expect(m.queue).toBe(first.queue);
    ({ m, effects } = run(m, tap(42)));
    expect(effects).toEqual([{ kind: "selected", sq: 42, moves: 1 }]);
    expect(destinations(m)).toEqual([27]);
    ({ m, effects } = run(m, tap(27)));
    expect(m.queue).toEqual([away, on]);
    expect(standing(m).get(27)).toEqual({ token: "n", home: 57 });
    expect(standing(m).has(42)).toBe(false);
    // These legal moves answer an earlier, shorter queue of premoves, so they do not allow the
    // second premove.
    expect(available(m)).not.toContain(on);
    ({ m, effects } = run(m, { kind: "set", state: { turn: "second", legal: [away] } }));
    expect(moves(effects)).toEqual([away.code]);
    const cells = state.cells.with(57, "").with(42, "n");
    ({ m, effects } = run(m, { kind: "set", state: { turn: "first", legal: [], cells } }));
    expect(standing(m).get(27)).toEqual({ token: "n", home: 42 });
    ({ m, effects } = run(m, { kind: "set", state: { turn: "second", legal: [on] } }));
    expect(moves(effects)).toEqual([on.code]);
    expect(m.queue).toEqual([]);
  });

  it("are dropped with the first that is not legal", () => {
    const first = queued();
    const told: Event = { kind: "set", state: { onward: { queue: first.queue, targets: [on] } } };
    const { m } = run(first, told, { kind: "drop", from: 42, to: 27 });
    expect(m.queue).toEqual([away, on]);
    const { m: after, effects } = run(m, { kind: "set", state: { turn: "second", legal: [on] } });
    expect(moves(effects)).toEqual([]);
    expect(after.queue).toEqual([]);
  });
});

describe("aiming", () => {
  it("plays a stone by the second tap, and aims anew by a tap elsewhere", () => {
    const state = stateOf("caro", "big");
    const first = run(newModel(state), tap(0, true));
    expect(first.m.pending?.to).toBe(0);
    expect(moves(first.effects)).toEqual([]);
    const moved = run(first.m, tap(21, true));
    expect(moved.m.pending?.to).toBe(21);
    expect(moves(moved.effects)).toEqual([]);
    expect(moves(run(moved.m, tap(21, true)).effects)).toEqual(["b2"]);
    expect(moves(run(moved.m, { kind: "confirm" }).effects)).toEqual(["b2"]);
    expect(run(moved.m, { kind: "cancel" }).m.pending).toBeNull();
  });

  it("queues a stone before its turn by the second tap", () => {
    const state = stateOf("caro", "start");
    const mine = state.turn === "first" ? "second" : "first";
    const targets = state.legal ?? [];
    const before = newModel({ ...state, interactive: mine, premoves: targets } as typeof state);
    const first = run(before, tap(21, true));
    expect(first.m.queue).toEqual([]);
    expect(first.m.pending?.to).toBe(21);
    expect(run(first.m, tap(21, true)).m.queue.map((q) => q.to)).toEqual([21]);
    expect(run(first.m, { kind: "cancel" }).m.pending).toBeNull();
  });

  it("shows the piece on its goal and keeps it until it is confirmed", () => {
    const { m } = run(newModel(stateOf("chess", "start")), tap(12), tap(28, true));
    expect(m.pending?.code).toBe("e2e4");
    expect(standing(m).get(28)).toEqual({ token: "P", home: 12 });
    expect(standing(m).has(12)).toBe(false);
    expect(moves(run(m, { kind: "confirm" }).effects)).toEqual(["e2e4"]);
  });
});

describe("choosing", () => {
  it("asks which piece a pawn becomes, and can be given up", () => {
    const { m } = run(newModel(stateOf("chess", "promotion")), tap(48), tap(56));
    expect(m.choice.map((t) => t.code).sort()).toEqual(["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    expect(run(m, { kind: "cancel" }).m.choice).toEqual([]);
    expect(moves(run(m, { kind: "choose", code: "a7a8n" }).effects)).toEqual(["a7a8n"]);
    expect(moves(run(m, { kind: "choose", code: "e7e8q" }).effects)).toEqual([]);
  });

  it("asks too where the text leaves it open", () => {
    const { m, effects } = run(newModel(stateOf("chess", "promotion")), { kind: "type", text: "a7-a8" });
    expect(moves(effects)).toEqual([]);
    expect(m.choice).toHaveLength(4);
  });
});

describe("selecting", () => {
  it("takes no empty cell and no piece of the other side", () => {
    for (const sq of [30, 57]) {
      const { m, effects } = run(newModel(stateOf("chess", "start")), tap(sq));
      expect(m.selected).toBe(-1);
      expect(effects).toEqual([{ kind: "refused", from: -1, sq }]);
    }
  });

  it("takes up a piece without moves, and tells which move is refused", () => {
    const { m, effects } = run(newModel(stateOf("chess", "start")), tap(0));
    expect(m.selected).toBe(0);
    expect(effects).toEqual([{ kind: "selected", sq: 0, moves: 0 }]);
    const refused = run(m, tap(24));
    expect(refused.m.selected).toBe(-1);
    expect(refused.effects).toEqual([{ kind: "refused", from: 0, sq: 24 }]);
    // Dragging has the same effect as tapping: a piece that is dropped on a piece of the same side,
    // or outside the board, goes back.
    const drop = (to: number) => run(m, { kind: "drop", from: 0, to }).effects;
    expect(drop(24)).toEqual([{ kind: "refused", from: 0, sq: 24 }]);
    for (const to of [0, 1, 8, -1]) expect(drop(to)).toEqual([]);
  });

  it("shows where a piece may go, and another piece takes over", () => {
    let { m } = run(newModel(stateOf("chess", "start")), tap(1));
    expect(destinations(m).sort()).toEqual([16, 18]);
    ({ m } = run(m, tap(6)));
    expect(m.selected).toBe(6);
    ({ m } = run(m, tap(6)));
    expect(m.selected).toBe(-1);
  });

  it("forgets a selection that the new position has no move for", () => {
    const { m } = run(newModel(stateOf("chess", "start")), tap(1), { kind: "set", state: { legal: [] } });
    expect(m.selected).toBe(-1);
  });
});

describe("drawing", () => {
  it("wipes an arrow drawn twice, and all by a tap or a new position", () => {
    const arrow = { from: 1, to: 18, brush: "main" } as const;
    const state = stateOf("chess", "start");
    expect(run(newModel(state), { kind: "draw", arrow }, { kind: "draw", arrow }).m.drawn).toEqual([]);
    expect(run(newModel(state), { kind: "draw", arrow }, tap(30)).m.drawn).toEqual([]);
    const cells = state.cells.with(12, "").with(28, "P");
    expect(run(newModel(state), { kind: "draw", arrow }, { kind: "set", state: { cells } }).m.drawn).toEqual([]);
    expect(run(newModel(state), { kind: "draw", arrow }, { kind: "set", state: { arrows: [] } }).m.drawn).toEqual([
      arrow,
    ]);
  });
});

describe("stones", () => {
  it("points out the cells only where not every empty one will do", () => {
    const state = stateOf("caro", "start");
    expect(openings(newModel(state))).toEqual([]);
    const few = state.legal.slice(0, 3);
    expect(openings(newModel({ ...state, legal: few }))).toEqual(few.map((t) => t.to));
  });

  it("prepares each cell once", () => {
    const state = stateOf("caro", "start", { interactive: "second" });
    const { m } = run(newModel(state), tap(5), tap(6));
    expect(m.queue.map((q) => q.to)).toEqual([5, 6]);
    expect(available(m).some((t) => t.to === 5)).toBe(false);
  });
});

it("starts afresh on a board of another size", () => {
  const { m } = run(newModel(stateOf("chess", "start")), tap(12), { kind: "set", state: stateOf("caro", "start") });
  expect(m.selected).toBe(-1);
  expect(m.cursor).toBe(7 * 15 + 7);
});
