// Draws the moves that a search tries in a position: numbers show the order of the search, and a
// heat map shows the values of the destination squares.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { loadSprite, type GameView } from "../board";
import { spotOf } from "../board/geometry";
import { number, t, tx } from "../app/i18n";
import { loadView, lookOf } from "../play/board";
import { markupOf } from "../play/diagram";
import { faultText } from "../play/hooks";
import { NumberField } from "../play/number";
import type { State } from "../session/messages";
import { lab, searches, type Algorithm } from "./desk";
import { EvalField } from "./fields";
import { heat, tried, type Tried } from "./heat";
import { writeSpec } from "./spec";

/** The first moves get a number on the board; the other moves appear only in the heat map. */
const NUMBERED = 12;

interface Found {
  view: GameView;
  state: State;
  moves: Tried[];
}

export function Candidates({ kind }: { kind: string }) {
  const algorithm = useSignal<Algorithm>("ordered");
  const evaluator = useSignal("");
  const width = useSignal(0);
  const played = useSignal("");
  const found = useSignal<Found | null>(null);
  const fault = useSignal("");
  const run = async () => {
    fault.value = "";
    found.value = null;
    try {
      const moves = played.value.split(/[\s,]+/).filter(Boolean);
      const { session = 0, state } = await lab.ask({ op: "new", game: kind, moves, seed: 1 });
      const { tree } = await lab
        .ask({
          op: "tree",
          session,
          algorithm: writeSpec({ name: algorithm.value, eval: evaluator.value, c: "", time: "" }),
          limits: { depth: 1 },
          width: width.value,
        })
        .finally(() => lab.ask({ op: "drop", session }).catch(() => undefined));
      const view = await loadView(kind);
      if (state && tree) found.value = { view, state, moves: tried(tree, state.legal ?? []) };
    } catch (e) {
      fault.value = faultText(e);
    }
  };
  return (
    <section class="setup">
      <h2>{t("lab.candidates")}</h2>
      <p class="fine">{t("lab.candidates.about")}</p>
      <label class="field">
        <span>{t("lab.played")}</span>
        <input value={played} onInput={(e) => (played.value = e.currentTarget.value)} spellcheck={false} />
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
        <EvalField kind={kind} value={evaluator.value} label={t("lab.eval")} onChange={(n) => (evaluator.value = n)} />
        <NumberField label={t("lab.width")} value={width.value} most={400} onChange={(n) => (width.value = n)} />
        <button
          type="button"
          class="button"
          aria-label={`${t("lab.run")}: ${t("lab.candidates")}`}
          onClick={() => void run()}
        >
          {t("lab.run")}
        </button>
      </div>
      {fault.value && <p role="alert">{fault}</p>}
      {found.value && <Shown kind={kind} {...found.value} />}
    </section>
  );
}

function Shown(p: Found & { kind: string }) {
  const el = useRef<SVGSVGElement>(null);
  const { state, moves } = p;
  const { width, height } = state;
  const look = lookOf(p.kind);
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
    <figure>
      <div class="diagram candidates" data-game={p.kind} data-set={look.set}>
        <svg ref={el} viewBox={box} role="img" aria-label={t("lab.candidates")} />
      </div>
      <figcaption>
        <ol>
          {moves.slice(0, NUMBERED).map((m) => (
            <li key={m.code}>
              {m.code} <span class="num">{number(m.value / 100)}</span>
            </li>
          ))}
        </ol>
        {moves.length > NUMBERED && <p class="fine">{t("lab.candidates.more", { n: moves.length - NUMBERED })}</p>}
      </figcaption>
    </figure>
  );
}
