// Tests the socket and an online game with a fake server that records the messages in a list.
import { describe, expect, it, vi } from "vitest";
import type { GameView } from "../src/board";
import type { Desk } from "../src/session/desk";
import { OnlineGame } from "../src/session/online";
import type { State } from "../src/session/messages";
import type { MatchView, Told } from "../src/wire/messages";
import { Socket, waitFor, type Wire } from "../src/wire/socket";

class Fake implements Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: ((e?: { code: number }) => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {}
  tell(m: Told) {
    this.onmessage?.({ data: JSON.stringify(m) });
  }
  asked = (t: string) => this.sent.filter((m) => m.t === t);
}

function world() {
  const wires: Fake[] = [];
  const timers: { at: number; f: () => void }[] = [];
  let now = 1000;
  const socket = new Socket({
    connect: () => {
      const w = new Fake();
      wires.push(w);
      return w;
    },
    now: () => now,
    random: () => 1,
    later: (ms, f) => {
      const timer = { at: now + ms, f };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const pass = (ms: number) => {
    now += ms;
    for (const timer of timers.filter((x) => x.at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.f();
    }
  };
  const last = () => wires.at(-1) as Fake;
  socket.start();
  last().onopen?.();
  return { socket, wires, last, pass };
}

const look = { squareName: (sq: number, w: number) => "abcdefgh"[sq % w] + String(Math.floor(sq / w) + 1) } as GameView;
const noRules: Desk = { ask: () => Promise.reject(new Error("no rules here")), stop() {} };
const start = {
  id: "m1",
  game: "g",
  viewer: "first",
  seq: 1,
  ply: 0,
  opening: 0,
  turn: "first",
  seats: [],
  codes: [],
  cells: ["K", "", "", "k"],
  legal: [{ code: "a1b1", from: 0, to: 1 }],
  premoves: [],
  width: 2,
  height: 2,
  marks: [],
  offers: [],
  redo: 0,
  start: "",
  options: {},
  control: "5+0",
  position: "",
  clock: { left: [300_000, 300_000], running: "first", since: 1000 },
} as unknown as MatchView;
const played: Told = {
  t: "events",
  id: "m1",
  from: 1,
  seq: 2,
  ply: 1,
  turn: "second",
  at: 0,
  codes: ["a1b1"],
  last: [0, 1],
  cells: "1K1k",
  clock: { left: [299_000, 300_000], running: "second", since: 2000 },
} as Told;

describe("the socket", () => {
  it("waits longer and longer, at random, and asks again for what stands", () => {
    const w = world();
    w.socket.stand("lobby", () => ({ t: "lobby", on: true }));
    w.last().onclose?.();
    expect(w.socket.line.value).toBe("lost");
    w.pass(499);
    expect(w.wires).toHaveLength(1);
    w.pass(1);
    expect(w.wires).toHaveLength(2);
    w.last().onclose?.();
    w.pass(999);
    expect(w.wires).toHaveLength(2);
    w.pass(1);
    w.last().onopen?.();
    expect(w.last().asked("lobby")).toHaveLength(1);
    expect(waitFor(20, () => 1)).toBe(20_000);
    expect(waitFor(3, () => 0)).toBe(0);
  });

  it("comes back at once to a server that restarts", () => {
    const w = world();
    w.last().onclose?.({ code: 1012 });
    w.pass(0);
    expect(w.wires).toHaveLength(2);
    w.last().onclose?.({ code: 1006 }); // no server answers, so the client waits for the usual delay
    w.pass(499);
    expect(w.wires).toHaveLength(2);
    w.pass(1);
    expect(w.wires).toHaveLength(3);
  });

  it("needs not wait where the device knows that its network is gone, or back", () => {
    const { socket, wires, last } = world();
    socket.network(false);
    expect(socket.line.value).toBe("lost");
    socket.network(true);
    expect(wires).toHaveLength(2);
    last().onopen?.();
    expect(socket.line.value).toBe("open");
    // A second "online" event must not replace the open connection.
    socket.network(true);
    expect(wires).toHaveLength(2);
  });

  it("measures lag and the server's clock, and gives up a dead line", () => {
    const w = world();
    const ping = w.last().asked("ping")[0];
    w.pass(80);
    w.last().tell({ t: "pong", n: ping?.n as number, now: 5000 });
    expect(w.socket.lag.value).toBe(80);
    expect(w.socket.offset).toBe(5000 + 40 - 1080);
    for (let i = 0; i < 4; i++) w.pass(5000);
    expect(w.socket.line.value).toBe("lost");
  });
});

describe("a game through the server", () => {
  const open = (from = start, rules = noRules, random = () => 0) => {
    const w = world();
    const game = new OnlineGame(from, {
      random,
      look,
      socket: w.socket,
      rules,
      notation: () => "",
      lang: () => "vi",
      now: () => 3000,
    });
    return { ...w, game };
  };

  it("tells how long there is for a first move, while the clock stands", () => {
    const clock = { left: [60_000, 60_000], deadline: 45_000 };
    const first = { ...start, firstMove: 60_000, clock } as unknown as typeof start;
    const { game } = open(first);
    expect(game.firstLeft("first")).toBe(42_000);
    expect(game.firstLeft("second")).toBeNull();
    const running = { ...first, clock: { ...clock, running: "first", since: 2000 } } as unknown as typeof start;
    expect(open(running).game.firstLeft("first")).toBeNull();
    expect(open({ ...first, paused: true }).game.firstLeft("first")).toBeNull();
    expect(open().game.firstLeft("first")).toBeNull();
  });

  it("keeps a move until it is seen, and sends it again after a cut", async () => {
    const { game, last, pass } = open();
    await game.move("a1b1");
    expect(last().asked("move")).toEqual([{ t: "move", id: "m1", ply: 0, code: "a1b1" }]);
    last().onclose?.();
    pass(500);
    last().onopen?.();
    expect(last().asked("watch")).toEqual([{ t: "watch", id: "m1", seq: 1, premoves: true }]);
    last().tell({ ...start, t: "match" } as Told);
    expect(last().asked("move")).toHaveLength(1);
    last().tell(played);
    expect(game.sent.value).toBeNull();
    expect(game.state.value).toMatchObject({
      ply: 1,
      turn: "second",
      codes: ["a1b1"],
      cells: ["", "K", "", "k"],
      last: { from: 0, to: 1 },
    });
  });

  it("sends a move again when nobody knows what became of it, and not when it was refused", async () => {
    vi.useFakeTimers();
    const { game, last } = open();
    await game.move("a1b1");
    last().tell({ t: "error", id: "m1", code: "unknown", text: "" });
    expect(last().asked("move")).toHaveLength(1);
    vi.advanceTimersByTime(300);
    expect(last().asked("move")).toHaveLength(2);
    last().tell({ t: "error", id: "m1", code: "stale", text: "" });
    expect(game.sent.value).toBeNull();
    vi.advanceTimersByTime(300);
    expect(last().asked("move")).toHaveLength(2);
    vi.useRealTimers();
  });

  it("sends a command again when the server has had no time for it, after the time it names", async () => {
    vi.useFakeTimers();
    const { game, last } = open();
    await game.move("a1b1");
    last().tell({ t: "error", id: "m1", re: "move", code: "busy", text: "", retry: 2000 });
    vi.advanceTimersByTime(1900);
    expect(last().asked("move")).toHaveLength(1);
    expect(game.sent.value).not.toBeNull();
    vi.advanceTimersByTime(200);
    expect(last().asked("move")).toHaveLength(2);
    game.act("resign");
    last().tell({ t: "error", id: "m1", re: "act", code: "busy", text: "", retry: 500 });
    vi.advanceTimersByTime(600);
    expect(last().asked("act")).toHaveLength(2);
    vi.useRealTimers();
  });

  it("has the rules write a move that is on its way, and falls back to its code", async () => {
    const written: Desk = {
      ask: async (q) => (q.op === "write" ? { texts: ["Kb1"] } : { session: 1 }),
      stop() {},
    };
    const one = open(start, written);
    await one.game.move("a1b1");
    await vi.waitFor(() => expect(one.game.sentText.value).toBe("Kb1"));
    const two = open();
    await two.game.move("a1b1");
    await vi.waitFor(() => expect(two.game.sentText.value).toBe("a1b1"));
  });

  it("spreads what is sent again, and waits no longer than it makes sense", async () => {
    vi.useFakeTimers();
    const { game, last } = open(start, noRules, () => 1);
    await game.move("a1b1");
    last().tell({ t: "error", id: "m1", re: "move", code: "busy", text: "", retry: 2000 });
    vi.advanceTimersByTime(2900);
    expect(last().asked("move")).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(last().asked("move")).toHaveLength(2);
    last().tell({ t: "error", id: "m1", re: "move", code: "no-room", text: "", retry: 3_600_000 });
    vi.advanceTimersByTime(15_100);
    expect(last().asked("move")).toHaveLength(3);
    vi.useRealTimers();
  });

  it("asks again where events are missing, and passes over old ones", () => {
    const { game, last } = open();
    last().tell({ ...played, from: 3, seq: 4 } as Told);
    expect(last().asked("watch")).toHaveLength(2);
    expect(game.state.value.ply).toBe(0);
    last().tell(played);
    last().tell({ ...played, seq: 1, ply: 0 } as Told);
    expect(game.state.value.ply).toBe(1);
  });

  it("runs the clock of the side to move by the server's time", () => {
    const { game, socket } = open();
    expect(game.left("first")).toBe(298_000);
    expect(game.left("second")).toBe(300_000);
    socket.offset = 500;
    expect(game.left("first")).toBe(297_500);
  });

  it("forgets a refused move and says why", async () => {
    const { game, last } = open();
    await game.move("a1b1");
    last().tell({ t: "error", id: "m1", code: "not-your-turn", text: "", re: "move" } as Told);
    expect(game.sent.value).toBeNull();
    expect(game.refusal.value).toBe("not-your-turn");
  });

  /**
   * A fake rules module that returns a state for each request. `firm` is the smallest number of
   * plies that a takeback must not take back at once.
   */
  const rulesWith = (firm?: number): Desk => ({
    ask: (q) => {
      const ply = q.op === "at" ? (q.count ?? 0) : (q.moves?.length ?? 0);
      const state = { ply, position: "", cells: [], codes: [], texts: [], legal: [], firm } as unknown as State;
      return Promise.resolve({ session: 1, state });
    },
    stop() {},
  });
  const two = { ...start, ply: 2, seq: 3, codes: ["a1b1", "b2a2"] } as unknown as MatchView;
  const back: Told = { ...played, from: 3, seq: 4, ply: 1, at: 1, codes: [] } as Told;

  it("leaves the past that a takeback makes the present", async () => {
    const { game, last } = open(two, rulesWith());
    await game.look(1);
    expect(game.past.value?.ply).toBe(1);
    last().tell(back);
    expect(game.past.value).toBeNull();
  });

  it("leaves a past that was played otherwise in the end, and keeps one that stands", async () => {
    const { game, last } = open(two, rulesWith());
    await game.look(1);
    last().tell({ ...back, ply: 3, at: 2, codes: ["b1a1"] } as Told);
    expect(game.past.value?.ply).toBe(1);
    last().tell({ ...two, t: "match", seq: 9, codes: ["a1a2", "b2b1"] } as Told);
    expect(game.past.value).toBeNull();
  });

  it("knows that a takeback would be refused where a piece was turned up", async () => {
    const after = async (firm: number | undefined, turn: string) => {
      const { game } = open({ ...two, turn } as MatchView, rulesWith(firm));
      await vi.waitFor(() => expect(game.state.value.texts).toBeDefined());
      return game.firm;
    };
    expect(await after(undefined, "first")).toBe(false);
    expect(await after(1, "first")).toBe(true);
    expect(await after(2, "first")).toBe(true);
    expect(await after(2, "second")).toBe(false);
  });

  it("keeps what the rules said of a position when only an offer or the connection changes", async () => {
    const { game, last } = open({ ...two, turn: "first" } as MatchView, rulesWith(1));
    await vi.waitFor(() => expect(game.firm).toBe(true));
    const offered = { ...back, ply: 2, at: 2, offers: [{ what: "draw", by: "second" }] } as unknown as Told;
    last().tell(offered);
    expect(game.offers.value).toHaveLength(1);
    await vi.waitFor(() => expect(game.firm).toBe(true));
    last().tell({ ...two, t: "match", seq: 9 } as Told);
    await vi.waitFor(() => expect(game.state.value.texts).toBeDefined());
    expect(game.firm).toBe(true);
  });

  it("plays what is new into the open session, and opens another one where that fails", async () => {
    const asked: { op: string; count?: number; moves?: string[] }[] = [];
    let held: string[] = [];
    const rules: Desk = {
      ask: async (q) => {
        if (q.op !== "shown") asked.push({ op: q.op, count: q.count, moves: q.moves });
        if (q.op === "replay" && q.moves?.includes("x")) throw new Error("no such move");
        if (q.op === "new") held = [...(q.moves ?? [])];
        if (q.op === "replay") held = [...held.slice(0, q.count), ...(q.moves ?? [])];
        return { session: 1, state: { ply: held.length, position: held.join(" "), texts: held } as unknown as State };
      },
      stop() {},
    };
    const { game, last } = open(start, rules);
    const shows = (codes: string[]) => vi.waitFor(() => expect(game.state.value.texts).toEqual(codes));
    await shows([]);
    last().tell(played);
    await shows(["a1b1"]);
    last().tell({ ...played, from: 2, seq: 3, ply: 3, at: 1, codes: ["b2a2", "b1a1"] } as Told);
    await shows(["a1b1", "b2a2", "b1a1"]);
    last().tell({ ...played, from: 3, seq: 4, ply: 1, at: 1, codes: [] } as Told);
    await shows(["a1b1"]);
    expect(asked).toEqual([
      { op: "new", moves: [] },
      { op: "replay", count: 0, moves: ["a1b1"] },
      { op: "replay", count: 1, moves: ["b2a2", "b1a1"] },
      { op: "replay", count: 1, moves: [] },
    ]);
    game.refresh();
    await vi.waitFor(() => expect(game.state.value.position).toBe("a1b1"));
    expect(asked).toHaveLength(4);
    // If the session of the rules module cannot apply the moves, a new session must replace it.
    last().tell({ ...played, from: 4, seq: 5, ply: 2, at: 1, codes: ["x"] } as Told);
    await shows(["a1b1", "x"]);
    expect(asked.slice(4).map((q) => q.op)).toEqual(["replay", "new", "drop"]);
    // The player of both sides now sees the game from the second side, whose view has other known
    // pieces. So a new session is needed.
    last().tell({ ...start, t: "match", seq: 6, ply: 1, codes: ["a1b1"], options: { view: "second" } } as Told);
    await shows(["a1b1"]);
    expect(asked.slice(7).map((q) => q.op)).toEqual(["new", "drop"]);
  });

  it("shows offers and the end", () => {
    const { game, last } = open();
    last().tell({
      ...played,
      offers: [{ by: "second", what: "draw" }],
      result: { why: "agreement", winner: "none", by: "first" },
    } as Told);
    expect(game.offers.value).toHaveLength(1);
    expect(game.ended.value).toEqual({ why: "agreement", winner: "none", by: "first" });
  });

  it("says that the opponent declined, and not that the player did", () => {
    const { game, last } = open();
    const declined = (by: string, seq: number) =>
      ({ ...played, from: seq - 1, seq, news: [{ kind: "decline", by, what: "draw" }] }) as Told;
    last().tell(declined("first", 2));
    expect(game.refusal.value).toBeNull();
    last().tell(declined("second", 3));
    expect(game.refusal.value).toBe("declined");
  });

  it("keeps the times of all moves, also where events leave out zeros, and cuts them with a takeback", () => {
    const { game, last } = open();
    last().tell({ ...played, spent: [900] } as Told);
    const second = { ...played, from: 2, seq: 3, ply: 2, at: 1, codes: ["b2b1"], spent: [800], lag: [70], lost: [20] };
    last().tell(second as Told);
    expect(game.view.value).toMatchObject({ spent: [900, 800], lag: [0, 70], lost: [0, 20] });
    last().tell({ ...second, from: 3, seq: 4, ply: 1, codes: [], spent: [], lag: undefined, lost: undefined } as Told);
    expect(game.view.value).toMatchObject({ spent: [900], lag: [0], lost: [0] });
  });
});
