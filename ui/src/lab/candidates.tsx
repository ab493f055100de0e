// Draws the moves that a search tries in a position: numbers show the order of the search, and a
// heat map shows the values of the destination squares.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { loadSprite, type GameView } from "../board";
import { spotOf } from "../board/geometry";
import { t, tx } from "../app/i18n";
import { loadView, lookOf } from "../play/board";
import { markupOf } from "../play/diagram";
import { NumberField } from "../play/number";
import { moveText } from "../play/words";
import { noMove, type Desk } from "../session/desk";
import { notationOf } from "../session/rules";
import type { State } from "../session/messages";
import { searches, type Algorithm } from "./desk";
import { useArrival } from "./arrive";
import { EvalField, useNames } from "./fields";
import { Form, RunButton } from "./form";
import { candidatesCsv, heat, tried, type Tried } from "./heat";
import { useJob } from "./job";
import { useExample, wrongMove } from "./played";
import { saveChart, saveFile } from "./save";
import { writeSpec } from "./spec";
import { unitText, worth } from "./worth";

/** The first moves get a number on the board; the other moves appear only in the heat map. */
const NUMBERED = 12;

interface Found {
  evaluator: string;
  view: GameView;
  state: State;
  moves: Tried[];
  /** The numbered moves in the user's notation; "" for a move that is written like its code. */
  texts: string[];
}

/** Writes the numbered moves of a position in the user's notation. */
function written(desk: Desk, session: number, kind: string, moves: readonly Tried[]): Promise<string[]> {
  const notation = notationOf(kind);
  const write = async ({ code }: Tried) => {
    if (!notation) return "";
    const { texts = [] } = await desk.ask({ op: "write", session, notation, moves: [code] });
    const text = moveText(texts[0] ?? "");
    return text === code ? "" : text;
  };
  return Promise.all(moves.slice(0, NUMBERED).map(write));
}

export function Candidates({ kind }: { kind: string }) {
  const algorithm = useSignal<Algorithm>("ordered");
  const evaluator = useSignal("");
  const width = useSignal(0);
  const played = useSignal("");
  const found = useSignal<Found | null>(null);
  const usual = useNames(kind).evals[0] ?? "";
  const example = useExample(kind);
  const job = useJob(async (desk) => {
    found.value = null;
    const moves = played.value.split(/[\s,]+/).filter(Boolean);
    try {
      const { session = 0, state } = await desk.ask({ op: "new", game: kind, moves, seed: 1 });
      const used = evaluator.value || usual;
      const named = writeSpec({ name: algorithm.value, eval: evaluator.value, c: "", time: "" });
      const request = { op: "tree", session, algorithm: named, limits: { depth: 1 }, width: width.value } as const;
      try {
        const { tree } = await desk.ask(request);
        const list = tree ? tried(tree, state?.legal ?? []) : [];
        const texts = await written(desk, session, kind, list);
        const view = await loadView(kind);
        if (state && tree) found.value = { evaluator: used, view, state, moves: list, texts };
      } finally {
        desk.ask({ op: "drop", session }).catch(() => undefined);
      }
    } catch (e) {
      const fault = noMove(e) && (await wrongMove((q) => desk.ask(q), kind, moves));
      if (!fault) throw e;
      job.fault.value = fault;
    }
  });
  return (
    <section class="setup">
      <h2>{t("lab.candidates")}</h2>
      <p class="fine">{t("lab.candidates.about")}</p>
      <Form onRun={job.run}>
        <label class="field">
          <span>{t("lab.played")}</span>
          <input
            value={played}
            onInput={(e) => (played.value = e.currentTarget.value)}
            placeholder={example && t("play.command.hint", { example })}
            spellcheck={false}
          />
        </label>
        <div class="row">
          <label class="field">
            <span>{t("lab.algorithm")}</span>
            <select value={algorithm} onChange={(e) => (algorithm.value = e.currentTarget.value as Algorithm)}>
              {searches.map((a) => (
                <option key={a} value={a}>
                  {tx(`lab.alg.${a}`)}
                </option>
              ))}
            </select>
          </label>
          <EvalField
            kind={kind}
            value={evaluator.value}
            label={t("lab.eval")}
            onChange={(n) => (evaluator.value = n)}
          />
          <NumberField label={t("lab.width")} value={width.value} most={400} onChange={(n) => (width.value = n)} />
          <RunButton of={t("lab.candidates")} job={job} />
        </div>
      </Form>
      {job.fault.value && <p role="alert">{job.fault}</p>}
      <p class="unseen" role="status">
        {found.value && listText(found.value.moves)}
      </p>
      {found.value && <Shown kind={kind} {...found.value} />}
    </section>
  );
}

