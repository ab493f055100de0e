// @vitest-environment node
// Tests an engine opponent with a character, with the real rules and engines: it plays the opening
// that the user asked for, and takes its time unless the setting says otherwise.
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Desk } from "../src/session/desk";
import { LocalGame, type Deps } from "../src/session/local";
import type { Request } from "../src/session/messages";
import { fresh, type Seat } from "../src/session/saved";
import { built, realDesk } from "./desk";
import { builtGames } from "./modules";

const shared = vi.hoisted(() => ({ desk: null as Desk | null }));
vi.mock("../src/session/rules", () => ({ rules: { ask: (q: Request) => shared.desk?.ask(q) } }));
// The data that the server puts into the page.
const page = vi.hoisted(() => ({ textContent: "" }));
vi.stubGlobal("document", { getElementById: () => page, documentElement: { dataset: {} } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const human: Seat = { kind: "human" };
const machine: Seat = { kind: "machine", level: 3 };

describe.skipIf(!built)("an opponent with a character", () => {
  beforeAll(async () => {
    shared.desk = await realDesk();
    const listed = await Promise.all(builtGames().map((game) => shared.desk!.ask({ op: "games", game })));
    page.textContent = JSON.stringify({ games: listed.flatMap((r) => r.games ?? []) });
  });
  const open = async (part: Partial<Parameters<typeof fresh>[0]>, seed: number, engine = shared.desk!) => {
    const { answer } = await import("../src/session/opponent");
    const desk = shared.desk!;
    const deps: Deps = {
      rules: desk,
      engine,
      lab: desk,
      save: () => undefined,
      now: () => Date.now(),
      lang: () => "vi",
      notation: () => "",
      answer,
    };
    return LocalGame.open(
      fresh({ kind: "xiangqi", seats: { first: human, second: machine }, ...part }, 1, () => seed),
      deps,
    );
  };
  const settle = async (instant: boolean) => {
    const { change } = await import("../src/app/settings");
    change({ instant });
  };

  it("plays the screen horses when asked, against the central cannon and against a move that no book has", async () => {
    await settle(true);
    for (const first of ["h2e2", "a3a4"]) {
      const g = await open({ opening: "screen-horses" }, 0.3);
      expect(await g.move(first)).toBe(true);
      expect(await g.reply()).toBe(true);
      expect(["h9g7", "b9c7"]).toContain(g.saved.value.moves[1]);
      await g.move("h0g2");
      await g.reply();
      expect(["h9g7", "b9c7", "g6g5", "c6c5", "i9h9", "a9b9"]).toContain(g.saved.value.moves[3]);
      g.close();
    }
  });

  it("plays legal moves of its taste to the end of twenty moves, also where pieces are hidden", async () => {
    await settle(true);
    for (const kind of ["chess", "jieqi", "caro"]) {
      const g = await open({ kind }, 0.7);
      for (let n = 0; n < 10 && !g.ended.value; n++) {
        await g.move(g.state.value.legal[(7 * n) % g.state.value.legal.length]!.code);
        if (!g.ended.value) expect(await g.reply(), `${kind} ${n}`).toBe(true);
      }
      expect(g.refusal.value).toBeNull();
      g.close();
    }
  });

  it("tells the engine at its level of its weakness, and of none when it looks around", async () => {
    await settle(true);
    const asked: Request[] = [];
    const desk = shared.desk!;
    const heard = { ask: (q: Request, ...more: []) => (asked.push(q), desk.ask(q, ...more)) } as unknown as Desk;
    // In a game from a custom start position the opponent plays no opening.
    const g = await open(
      { kind: "chess", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
      0.3,
      heard,
    );
    await g.move("a2a3");
    await g.reply();
    g.close();
    // The character of level 3 in this game overlooks moves that are far from the last move, so
    // only searches by level must have this weakness.
    expect(asked.filter((q) => q.level).map((q) => q.weak)).toEqual([{ of: 0, odds: 180, others: 75 }]);
    expect(asked.filter((q) => !q.level && q.weak)).toEqual([]);
  });

  it("takes its time, and answers at once if it is told to", async () => {
    const time = async (instant: boolean) => {
      await settle(instant);
      const g = await open({ opening: "screen-horses" }, 0.5);
      await g.move("h2e2");
      const began = performance.now();
      await g.reply();
      g.close();
      return performance.now() - began;
    };
    expect(await time(false)).toBeGreaterThan(250);
    await settle(true);
    const g = await open({ opening: "screen-horses" }, 0.5);
    await g.move("h2e2");
    const wait = vi.spyOn(globalThis, "setTimeout");
    await g.reply();
    expect(wait).not.toHaveBeenCalled();
    wait.mockRestore();
    g.close();
  });

  it("forgets a move that was on its way when the player takes back", async () => {
    await settle(false);
    const g = await open({ opening: "screen-horses" }, 0.5);
    await g.move("h2e2");
    const late = g.reply();
    await g.undo();
    expect(await late).toBe(false);
    expect(g.saved.value.moves).toEqual([]);
    g.close();
  });
});
