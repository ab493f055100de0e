// Plays real games against the automatically chosen opponent: `make fit`. KYDAI_TEST_FIT is the
// number of counted games for each strength of the player; KYDAI_TEST_FIT_KIND selects a single
// game to play.
import { describe, expect, it } from "vitest";
import { bestOf } from "../src/session/thought";
import { levelOf } from "../src/session/opponent";
import type { Request, State } from "../src/session/messages";
import type { Machine } from "../src/session/saved";
import { learnt, newcomer } from "../src/rate/fit";
import { builtGames } from "./modules";
import { realDesk } from "./desk";

const COUNTED = Number(process.env.KYDAI_TEST_FIT ?? 0);
const ONLY = process.env.KYDAI_TEST_FIT_KIND ?? "";
/**
 * The simulated players are engine levels: one from the weaker half and one from the stronger half.
 */
const PLAYERS = [3, 6];
/** The first and the last game of each player that count, as in the simulation. */
const [FROM, TO] = [7, 26];
/** A game that is not over after this many plies counts as a draw. */
const MOST_PLIES = 300;

/** The quantile of the normal distribution for a 95 % interval. */
const Z = 1.96;

describe.skipIf(COUNTED === 0)("the opponent that fits, in real games", async () => {
  const desk = await realDesk();
  const ask = async (q: Request) => (await desk.ask(q)).state as State;

  /**
   * Plays a game and returns the player's score: 1 for a win, 0.5 for a draw. The player moves
   * first if the seed is even.
   */
  async function game(kind: string, player: Machine, opponent: Machine, seed: number): Promise<number> {
    const mine = seed % 2 === 0 ? "first" : "second";
    const { session } = await desk.ask({ op: "new", game: kind, seed });
    let now = await ask({ op: "state", session });
    const moves: string[] = [];
    while (!now.winner && moves.length < MOST_PLIES) {
      const level = levelOf(now.turn === mine ? player : opponent, seed, moves.length);
      const { thought } = await desk.ask({ op: "think", game: kind, seed, moves, level });
      const code = thought ? bestOf(thought) : "";
      if (!code) throw new Error(`no move after ${moves.join(" ")}`);
      moves.push(code);
      now = await ask({ op: "play", session, code });
    }
    await desk.ask({ op: "drop", session });
    return !now.winner || now.winner === "none" ? 0.5 : Number(now.winner === mine);
  }

  it.each(builtGames().filter((kind) => !ONLY || kind === ONLY))(
    "%s: players of two strengths score about half in games 7 to 26",
    async (kind) => {
      for (const level of PLAYERS) {
        const scores: number[] = [];
        let met = 0;
        for (let seed = 1; scores.length < COUNTED;) {
          let known = newcomer;
          for (let n = 1; n <= TO && scores.length < COUNTED; n++, seed++) {
            const opponent: Machine = { kind: "machine", level: Math.round(known.level), fit: known.level };
            const score = await game(kind, { kind: "machine", level }, opponent, seed);
            known = learnt(kind, known, opponent.fit ?? 0, score);
            if (n >= FROM) {
              scores.push(score);
              met += opponent.fit ?? 0;
            }
          }
        }
        const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
        const spread = Math.sqrt(scores.reduce((a, b) => a + (b - mean) ** 2, 0)) / scores.length;
        const percent = (x: number) => (100 * x).toFixed(1);
        console.log(
          `${kind}, player of level ${level}: ${percent(mean)} ± ${percent(Z * spread)} % of ${scores.length} games,` +
            ` opponents of level ${(met / scores.length).toFixed(1)} on average`,
        );
        expect(Math.abs(mean - 0.5)).toBeLessThanOrEqual(0.05 + Z * spread);
      }
    },
    12 * 60 * 60 * 1000,
  );
});
