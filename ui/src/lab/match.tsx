// Plays a match between two algorithms, each moving first in half of the games.
import { useSignal } from "@preact/signals";
import { number, t } from "../app/i18n";
import type { Desk } from "../session/desk";
import { bestOf } from "../session/thought";
import { AlgorithmFields } from "./fields";
import { Form, RunButton } from "./form";
import { useJob } from "./job";
import { namesOf, weightsFor } from "./learnt";
import { readSpec, type Chosen } from "./spec";
import { NumberField } from "../play/number";
import { keep, playerOf, type Player } from "./kept";
import { mostWorkers, searchInWorkers, stopWorkers, usualWorkers } from "./workers";
import { ResultHead, Stats } from "./stats";
import { playerWords } from "./words";

/**
 * The score of a match between two algorithms. The form may already show other algorithms for the
 * next match.
 */
interface Score {
  a: Player;
  b: Player;
  wins: number;
  draws: number;
  losses: number;
}

/** A game that is not over after this many plies counts as a draw. */
const MOST_PLIES = 200;
/** The number of random plies at the start of each game, so that games differ. */
const OPENING = 4;

/**
 * Returns the move of a player. For tree search in several workers this is the most visited move
 * over all trees.
 */
async function moveOf(
  desk: Desk,
  kind: string,
  seed: number,
  moves: string[],
  algorithm: string,
  by: Player,
): Promise<string> {
  const weights = weightsFor(localStorage, kind, algorithm);
  const threads = Number(readSpec(algorithm).threads) || 1;
  const sims = by.sims ?? 1;
  if (threads > 1) {
    const one = algorithm.replace(/,threads=\d+/, "");
    return searchInWorkers(desk, Math.min(threads, mostWorkers), kind, seed, {
      moves,
      algorithm: one,
      sims,
      ...weights,
    });
  }
  const limits = { depth: by.depth ?? 1 };
  const { thought } = await desk.ask({ op: "think", game: kind, seed, moves, algorithm, limits, sims, ...weights });
  return thought ? bestOf(thought) : "";
}

/**
 * Plays matches between two algorithms. The value of `learnt` changes when an evaluator was learnt
 * or deleted, so that the list of evaluators is read again.
 */
