// Tests the session server for all games (Desks): each request goes to the module of its game.
import { describe, expect, it } from "vitest";
import type { Desk } from "../src/session/desk";
import { Desks } from "../src/session/desks";
import type { Reply, Request } from "../src/session/messages";

function counting() {
  const made: { game: string; asked: Request[]; stopped: boolean }[] = [];
  const desks = new Desks((game) => {
    const log = { game, asked: [] as Request[], stopped: false };
    let sessions = 0;
    made.push(log);
    return {
      async ask(q: Request): Promise<Reply> {
        log.asked.push(q);
        return { session: q.op === "new" ? ++sessions : q.session };
      },
      stop() {
        log.stopped = true;
      },
    } satisfies Desk;
  });
  return { desks, made };
}

describe("the desk of all games", () => {
  it("keeps the sessions of two games apart, though both are the first of their worker", async () => {
    const { desks, made } = counting();
    const a = await desks.ask({ op: "new", game: "one" });
    const b = await desks.ask({ op: "new", game: "two" });
    expect(a.session).not.toBe(b.session);
    expect((await desks.ask({ op: "state", session: b.session })).session).toBe(b.session);
    await desks.ask({ op: "play", session: a.session, code: "x" });
    expect(made.map((m) => m.asked.map((q) => [q.op, q.session]))).toEqual([
      [
        ["new", 0],
        ["play", 1],
      ],
      [
        ["new", 0],
        ["state", 1],
      ],
    ]);
  });

  it("ends the worker of a game that nobody plays any more when another begins", async () => {
    const { desks, made } = counting();
    const a = await desks.ask({ op: "new", game: "one" });
    await desks.ask({ op: "new", game: "two" });
    expect(made[0]?.stopped).toBe(false);
    await desks.ask({ op: "drop", session: a.session });
    await desks.ask({ op: "new", game: "two" });
    expect(made.map((m) => m.stopped)).toEqual([true, false]);
    expect(made).toHaveLength(2);
  });

  it("keeps the worker of a game that thinks when another is asked", async () => {
    const { desks, made } = counting();
    const thought = desks.ask({ op: "think", game: "one" });
    await desks.ask({ op: "think", game: "two" });
    await thought;
    expect(made.map((m) => m.stopped)).toEqual([false, false]);
    await desks.ask({ op: "think", game: "two" });
    expect(made.map((m) => m.stopped)).toEqual([true, false]);
  });

  it("stops the workers of all games", async () => {
    const { desks, made } = counting();
    await desks.ask({ op: "new", game: "one" });
    await desks.ask({ op: "new", game: "two" });
    desks.stop();
    expect(made.map((m) => m.stopped)).toEqual([true, true]);
  });
});
