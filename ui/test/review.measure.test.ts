// Measures reviews in the module of each game: `make review`. KYDAI_TEST_REVIEW is the number of
// games of each kind. The CPU time is the time of the thread that runs the module, as in a worker
// of the browser (Linux only).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Side } from "../src/board";
import { chance } from "../src/play/words";
import { report } from "../src/review/judge";
import { PASSES, Review, type Subject } from "../src/review/run";
import { Refused } from "../src/session/desk";
import type { Reply, Request } from "../src/session/messages";
import { builtGames, startModule } from "./modules";

const GAMES = Number(process.env.KYDAI_TEST_REVIEW ?? 0);
const ONLY = process.env.KYDAI_TEST_REVIEW_KIND ?? "";
const MOST_PLIES = 200;
/**
 * Nodes per position of a deep review. A normal review must find the blunders that the deep review
 * finds.
 */
const DEEP = 20_000;
/**
 * The limits for a game of 201 positions, in milliseconds of CPU time: for the graph, and for the
 * whole review.
 */
const GRAPH_MS = 250;
const REVIEW_MS = 2500;

/**
 * The CPU time of this thread in milliseconds. The module runs on this thread, as it does in a
 * worker.
 */
const cpu = (): number => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;

type Ask = (q: Request) => Promise<Reply>;

async function start(kind: string): Promise<Ask> {
  const answer = await startModule(kind);
  return async (q) => {
    const r = JSON.parse(answer(JSON.stringify(q), () => undefined)) as Reply;
    if (r.error) throw new Refused(r.error);
    return r;
  };
}

/** Plays a game between two engine levels and returns its codes, at most MOST_PLIES. */
async function play(ask: Ask, kind: string, n: number): Promise<string[]> {
  const codes: string[] = [];
  const levels = [2 + (n % 4), 2 + (Math.floor(n / 4) % 4)];
  while (codes.length < MOST_PLIES) {
    const q: Request = { op: "think", game: kind, seed: n, moves: codes, level: levels[codes.length % 2] };
    const code = (await ask(q).catch(() => null))?.thought?.lines[0]?.codes[0];
    if (!code) break;
    codes.push(code);
  }
  return codes;
}

async function subjectOf(ask: Ask, kind: string, seed: number, codes: string[], scale: number): Promise<Subject> {
  const game = { game: kind, seed };
  const state = async (q: Omit<Request, "op">) => {
    const r = await ask({ ...q, op: "new", moves: codes });
    await ask({ op: "drop", session: r.session });
    return r.state;
  };
  const [last, first, second] = [
    await state(game),
    await state({ ...game, view: "first" }),
    await state({ ...game, view: "second" }),
  ];
  const hidden = String(first?.codes) !== codes.join(",");
  const turn = last?.turn ?? "first";
  const sides = [...codes, ""].map((_, i): Side =>
    ((codes.length - i) % 2 === 0) === (turn === "first") ? "first" : "second",
  );
  return {
    game,
    codes,
    sides,
    ...(hidden ? { dealt: true, seen: { first: first?.codes ?? [], second: second?.codes ?? [] } } : {}),
    end: last?.why ? (last.winner === "first" ? 1 : last.winner === "second" ? 0 : 0.5) : null,
    chance: (points, mate, side) => chance(points, mate, side, scale),
  };
}

const blunders = (r: Review): number[] =>
  report(r.moves(), r.chances(), []).judgements.flatMap((j, ply) =>
    j === "blunder" || j === "missed-win" ? [ply] : [],
  );

describe.skipIf(GAMES === 0)("reviews", () => {
  for (const kind of builtGames().filter((k) => !ONLY || k === ONLY)) {
    it(
      kind,
      async () => {
        const scale = (await (await start(kind))({ op: "games" })).games?.[0]?.scale ?? 200;
        let [plies, graph, most, found, all, extra] = [0, 0, 0, 0, 0, 0];
        for (let n = 0; n < GAMES; n++) {
          const ask = await start(kind);
          const codes = await play(ask, kind, n);
          const subject = await subjectOf(ask, kind, n, codes, scale);
          const deep = new Review(subject, ask);
          await deep.pass(
            { nodes: DEEP },
            () => true,
            () => undefined,
          );
          const truth = blunders(deep);
          const fresh = await start(kind);
          const quick = new Review(subject, fresh);
          await fresh({ op: "think", game: kind, limits: { nodes: 1 } }); // load the module and its tables before the measurement
          const share = (codes.length + 1) / (MOST_PLIES + 1);
          const begun = cpu();
          const used = () => cpu() - begun;
          await quick.pass(
            PASSES[0] ?? { nodes: 1 },
            () => true,
            () => undefined,
          );
          const drawn = used();
          for (const pass of PASSES.slice(1))
            await quick.pass(
              pass,
              () => used() < REVIEW_MS * share,
              () => undefined,
            );
          const seen = blunders(quick);
          plies += codes.length + 1;
          graph += drawn;
          most = Math.max(most, drawn / share);
          all += truth.length;
          found += truth.filter((ply) => seen.includes(ply)).length;
          extra += seen.filter((ply) => !truth.includes(ply)).length;
          console.log(
            `${kind} ${n}: ${codes.length} plies, graph ${drawn.toFixed(0)} ms, blunders ${truth.join(" ")}; found ${seen.join(" ")}`,
          );
        }
        console.log(
          `${kind}: ${GAMES} games, ${plies} positions; graph of 201 positions ${((graph / plies) * (MOST_PLIES + 1)).toFixed(0)} ms (goal ${GRAPH_MS}, worst ${most.toFixed(0)}); ` +
            `${found} of ${all} blunders (${((100 * found) / Math.max(1, all)).toFixed(0)} %, goal 90) within ${REVIEW_MS} ms for 201 positions, and ${extra} others`,
        );
        expect(all).toBeGreaterThan(0);
      },
      4 * 3600_000,
    );
  }
});
