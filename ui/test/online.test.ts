// The socket and a game through it, against a server that is a list.
import { describe, expect, it, vi } from "vitest";
import type { GameView } from "../src/board";
import type { Desk } from "../src/session/desk";
import { OnlineGame } from "../src/session/online";
import type { MatchView, Told } from "../src/wire/messages";
import { Socket, waitFor, type Wire } from "../src/wire/socket";

class Fake implements Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
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

  it("needs not wait where the device knows that its network is gone, or back", () => {
    const { socket, wires, last } = world();
    socket.network(false);
    expect(socket.line.value).toBe("lost");
    socket.network(true);
    expect(wires).toHaveLength(2);
    last().onopen?.();
    expect(socket.line.value).toBe("open");
    // What is open stays open.
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
  const open = () => {
    const w = world();
    const game = new OnlineGame(start, {
      look,
      socket: w.socket,
      rules: noRules,
      notation: () => "",
      lang: () => "vi",
      now: () => 3000,
    });
    return { ...w, game };
  };

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

  it("shows offers and the end", () => {
    const { game, last } = open();
    last().tell({
      ...played,
      offers: [{ by: "second", what: "draw" }],
      result: { why: "agreement", winner: "none", by: "first" },
    } as Told);
    expect(game.offers.value).toHaveLength(1);
    expect(game.ended.value).toEqual({ why: "agreement", winner: "none" });
  });
});
