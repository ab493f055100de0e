// @vitest-environment node
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Refused, type Desk } from "../src/session/desk";
import { limited, LimitedGame } from "../src/session/limited";
import { LocalGame, type Deps } from "../src/session/local";
import { giveFirst, noDraw, offerDraw, takesDraw } from "../src/session/offered";
import type { Request } from "../src/session/messages";
import { fresh, KEPT, Library, type Saved, type Seat, type Shelf } from "../src/session/saved";
import { bestOf } from "../src/session/thought";
import { built, realDesk } from "./desk";

const human: Seat = { kind: "human" };
const machine: Seat = { kind: "machine", level: 1 };

class Memory implements Shelf {
  readonly map = new Map<string, string>();
  getItem = (k: string) => this.map.get(k) ?? null;
  setItem(k: string, v: string) {
    this.map.set(k, v);
  }
  removeItem(k: string) {
    this.map.delete(k);
  }
}

describe.skipIf(!built)("a game on this device", () => {
  let desk: Desk;
  let library: Library;
  let clock = 0;
  const deps = (): Deps => ({
    rules: desk,
    engine: desk,
    lab: desk,
    save: (s) => library.put(s),
    now: () => clock,
    lang: () => "vi",
    notation: () => "san",
  });
  const open = (part: Partial<Parameters<typeof fresh>[0]> = {}) =>
    LocalGame.open(
      fresh({ kind: "chess", seats: { first: human, second: machine }, ...part }, clock, () => 0.5),
      deps(),
    );

  beforeAll(async () => {
    desk = await realDesk();
    library = new Library(new Memory());
  });

  it("is answered by the machine and saved after each move", async () => {
    const g = await open();
    expect(await g.move("e2e4")).toBe(true);
    expect(library.get(g.saved.value.id)?.moves).toEqual(["e2e4"]);
    expect(await g.reply()).toBe(true);
    expect(g.state.value.ply).toBe(2);
    expect(g.state.value.texts?.[0]).toBe("e4");
    const again = await LocalGame.open(library.get(g.saved.value.id) as Saved, deps());
    expect(again.state.value.position).toBe(g.state.value.position);
  });

  it("is answered once, however often the page asks before the board shows it", async () => {
    let open = Promise.resolve();
    let way = () => undefined as void;
    let asked = 0;
    const slow: Desk = {
      ...desk,
      ask: async (q, progress) => {
        if (q.op === "play") {
          asked++;
          await open;
        }
        return desk.ask(q, progress);
      },
    } as Desk;
    const saved = fresh({ kind: "caro", seats: { first: human, second: machine } }, clock, () => 0.5);
    const g = await LocalGame.open(saved, { ...deps(), rules: slow });
    await g.move("h8");
    open = new Promise((resolve) => (way = resolve));
    const first = g.reply();
    await vi.waitFor(() => expect(asked).toBe(2)); // wait until the rules module has received the engine's move of the first reply
    const second = g.reply();
    way();
    expect([await first, await second]).toEqual([true, false]);
    expect(g.state.value.ply).toBe(2);
    expect(g.state.value.turn).toBe("first");
  });

  it("opens one session, however many ask before it is open", async () => {
    const { state } = await open();
    let opened = 0;
    const counted = {
      ...desk,
      ask: (q, progress) => ((opened += q.op === "new" ? 1 : 0), desk.ask(q, progress)),
    } as Desk;
    const saved = fresh({ kind: "chess", seats: { first: human, second: human } }, clock, () => 0.5);
    const g = new LocalGame(saved, state.value, { ...deps(), rules: counted });
    await Promise.all([g.move("e2e4"), g.refresh(), g.refresh()]);
    expect(opened).toBe(1);
    expect(g.state.value.ply).toBe(1);
    expect(await g.move("e7e5")).toBe(true);
  });

  it("leaves no session behind if it is closed before that is open", async () => {
    const { state } = await open();
    const held = new Set<number>();
    const counted = {
      ...desk,
      ask: async (q, progress) => {
        const r = await desk.ask(q, progress);
        if (q.op === "new") held.add(r.session ?? 0);
        if (q.op === "drop") held.delete(q.session ?? 0);
        return r;
      },
    } as Desk;
    const saved = fresh({ kind: "chess", seats: { first: human, second: human } }, clock, () => 0.5);
    const g = new LocalGame(saved, state.value, { ...deps(), rules: counted });
    const asked = g.refresh().catch(() => undefined);
    g.close();
    await asked;
    await vi.waitFor(() => expect([...held]).toEqual([]));
  });

  it("is begun by the machine if the human lets it", async () => {
    const g = await open();
    await giveFirst(g);
    expect(g.mine).toBe("second");
    expect(g.state.value.premoves?.map((m) => m.code)).toContain("e7e5");
    expect(await g.reply()).toBe(true);
    expect(g.state.value.ply).toBe(1);
    expect(library.get(g.saved.value.id)?.seats).toEqual({ first: machine, second: human });
  });

  it("refuses what the rules refuse and stays as it was", async () => {
    const g = await open();
    expect(await g.move("e2e5")).toBe(false);
    expect(g.refusal.value).toBe("illegal-move");
    expect(g.state.value.ply).toBe(0);
    expect(g.saved.value.moves).toEqual([]);
  });

  it("takes back to the human's turn and plays it again", async () => {
    const g = await open();
    await g.move("e2e4");
    await g.reply();
    const { position } = g.state.value;
    expect(await g.undo()).toBe(true);
    expect(g.state.value.ply).toBe(0);
    expect(g.saved.value.undone).toHaveLength(2);
    // Moves that were taken back can be played again after a reload.
    const again = await LocalGame.open(library.get(g.saved.value.id) as Saved, deps());
    expect(await again.redo()).toBe(true);
    expect(again.state.value.position).toBe(position);
  });

  it("takes back the answer too while it is being played, and takes back twice in a row", async () => {
    const g = await open({ moves: ["e2e4", "e7e5"] });
    await g.move("g1f3");
    const answer = g.move("b8c6");
    const back = [g.undo(), g.undo()];
    expect([await answer, ...(await Promise.all(back))]).toEqual([true, true, true]);
    expect(g.saved.value.moves).toEqual([]);
    expect(g.state.value.ply).toBe(0);
    expect(g.saved.value.undone).toEqual(["e2e4", "e7e5", "g1f3", "b8c6"]);
  });

  it("drops the answer to a move that is being taken back", async () => {
    const g = await open({ kind: "caro", seats: { first: human, second: machine } });
    await g.move("h8");
    const back = g.undo();
    const answer = g.move("c3"); // chosen for the position before the takeback
    expect([await back, await answer]).toEqual([true, false]);
    expect(g.saved.value.moves).toEqual([]);
    // A search that begins while the takeback is made is for the old position, too.
    await g.move("h8");
    const again = g.undo();
    const late = g.reply();
    expect([await again, await late]).toEqual([true, false]);
    expect(g.saved.value.moves).toEqual([]);
  });

  it("does not take back what was seen face down", async () => {
    const g = await open({ kind: "jieqi", seats: { first: human, second: human } });
    await g.move("b2e2");
    expect(g.noUndo).toBe("would-reveal");
    expect(await g.undo()).toBe(false);
    expect(g.refusal.value).toBe("would-reveal");
    expect(g.state.value.ply).toBe(1);
  });

  describe("with a limit of takebacks", () => {
    const bounded = async (most: number, seats: Record<"first" | "second", Seat>, moves: string[] = []) => {
      const saved = limited(
        fresh({ kind: "chess", seats, moves }, clock, () => 0.5),
        most,
      );
      const g = new LimitedGame(saved, null as never, deps());
      await g.reopen();
      return g;
    };

    it("lets each of two players take back so often", async () => {
      const g = await bounded(1, { first: human, second: human }, ["e2e4", "e7e5"]);
      expect(await g.undo()).toBe(true); // the second player takes back their own last move
      expect([g.takebacksLeft("first"), g.takebacksLeft("second")]).toEqual([1, 0]);
      expect(library.get(g.key)?.takebacks).toEqual({ most: 1, first: 0, second: 1 });
      await g.move("c7c5");
      expect(g.noUndo).toBe("no-takebacks");
      expect(await g.undo()).toBe(false);
      expect(g.refusal.value).toBe("no-takebacks");
      expect(g.saved.value.moves).toEqual(["e2e4", "c7c5"]);
      await g.move("g1f3");
      expect(g.noUndo).toBe("");
    });

    it("counts a move with the machine's answer once, and nothing that was refused", async () => {
      const g = await bounded(1, { first: human, second: machine }, ["e2e4", "e7e5"]);
      expect(await g.undo()).toBe(true);
      expect(g.state.value.ply).toBe(0);
      expect([g.takebacksLeft("first"), g.noUndo]).toEqual([0, "no-takebacks"]);
      expect(await g.redo()).toBe(true);
      expect(await g.undo()).toBe(false);
      const none = await bounded(0, { first: human, second: machine }, ["e2e4", "e7e5"]);
      expect([await none.undo(), none.refusal.value]).toEqual([false, "no-takebacks"]);
      const free = await bounded(1, { first: human, second: machine });
      expect([await free.undo(), free.takebacksLeft("first")]).toEqual([false, 1]);
    });

    it("counts two takebacks that are asked for at once", async () => {
      const g = await bounded(1, { first: human, second: machine }, ["e2e4", "e7e5", "g1f3", "b8c6"]);
      expect(await Promise.all([g.undo(), g.undo()])).toEqual([true, false]);
      expect([g.saved.value.moves, g.takebacksLeft("first")]).toEqual([["e2e4", "e7e5"], 0]);
    });

    it("is no limit for -1 and for two machines", async () => {
      const g = await bounded(-1, { first: human, second: human }, ["e2e4"]);
      expect([g.saved.value.takebacks, await g.undo()]).toEqual([undefined, true]);
      const watched = await bounded(0, { first: machine, second: machine }, ["e2e4"]);
      expect(await watched.undo()).toBe(true);
    });

    it("is not found as the game that goes on without a limit", async () => {
      const g = await bounded(1, { first: human, second: human });
      await g.move("e2e4");
      expect(library.underWay("chess", (s) => s.id === g.key)).toBeUndefined();
    });
  });

  it("says before a draw is asked for that it is too early", async () => {
    const g = await open();
    expect(g.noUndo).toBe("nothing-to-undo");
    expect(noDraw(g)).toBe("start");
    await g.move("e2e4");
    expect(noDraw(g)).toBe("early");
    const two = await open({ seats: { first: human, second: human }, moves: ["e2e4"] });
    expect(noDraw(two)).toBe("");
  });

  it("takes a draw by its own evaluation", async () => {
    // The first side has an extra rook, and no position repeats.
    const moves = "a1a2 e8f8 a2a3 f8e8 a3a4 e8f8 a4a5 f8e8 a5a6 e8f8".split(" ");
    const game = (first: Seat, second: Seat, plies: number) =>
      open({ start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", moves: moves.slice(0, plies), seats: { first, second } });
    const soon = await game(machine, human, 9);
    expect(noDraw(soon)).toBe("early");
    expect(await offerDraw(soon)).toBe(false);
    const better = await game(machine, human, 10);
    expect(noDraw(better)).toBe("");
    expect(await offerDraw(better)).toBe(false);
    expect(better.ended.value).toBeNull();
    expect(better.thinking.value).toBe(false);
    const worse = await game(human, machine, 10);
    expect(await offerDraw(worse)).toBe(true);
    expect(worse.ended.value).toEqual({ why: "agreement", winner: "none" });
    expect([takesDraw(0, 20), takesDraw(0, 80), takesDraw(60, 80)]).toEqual([false, true, false]);
  });

  it("answers a move that was made while a hint was looked for", async () => {
    let found: (() => void) | undefined;
    const slow: Desk = {
      ask: async (q) => {
        if (q.op === "think" && !q.level)
          await new Promise<void>((resolve, reject) => {
            found = resolve;
            stopped = reject;
          });
        return desk.ask(q);
      },
      stop: () => stopped?.(new Refused({ code: "stopped", text: "stopped" })),
    };
    let stopped: ((e: Error) => void) | undefined;
    const g = await LocalGame.open(
      fresh({ kind: "chess", seats: { first: human, second: machine } }, clock, () => 0.5),
      { ...deps(), engine: slow },
    );
    const hint = g.nextHint();
    await vi.waitFor(() => expect(found).toBeDefined());
    await g.move("e2e4");
    expect(await g.reply()).toBe(true);
    await hint;
    expect(g.state.value.ply).toBe(2);
    expect(g.thinking.value).toBe(false);
    expect(g.hint.value).toBeNull();
    expect(g.refusal.value).toBeNull();
  });

  it("ends by mate, by resignation and by time", async () => {
    const mate = await open({ seats: { first: human, second: human } });
    for (const m of ["f2f3", "e7e5", "g2g4", "d8h4"]) await mate.move(m);
    expect(mate.ended.value).toEqual({ why: "checkmate", winner: "second" });
    expect(await mate.move("a2a3")).toBe(false);
    const given = await open();
    await given.move("e2e4");
    given.resign("first");
    expect(given.ended.value).toEqual({ why: "resignation", winner: "second" });
    expect(library.get(given.saved.value.id)?.ended?.why).toBe("resignation");
    const timed = await open({ seats: { first: human, second: human }, clock: { base: 60, add: 2, move: 0 } });
    await timed.move("e2e4");
    clock += 10_000;
    expect(timed.left("second")).toBe(50_000);
    await timed.move("e7e5");
    expect(timed.left("second")).toBe(52_000);
    clock += 61_000;
    timed.tick();
    expect(timed.ended.value).toEqual({ why: "time", winner: "second" });
  });

  it("gives a hint in two steps, and forgets it after a move", async () => {
    const g = await open({ start: "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1" });
    for (const step of [1, 2, 2]) {
      await g.nextHint();
      expect(g.hint.value?.step).toBe(step);
      expect(g.hinting.value).toBe(false);
    }
    expect(g.hint.value && bestOf(g.hint.value.thought)).toBe("e1e8");
    expect(g.hint.value?.texts[0]).toBe("Re8#");
    await g.move("e1e2");
    expect(g.hint.value).toBeNull();
  });

  it("looks back without changing the game", async () => {
    const g = await open({ seats: { first: human, second: human } });
    await g.move("e2e4");
    await g.move("e7e5");
    await g.look(1);
    expect(g.past.value?.ply).toBe(1);
    expect(g.past.value?.cells[28]).toBe("P");
    expect(g.past.value?.legal).toEqual([]);
    await g.look(2);
    expect(g.past.value).toBeNull();
    expect(await g.type("Nf3")).toBe(true);
    expect(g.saved.value.moves).toEqual(["e2e4", "e7e5", "g1f3"]);
  });

  it("knows who began, also from a position with the other side to move", async () => {
    const g = await open({
      start: "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
      seats: { first: human, second: human },
    });
    expect(g.begins).toBe("second");
    await g.move("e8d7");
    expect(g.begins).toBe("second");
    expect((await open()).begins).toBe("first");
  });

  it("tells what may be prepared while the machine thinks", async () => {
    for (const [kind, code, later] of [
      ["chess", "e2e4", "g1f3"],
      ["xiangqi", "h2e2", "h0g2"],
      ["jieqi", "h2e2", "h0g2"],
      ["caro", "h8", "i8"],
    ] as const) {
      const g = await open({ kind });
      await g.move(code);
      expect(
        g.state.value.premoves?.map((m) => m.code),
        kind,
      ).toContain(later);
    }
  });

  it("asks the lab for a machine that plays by an algorithm", async () => {
    const asked: Request[] = [];
    const lab: Desk = {
      async ask(q) {
        asked.push(q);
        return { thought: { depth: 1, nodes: 1, took: 1, lines: [{ points: 0, codes: ["a7a6"] }] } };
      },
      stop() {},
    };
    const algorithm = { name: "mcts", depth: 2, sims: 300 };
    const seats = { first: human, second: { kind: "machine", level: 3, algorithm } as const };
    const g = await LocalGame.open(
      fresh({ kind: "chess", seats }, clock, () => 0.5),
      { ...deps(), lab },
    );
    await g.move("e2e4");
    expect(await g.reply()).toBe(true);
    expect(g.saved.value.moves).toEqual(["e2e4", "a7a6"]);
    const think = asked.find((q) => q.op === "think");
    expect(think).toMatchObject({ game: "chess", moves: ["e2e4"], algorithm: "mcts", limits: { depth: 2 }, sims: 300 });
    expect(asked.map((q) => q.op)).toEqual(["think"]);
    expect(think?.level).toBeUndefined();
  });

  it("shows a player nothing of the other's secrets", async () => {
    const g = await open({ kind: "jieqi" });
    await g.move("b2b9");
    expect(g.state.value.codes[0]).toMatch(/\*/);
    const other = await LocalGame.open({ ...g.saved.value, seats: { first: machine, second: human } }, deps());
    expect(other.state.value.codes[0]).not.toMatch(/\*/);
  });
});

describe("the library", () => {
  it("keeps the latest first and lets go of the oldest when full", () => {
    const shelf = new Memory();
    const lib = new Library(shelf);
    const one = (n: number) => fresh({ kind: "x", seats: { first: human, second: human } }, n, () => 0.1);
    lib.put(one(1));
    lib.put(one(2));
    expect(lib.ids()[0]).toBe(one(2).id);
    const set = shelf.setItem.bind(shelf);
    let room = 3;
    shelf.setItem = (k, v) => {
      if (!shelf.map.has(k) && room-- <= 0) {
        room = 1;
        throw new Error("full");
      }
      set(k, v);
    };
    for (let n = 3; n < 8; n++) lib.put(one(n));
    expect(lib.get(one(7).id)).not.toBeNull();
    expect(lib.get(one(1).id)).toBeNull();
  });

  it("lets go of studies before it lets go of games", () => {
    const lib = new Library(new Memory());
    const one = (n: number, study: boolean) =>
      fresh({ kind: "x", seats: { first: human, second: human }, study }, n, () => n / 1e4);
    lib.put(one(1, false));
    for (let n = 2; n < KEPT + 10; n++) lib.put(one(n, true));
    expect(lib.ids()).toHaveLength(KEPT);
    expect(lib.get(one(1, false).id)).not.toBeNull();
    expect(lib.get(one(2, true).id)).toBeNull();
  });

  it("finds the game under way among others that were touched later", () => {
    const shelf = new Library(new Memory());
    const put = (id: string, part: Partial<Saved>) =>
      shelf.put({ ...fresh({ kind: "chess", seats: { first: human, second: human } }, 0, () => 0), id, ...part });
    put("machine", { seats: { first: human, second: machine }, moves: ["e2e4"] });
    put("two", { moves: ["e2e4"] });
    put("study", { study: true });
    const found = (second: Seat["kind"]) => shelf.underWay("chess", (s) => s.seats.second.kind === second)?.id;
    expect(found("machine")).toBe("machine");
    // The study was stored after the game "two", but it must not count as a game in progress.
    expect(found("human")).toBe("two");
  });
});