export function Match({ kind, learnt }: { kind: string; learnt: number }) {
  const workers = { usual: usualWorkers(), most: mostWorkers };
  const evals = learnt >= 0 ? namesOf(localStorage, kind) : [];
  const a = useSignal<Chosen>({ text: "ordered", depth: 2, sims: 500 });
  const b = useSignal<Chosen>({ text: "greedy", depth: 2, sims: 500 });
  const games = useSignal(10);
  const score = useSignal<Score | null>(null);
  const ply = useSignal(0);
  const finished = useSignal(0);

  const play = async (
    desk: Desk,
    going: () => boolean,
    game: number,
    firstIsA: boolean,
    pair: Score,
  ): Promise<"first" | "second" | "none"> => {
    const seed = game * 1000;
    const moves: string[] = [];
    const opened = await desk.ask({ op: "new", game: kind, seed });
    const session = opened.session ?? 0;
    try {
      for (ply.value = 0; ply.value < MOST_PLIES && going(); ply.value++) {
        const mover = (ply.value % 2 === 0) === firstIsA ? pair.a : pair.b;
        const algorithm = ply.value < OPENING ? "random" : mover.algorithm;
        const code = await moveOf(desk, kind, seed, moves, algorithm, mover);
        const r = await desk.ask({ op: "play", session, code });
        moves.push(code);
        if (r.state?.why) return r.state.winner ?? "none";
      }
      return "none";
    } finally {
      desk.ask({ op: "drop", session }).catch(() => undefined);
    }
  };
  const job = useJob(async (desk, going) => {
    const [one, two] = [a.value, b.value].map((c) => playerOf(c.text, c.depth, c.sims)) as [Player, Player];
    score.value = { a: one, b: two, wins: 0, draws: 0, losses: 0 };
    for (let i = 0; i < games.value && going(); i++) {
      const firstIsA = i % 2 === 0;
      const s: Score = score.value;
      const seed = Math.floor(i / 2) + 1;
      const winner = await play(desk, going, seed, firstIsA, s);
      if (!going()) break;
      const points = winner === "none" ? 0.5 : (winner === "first") === firstIsA ? 1 : 0;
      const row = { at: Date.now(), kind, a: s.a, b: s.b, first: firstIsA, seed, points, plies: ply.value };
      if (!keep(localStorage, row)) job.fault.value = t("lab.unkept");
      finished.value++;
      if (winner === "none") score.value = { ...s, draws: s.draws + 1 };
      else if ((winner === "first") === firstIsA) score.value = { ...s, wins: s.wins + 1 };
      else score.value = { ...s, losses: s.losses + 1 };
    }
  }, stopWorkers);
  const fields = { kind, workers, learnt: evals };
  const form = (
    <section class="setup">
      <h2>{t("lab.match")}</h2>
      <Form onRun={job.run}>
        <AlgorithmFields {...fields} label={t("lab.first")} mark="A" value={a.value} onChange={(c) => (a.value = c)} />
        <AlgorithmFields {...fields} label={t("lab.second")} mark="B" value={b.value} onChange={(c) => (b.value = c)} />
        <div class="row">
          <NumberField
            least={1}
            label={t("lab.games")}
            value={games.value}
            most={200}
            onChange={(n) => (games.value = n)}
          />
          <RunButton of={t("lab.match")} job={job} />
        </div>
      </Form>
      {job.fault.value && <p role="alert">{job.fault}</p>}
      {score.value && <Table score={score.value} />}
    </section>
  );
  return (
    <>
      {form}
      <Stats kind={kind} games={finished.value} />
    </>
  );
}

function Table({ score }: { score: Score }) {
  const { a, b, wins, draws, losses } = score;
  const played = wins + draws + losses;
  const rate = played > 0 ? (wins + draws / 2) / played : 0;
  const decided = wins + losses > 0 ? wins / (wins + losses) : 0;
  const W = 300;
  const part = (n: number) => (played > 0 ? (n / played) * W : 0);
  const row = (player: Player, w: number, d: number, l: number) => (
    <tr>
      <th scope="row">{playerWords(player)}</th>
      <td class="num">{w}</td>
      <td class="num">{d}</td>
      <td class="num">{l}</td>
      <td class="num">{number(w + d / 2, 1)}</td>
    </tr>
  );
  return (
    <>
      <div class="scroll">
        <table>
          <ResultHead last={t("lab.score")} />
          <tbody>
            {row(a, wins, draws, losses)}
            {row(b, losses, draws, wins)}
          </tbody>
        </table>
      </div>
      <figure>
        <svg
          class="chart stack"
          viewBox={`0 0 ${W} 28`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("lab.chart.alt", { w: wins, d: draws, l: losses })}
        >
          <rect class="win" x={0} width={part(wins)} height={28} />
          <rect class="draw" x={part(wins)} width={part(draws)} height={28} />
          <rect class="loss" x={part(wins + draws)} width={part(losses)} height={28} />
        </svg>
        {/* Show the win rates only after the first game has ended. */}
        <figcaption>
          {played > 0 && (
            <>
              <p class="legend" aria-hidden="true">
                A<span data-of="win">{t("lab.setting", { label: t("lab.wins"), value: wins })}</span>
                <span data-of="draw">{t("lab.setting", { label: t("lab.draws"), value: draws })}</span>
                <span data-of="loss">{t("lab.setting", { label: t("lab.losses"), value: losses })}</span>
              </p>
              {t("lab.rate", { all: number(rate * 100), decided: number(decided * 100) })}
            </>
          )}
        </figcaption>
      </figure>
    </>
  );
}
