// Learning a game: steps that are played, one idea each.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import { say } from "../app/shell";
import { Titled, useTitle } from "../app/titled";
import { BoardBox } from "../play/board";
import { Kinds } from "../play/kinds";
import { sound } from "../play/sounds";
import { Waiting } from "../play/waiting";
import { gameName, isTall } from "../play/words";
import { rules } from "../session/here";
import type { State } from "../session/messages";
import { Rich } from "../play/rich";
import NotFound from "./notfound";

interface Step {
  start: string;
  moves: string[];
  goal: string[];
  vi: string;
  en: string;
}

const lessons = import.meta.glob<{ default: Step[] }>("../../i18n/learn/*.json");

export default function Learn({ kind }: { kind?: string }) {
  if (kind === undefined) return <Choose />;
  return infoOf(kind) && lessons[`../../i18n/learn/${kind}.json`] ? <Lesson key={kind} kind={kind} /> : <NotFound />;
}

function Choose() {
  return (
    <Titled title={t("learn.title")} class="narrow">
      <ul class="list">
        {kinds().map((k) => (
          <li key={k}>
            <a href={`/learn/${k}`}>
              <b>{gameName(k)}</b>
              <small>{tx(`game.${k}.about`)}</small>
            </a>
            <a class="button" href={`/rules/${k}`}>
              {t("nav.rules")}
            </a>
          </li>
        ))}
      </ul>
    </Titled>
  );
}

/** Whether a move solves a step; a star at the end of a goal stands for anything. */
export function solves(goals: string[], code: string): boolean {
  return goals.some((g) => (g.endsWith("*") ? code.startsWith(g.slice(0, -1)) : code === g));
}

function Lesson({ kind }: { kind: string }) {
  useTitle(`${t("learn.title")} · ${gameName(kind)}`);
  const steps = useSignal<Step[]>([]);
  const at = useSignal(0);
  const tries = useSignal(0);
  const state = useSignal<State | null>(null);
  const result = useSignal<"" | "well" | "notyet">("");

  useEffect(() => {
    void lessons[`../../i18n/learn/${kind}.json`]?.().then((m) => (steps.value = m.default));
  }, [kind]);

  // The step's position, opened anew for each try.
  const session = useSignal(0);
  useEffect(() => {
    const step = steps.value[at.value];
    if (!step) return;
    result.value = "";
    let gone = false;
    let mine = 0;
    void rules
      .ask({ op: "new", game: kind, start: step.start, moves: step.moves, seed: at.value + 1, view: "first" })
      .then((r) => {
        mine = r.session ?? 0;
        if (gone) void rules.ask({ op: "drop", session: mine });
        else {
          session.value = mine;
          state.value = r.state ?? null;
        }
      });
    return () => {
      gone = true;
      if (mine) void rules.ask({ op: "drop", session: mine });
    };
  }, [kind, steps.value, at.value, tries.value]);

  const onMove = async (code: string) => {
    const step = steps.value[at.value];
    if (!step || result.value) return;
    const r = await rules.ask({ op: "play", session: session.value, code, view: "first" });
    if (r.state) state.value = r.state;
    result.value = solves(step.goal, code) ? "well" : "notyet";
    sound(result.value === "well" ? "end" : "move");
    say(t(result.value === "well" ? "learn.well" : "learn.notyet"));
  };
  const shown = useComputed(() => state.value);
  const total = steps.value.length;
  const step = steps.value[at.value];
  const last = at.value === total - 1;
  const info = (
    <>
      <h1 class="lead">
        {t("learn.title")}: {gameName(kind)}
      </h1>
      <Kinds at={kind} href={(k) => `/learn/${k}`} />
      <p class="more">
        <a class="button" href={`/rules/${kind}`}>
          {t("nav.rules")}
        </a>
      </p>
    </>
  );
  if (!step || !state.value) return <Waiting kind={kind} info={info} />;
  return (
    <div class="table lesson" data-kind={kind} data-tall={isTall(kind)}>
      <div class="side info">{info}</div>
      <div class="middle">
        <BoardBox
          kind={kind}
          state={() => shown.value}
          orientation={() => "first"}
          interactive={() => (result.value ? "none" : "both")}
          onMove={(code) => void onMove(code)}
        />
      </div>
      <div class="side act">
        <p>
          <b>{t("learn.step", { n: at.value + 1, of: total })}</b>
        </p>
        <progress max={total} value={at.value + (result.value === "well" ? 1 : 0)} aria-label={t("learn.title")} />
        <div class="text">
          <Rich text={lang.value === "vi" ? step.vi : step.en} />
          {result.value === "well" && <p class="verdict">{t("learn.well")}</p>}
          {result.value === "notyet" && (
            <p class="verdict" data-bad>
              {t("learn.notyet")}
            </p>
          )}
          {last && result.value === "well" && <p>{t("learn.done")}</p>}
        </div>
        <div class="more">
          <button type="button" class="button" disabled={at.value === 0} onClick={() => at.value--}>
            {t("learn.prev")}
          </button>
          {result.value === "notyet" ? (
            <button type="button" class="button main" onClick={() => tries.value++}>
              {t("learn.retry")}
            </button>
          ) : last && result.value === "well" ? (
            <a class="button main" href={`/play/${kind}`}>
              {t("learn.play")}
            </a>
          ) : (
            <button
              type="button"
              class={result.value === "well" ? "button main" : "button"}
              disabled={last}
              onClick={() => at.value++}
            >
              {t("learn.next")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
