// Shows the solver's answer: the result, the tree of moves, and buttons for the answer.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { gameName, sideName } from "../play/words";
import { attacked, branches, type Answered, type Branch } from "./solver";
import { sentences } from "./words";

/** The number of lines that are shown at first. */
const LINES = 60;

export function Answer(p: { kind: string; answered: Answered; onMore(): void; onPlay(): void }) {
  const { question: q, solution: s } = p.answered;
  const most = useSignal(LINES);
  useEffect(() => {
    most.value = LINES;
  }, [p.answered]);
  const { list, lines } = branches(s.next ?? [], most.value);
  const won = attacked(p.answered);
  const [first, ...rest] = sentences(p.kind, p.answered);
  return (
    <>
      <h1 class="paperonly">
        {t("solve.title")} · {gameName(p.kind)}
      </h1>
      <p class="task paperonly">
        {t("play.turn", { side: sideName(p.kind, q.turn) })}.{" "}
        {t("solve.task", { side: sideName(p.kind, q.side), goal: tx(`solve.goal.${q.goal}`), n: q.moves })}
      </p>
      <p class="result" data-result={s.result}>
        <b>{first}</b> {rest.join(" ")}
      </p>
      <p class="more">
        {won && (
          <button type="button" class="button" onClick={p.onPlay}>
            {t("solve.play")}
          </button>
        )}
        {s.result === "undecided" && !s.limit && (
          <button type="button" class="button" onClick={p.onMore}>
            {t("solve.more")}
          </button>
        )}
        {list.length > 0 && (
          <button type="button" class="button" onClick={() => print()}>
            {t("solve.print")}
          </button>
        )}
      </p>
      {list.length > 0 && (
        <>
          <h3>{t(won ? "solve.tree" : "solve.answers")}</h3>
          <Tree list={list} />
          {lines > most.value && (
            <button type="button" class="link screen" onClick={() => (most.value = Infinity)}>
              {t("solve.all", { n: lines })}
            </button>
          )}
        </>
      )}
    </>
  );
}

function Tree({ list }: { list: Branch[] }) {
  return (
    <ul class="proof">
      {list.map((b, i) => (
        <li key={i}>
          {b.text}
          {b.cut && " …"}
          {b.next.length > 0 && <Tree list={b.next} />}
        </li>
      ))}
    </ul>
  );
}
