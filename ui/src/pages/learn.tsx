// Lessons: positions to solve, one idea each.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot, infoOf, kinds } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import type { PageProps } from "../app/router";
import { Titled, useTitle } from "../app/titled";
import { BoardBox, loadView } from "../play/board";
import { Kinds } from "../play/kinds";
import { sound } from "../play/sounds";
import { faultText, type Failure } from "../play/use";
import { Failed, Waiting } from "../play/waiting";
import { gameName, isTall } from "../play/words";
import { rules } from "../session/here";
import { again } from "../wire/again";
import type { Reply, State } from "../session/messages";
import { Rich } from "../play/rich";
import NotFound from "./notfound";

interface Step {
  start: string;
  moves: string[];
  goal: string[];
  vi: string;
  en: string;
}

const lessons = import.meta.glob<{ default: Step[] }>("../../../games/*/text/lessons.json");

export default function Learn({ kind }: { kind?: string }) {
  if (kind === undefined) return <Choose />;
  return infoOf(kind) && lessons[`../../../games/${kind}/text/lessons.json`] ? (
    <Lesson key={kind} kind={kind} />
  ) : (
    <NotFound />
  );
}

function Choose() {
  return (
    <Titled title={t("learn.title")} class="narrow">
      <ul class="list rows games">
        {kinds().map((k) => (
          <li key={k}>
            <a href={`/learn/${k}`}>
              <b>{gameName(k)}</b> <span class="state">{stateText(k)}</span>
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

/** How far a lesson has been learned on this device. */
interface Progress {
  solved: number;
  of: number;
}

const shelf = (kind: string): string => `kydai.learn.${kind}`;

function progressOf(kind: string): Progress {
  const [solved = 0, of = 0] = (localStorage.getItem(shelf(kind)) ?? "").split("/").map(Number);
  return { solved, of };
}

function stateText(kind: string): string {
  const { solved, of } = progressOf(kind);
  if (!solved) return "";
  return solved < of ? t("learn.state", { n: solved, of }) : t("learn.state.done");
}

/** The steps of the game that was asked for last. */
let prepared: { of: string; steps: Step[] } = { of: "", steps: [] };

/** Loads the steps and the game's view before the page is shown. */
export async function prepare({ kind = "" }: PageProps): Promise<void> {
  const file = lessons[`../../../games/${kind}/text/lessons.json`];
  if (!file) return;
  const [m] = await Promise.all([again(file), loadView(kind)]);
  prepared = { of: kind, steps: m.default };
}

/** Whether a move solves a step. A star at the end of a goal matches anything. */
export function solves(goals: string[], code: string): boolean {
  return goals.some((g) => (g.endsWith("*") ? code.startsWith(g.slice(0, -1)) : code === g));
}

function Lesson({ kind }: { kind: string }) {
  useTitle(`${t("learn.title")} · ${gameName(kind)}`);
  const steps = useSignal<Step[]>(prepared.of === kind ? prepared.steps : []);
  const at = useSignal(0);
  const tries = useSignal(0);
  const state = useSignal<State | null>(boot.lesson?.kind === kind ? boot.lesson.state : null);
  const result = useSignal<"" | "well" | "notyet">("");

  const failure = useSignal<Failure | null>(null);
  const fails = (e: unknown) => {
    failure.value = { text: faultText(e), retry: async () => void ((failure.value = null), tries.value++) };
  };
  useEffect(() => {
    if (!steps.value.length) prepare({ kind }).then(() => (steps.value = prepared.steps), fails);
  }, [kind, tries.value]);

  // The session with the step's position, opened again for each attempt. A move waits for it.
  const session = useRef(Promise.resolve(0));
  useEffect(() => {
    const step = steps.value[at.value];
    if (!step) return;
    result.value = "";
    let gone = false;
    const opened = rules.ask({
      op: "new",
      game: kind,
      start: step.start,
      moves: step.moves,
      seed: at.value + 1,
      view: "first",
    });
    session.current = opened.then((r) => {
      if (!gone) state.value = r.state ?? null;
      return r.session ?? 0;
    });
    session.current.catch((e: unknown) => gone || fails(e));
    return () => {
      gone = true;
      opened.then((r) => rules.ask({ op: "drop", session: r.session })).catch(() => undefined);
    };
  }, [kind, steps.value, at.value, tries.value]);

  const onMove = async (code: string) => {
    const step = steps.value[at.value];
    if (!step || result.value) return;
    let r: Reply;
    try {
      r = await rules.ask({ op: "play", session: await session.current, code, view: "first" });
    } catch {
      state.value = state.value && { ...state.value }; // the piece goes back; what failed is said already
      return;
    }
    if (r.state) state.value = r.state;
    result.value = solves(step.goal, code) ? "well" : "notyet";
    const solved = Math.max(progressOf(kind).solved, at.value + 1);
    if (result.value === "well") localStorage.setItem(shelf(kind), `${solved}/${steps.value.length}`);
    sound(result.value === "well" ? "end" : "move");
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
  if (!step || !state.value) return <Waiting kind={kind} info={info} bare failure={failure.value} />;
  return (
    <div class="table lesson" data-kind={kind} data-tall={isTall(kind)}>
      <div class="side info">{info}</div>
      <div class="middle">
        <BoardBox
          kind={kind}
          state={() => shown.value}
          orientation={() => "first"}
          interactive={() => (result.value ? "none" : "both")}
          coordinates="letters"
          onMove={(code) => void onMove(code)}
        />
      </div>
      <div class="side act">
        <p>
          <b>{t("learn.step", { n: at.value + 1, of: total })}</b>
        </p>
        <progress max={total} value={at.value + (result.value === "well" ? 1 : 0)} aria-label={t("learn.title")} />
        {failure.value && <Failed failure={failure.value} />}
        <div class="text" aria-live="polite">
          <Rich text={lang.value === "vi" ? step.vi : step.en} />
          {result.value === "well" && (
            <p class="verdict">
              {t("learn.well")} {last && t("learn.done")}
            </p>
          )}
          {result.value === "notyet" && (
            <p class="verdict" data-bad>
              {t("learn.notyet")}
            </p>
          )}
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
