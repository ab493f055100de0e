// Tests the win rates of the device's player by opponent.
import { describe, expect, it } from "vitest";
import { met, share } from "../src/people/rates";
import type { Ended, Machine, Saved, Seat } from "../src/session/saved";

const me: Seat = { kind: "human" };
const level = (n: number): Machine => ({ kind: "machine", level: n });
const game = (kind: string, first: Seat, second: Seat, winner?: Ended["winner"], more: Partial<Saved> = {}): Saved =>
  ({ kind, seats: { first, second }, ended: winner ? { winner, why: "checkmate" } : null, ...more }) as Saved;

describe("win rates on the device", () => {
  it("count finished games against engines from the person's side", () => {
    const mcts: Machine = { kind: "machine", level: 3, algorithm: { name: "mcts", depth: 2, sims: 100 } };
    const rows = met([
      game("chess", me, level(3), "first"),
      game("chess", level(3), me, "first"),
      game("chess", level(3), me, "none"),
      game("chess", level(4), me, "second"),
      game("chess", me, mcts, "second"),
      game("xiangqi", me, level(3), "second"),
      game("chess", me, me, "first"),
      game("chess", level(3), level(4), "first"),
      game("chess", me, level(3)),
      game("chess", me, level(3), "first", { study: true }),
    ]);
    expect(rows.map(({ kind, won, drawn, lost }) => [kind, won, drawn, lost])).toEqual([
      ["chess", 1, 1, 1],
      ["chess", 1, 0, 0],
      ["chess", 0, 0, 1],
      ["xiangqi", 0, 0, 1],
    ]);
  });

  it("have a share with draws and without", () => {
    expect(share({ won: 1, drawn: 2, lost: 1 }, true)).toBe(50);
    expect(share({ won: 3, drawn: 4, lost: 1 }, false)).toBe(75);
    expect(share({ won: 0, drawn: 2, lost: 0 }, false)).toBeNull();
  });
});