const listText = (moves: readonly Tried[]): string =>
  moves
    .slice(0, NUMBERED)
    .map((m, i) => `${i + 1}. ${m.code} ${worth(m.value)}`)
    .join(", ");

function Shown(p: Found & { kind: string }) {
  const el = useRef<SVGSVGElement>(null);
  const figure = useRef<HTMLElement>(null);
  const { state, moves } = p;
  useArrival(figure, state);
  const { width, height } = state;
  // The moves are listed by their codes, so the coordinates on the board are the letters of the codes.
  const own = lookOf(p.kind);
  const look = p.view.coordinates.includes("letters") ? { ...own, coordinates: "letters" } : own;
  const { box, svg } = markupOf(p.view, { kind: p.kind, cells: state.cells, width, height, turn: state.turn }, look);
  const frame = { width, height, orientation: "first" as const };
  const warm = [...heat(moves)].map(([sq, share]) => {
    const { x, y } = spotOf(sq, frame);
    return `<rect class="heat" x="${x}" y="${y}" width="1" height="1" fill-opacity="${(0.1 + 0.6 * share).toFixed(2)}"/>`;
  });
  // Several of the numbered moves may have the same destination square.
  const at = new Map<number, number[]>();
  moves.slice(0, NUMBERED).forEach((m, i) => at.set(m.to, [...(at.get(m.to) ?? []), i + 1]));
  const numbers = [...at].map(([sq, list]) => {
    const { x, y } = spotOf(sq, frame);
    return `<text class="order" x="${x + 0.5}" y="${y + 0.66}">${list.join(",")}</text>`;
  });
  const drawn = svg + warm.join("") + numbers.join("");
  useLayoutEffect(() => {
    loadSprite(p.view.sprite).catch(() => undefined);
    if (el.current) el.current.innerHTML = drawn;
  }, [drawn]);
  return (
    <figure ref={figure} class="tried">
      <div class="diagram candidates" data-game={p.kind} data-set={look.set}>
        <svg ref={el} viewBox={box} role="img" aria-label={t("lab.candidates")} />
      </div>
      <figcaption>
        <p class="fine">{unitText(p.evaluator)}</p>
        <ol>
          {moves.slice(0, NUMBERED).map((m, i) => (
            <li key={m.code}>
              <span>
                {m.code} <span class="num">{worth(m.value)}</span> <span>{p.texts[i]}</span>
              </span>
            </li>
          ))}
        </ol>
        {moves.length > NUMBERED && <p class="fine">{t("lab.candidates.more", { n: moves.length - NUMBERED })}</p>}
        <div class="row">
          <button
            type="button"
            class="button"
            aria-label={`${t("lab.csv")}: ${t("lab.candidates")}`}
            onClick={() => saveFile(`kydai-candidates-${p.kind}.csv`, "text/csv", candidatesCsv(moves))}
          >
            {t("lab.csv")}
          </button>
          <button
            type="button"
            class="button"
            aria-label={`${t("lab.svg")}: ${t("lab.candidates")}`}
            onClick={() => saveChart(`kydai-candidates-${p.kind}.svg`, el.current)}
          >
            {t("lab.svg")}
          </button>
        </div>
      </figcaption>
    </figure>
  );
}
