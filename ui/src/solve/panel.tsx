// Shows the solver in the editor: the form for a goal, a side and a number of moves, and the
// solution. The solution with all defences can be printed or played.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Side } from "../board";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import { WhyButton } from "../play/act";
import { Pick } from "../play/pick";
import { gameName, sideName } from "../play/words";
import { notationOf } from "../session/rules";
import paper from "../style/print.css?url";
import sheet from "../style/solve.css?url";
import { Answer } from "./answer";
import { choices, keepChoices } from "./choices";
import { PlayOut } from "./playout";
import { PlayStrip } from "./playstrip";
import { FEW_NODES, NODES, Solver, type Goal } from "./solver";
import { nodesText, refusal } from "./words";

/** The goals that the solver can prove, by game. */
const goals = import.meta.glob<Goal[]>("../../../games/*/study/goals.json", { eager: true, import: "default" });

/** After the last change of the board, the solver waits for this time in milliseconds. */
const PAUSE_MS = 400;
const MOST_MOVES = 60;

export interface PanelProps {
  kind: string;
  /**
   * `start` is the position, `turn` the side to move, and `ok` whether the rules accept the
   * position.
   */
  start: string;
  turn: Side;
  ok: boolean;
  /** The solution that the user is playing on the board; null if none. */
  playing: Signal<PlayOut | null>;
  /** Called with the element that shows a result. */
  onSaid(el: Element | null): void;
}

export const ready = (): Promise<unknown> => Promise.all([addSheet(sheet), addSheet(paper)]);

export function Panel(p: PanelProps) {
  const { kind, playing } = p;
  const known = goals[`../../../games/${kind}/study/goals.json`] ?? [];
  const solver = useMemo(() => new Solver(kind, () => notationOf(kind)), [kind]);
  const kept = useSignal(choices());
  const side = useSignal<Side | "">("");
  useEffect(
    () => () => {
      playing.value?.close();
      playing.value = null;
      solver.close();
    },
    [solver],
  );
  const { moves, auto } = kept.value;
  const goal = known.includes(kept.value.goal) ? kept.value.goal : (known[0] ?? "win");
  const choose = (next: Partial<typeof kept.value>) => {
    kept.value = { ...kept.value, ...next };
    keepChoices(kept.value);
    solver.clear();
  };
  const wanted = side.value || p.turn;
  const question = (nodes: number) => ({ start: p.start, turn: p.turn, goal, side: wanted, moves, nodes });
  // The answer is valid for one question only, so it is cleared when the position or the question
  // changes.
  useEffect(() => {
    solver.clear();
    playing.value?.close();
    playing.value = null;
    if (!auto || !p.ok || known.length === 0) return;
    const timer = setTimeout(() => void solver.solve(question(FEW_NODES)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [p.start, p.ok, auto, goal, wanted, moves, solver]);

  const answer = solver.answer.value;
  // On a phone the answer is below the form, so the page scrolls to it.
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = found.current;
    if (box) p.onSaid(box.querySelector(".result b") ?? box.querySelector("[role=alert]"));
  }, [answer, solver.fault.value]);
  const play = () => {
    if (!answer) return;
    const out = new PlayOut(kind, solver, answer);
    playing.value = out;
    void out.open();
    document.querySelector(".boardbox")?.scrollIntoView({ block: "nearest" });
  };
  if (known.length === 0)
    return (
      <section class="solve screen" aria-label={t("solve.title")}>
        <h2>{t("solve.title")}</h2>
        <p>{t("solve.no.game", { game: gameName(kind) })}</p>
      </section>
    );
  if (playing.value) return <PlayStrip kind={kind} out={playing.value} onEnd={() => end(playing)} />;
  return (
    <section class="solve" aria-label={t("solve.title")}>
      <h2 class="screen">{t("solve.title")}</h2>
      <form
        class="screen"
        onSubmit={(e) => {
          e.preventDefault();
          if (p.ok) void solver.solve(question(NODES));
        }}
      >
        <Pick
          label={t("solve.goal")}
          name="goal"
          value={goal}
          values={known}
          text={(v) => tx(`solve.goal.${v}`)}
          onPick={(v) => choose({ goal: v })}
        />
        <Pick
          label={t("solve.side")}
          name="solveside"
          value={wanted}
          values={["first", "second"] as const}
          text={(v) => sideName(kind, v)}
          onPick={(v) => {
            side.value = v;
            solver.clear();
          }}
        />
        <label class="field">
          <span>{t("solve.moves")}</span>
          <input
            type="number"
            inputmode="numeric"
            min={1}
            max={MOST_MOVES}
            value={moves}
            onInput={(e) => {
              const n = Math.trunc(Number(e.currentTarget.value));
              if (n >= 1 && n <= MOST_MOVES) choose({ moves: n });
            }}
          />
        </label>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={auto}
            checked={auto}
            onChange={(e) => choose({ auto: e.currentTarget.checked })}
          />
          <span>{t("solve.auto")}</span>
        </label>
        {solver.running.value ? (
          <div class="row">
            <progress aria-label={t("solve.busy", { nodes: "" })} />
            <button type="button" class="button" onClick={() => solver.stop()}>
              {t("solve.stop")}
            </button>
          </div>
        ) : (
          <WhyButton
            class="button"
            why={p.ok ? "" : t("solve.invalid")}
            onClick={() => void solver.solve(question(NODES))}
          >
            {t("solve.go")}
          </WhyButton>
        )}
      </form>
      <div ref={found} role="status" class="found">
        {solver.running.value && <p class="screen">{t("solve.busy", { nodes: nodesText(solver.nodes.value) })}</p>}
        {solver.stopped.value && <p>{t("solve.stopped", { nodes: nodesText(solver.nodes.value) })}</p>}
        {solver.fault.value !== null && <p role="alert">{refusal(kind, solver.fault.value)}</p>}
        {answer && (
          <Answer
            kind={kind}
            answered={answer}
            onMore={() => void solver.solve({ ...answer.question, nodes: Math.max(NODES, answer.question.nodes * 4) })}
            onPlay={play}
          />
        )}
      </div>
    </section>
  );
}

function end(playing: Signal<PlayOut | null>): void {
  playing.value?.close();
  playing.value = null;
}
