// Shows the lessons of a game: positions to solve, each with one idea.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { boot, infoOf, kinds } from "../app/boot";
import { punctuated, t, tx } from "../app/i18n";
import { settings } from "../app/settings";
import { addSheet } from "../app/sheets";
import sheet from "../style/tools.css?url";
import type { PageProps } from "../app/router";
import { Titled, useTitle } from "../app/titled";
import type { Arrow, Board } from "../board";
import { BoardBox, loadView, views } from "../play/board";
import { Kinds } from "../play/kinds";
import { coordinatesOf, hasLessons, lessonsOf, type Step } from "../play/lessons";
import { sound } from "../play/sounds";
import { faultText, type Failure } from "../play/hooks";
import { Failed, Waiting } from "../play/waiting";
import { gameName, isTall } from "../play/words";
import { rules } from "../session/rules";
import type { Desk } from "../session/desk";
import type { Reply, State } from "../session/messages";
import type { MyTask } from "../wire/messages";
import { again } from "../wire/again";
import { rest } from "../wire/rest";
import { Rich } from "../play/rich";
import NotFound from "./notfound";

export default function Learn({ kind }: { kind?: string }) {
  if (kind === undefined) return <Choose />;
  return infoOf(kind) && hasLessons(kind) ? <Lesson key={kind} kind={kind} /> : <NotFound />;
}

/**
 * The id of the class task to which this lesson belongs, from the query of the page; "" if there is
 * none.
 */
const taskId = (): string => new URLSearchParams(location.search).get("task") ?? "";

/**
 * Shows children of a class a link back to the page of the class. While a child is on this page, a
 * notification announces matches that start.
 */
function ToClass() {
  const child = taskId() !== "" || sessionStorage.getItem("kydai.class") !== null;
  useEffect(() => {
    if (child) void again(() => import("../classes/calls")).then((m) => m.hearAway());
  }, []);
  if (!child) return null;
  return (
    <a class="button" href="/classes">
      {t("learn.class")}
    </a>
  );
}

function Choose() {
  return (
    <Titled title={t("learn.title")} class="narrow">
      <p class="more">
        <ToClass />
        <a class="button" href="/tour">
          {t("tour.title")}
        </a>
      </p>
      <ul class="list rows games">
        {kinds().map((k) => (
          <li key={k}>
            <a href={`/learn/${k}`}>
              <b>{gameName(k)}</b>{" "}
              <span class="state" data-none={!progressOf(k).solved || undefined}>
                {stateText(k)}
              </span>
              <small>{tx(`game.${k}.about`)}</small>
              <Stars kind={k} />
              <span class="button go">{goText(k)}</span>
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

const shelf = (kind: string): string => `kydai.learn.${kind}`;

const MOST_STARS = 3;

/**
 * The stars of each step of a lesson, from 0 to 3. The stored text has one digit per step: 3 if the
 * first attempt solved the step, 0 if the step is not solved. The older format "3/12" is the number
 * of solved steps and of all steps: one star for each solved step.
 */
export function starsIn(kept: string): number[] {
  const [n, of] = kept.split("/").map(Number);
  if (of !== undefined) return Array.from({ length: of }, (_, i) => (i < (n ?? 0) ? 1 : 0));
  return Array.from(kept, Number);
}

const starsOf = (kind: string): number[] => starsIn(localStorage.getItem(shelf(kind)) ?? "");

/**
 * Stores that an attempt (counted from 0) solved a step, and returns the stars of this attempt. If
 * the stored number of stars is larger, it stays.
 */
function keep(kind: string, step: number, of: number, attempt: number): number {
  const old = starsOf(kind);
  const got = Math.max(1, MOST_STARS - attempt);
  const digits = Array.from({ length: of }, (_, i) => Math.max(old[i] ?? 0, i === step ? got : 0));
  localStorage.setItem(shelf(kind), digits.join(""));
  return got;
}

/** Shows a progress bar of the solved steps, and the number of stars. */
function Stars({ kind }: { kind: string }) {
  const { solved, of, stars } = progressOf(kind);
  if (!solved) return null;
  return (
    <span class="stars">
      <progress max={of} value={solved} aria-label={stateText(kind)} /> {stars}/{of * MOST_STARS} ★
    </span>
  );
}

/**
 * Counts the solved steps, all steps and the stars; `next` is the index of the first unsolved step.
 */
function progressOf(kind: string): { solved: number; of: number; stars: number; next: number } {
  const all = starsOf(kind);
  const solved = all.filter((n) => n > 0).length;
  return { solved, of: all.length, stars: all.reduce((a, b) => a + b, 0), next: Math.max(0, all.indexOf(0)) };
}

const starsText = (n: number): string => "★".repeat(n) + "☆".repeat(MOST_STARS - n);

function stateText(kind: string): string {
  const { solved, of } = progressOf(kind);
  if (!solved) return t("learn.state.none");
  return solved < of ? t("learn.state", { n: solved, of }) : t("learn.state.done");
}

function goText(kind: string): string {
  const { solved, of } = progressOf(kind);
  return solved ? t(solved < of ? "learn.go.on" : "learn.go.again") : t("learn.go");
}

/** The lesson steps of the game that was loaded last. The field `of` is the name of this game. */
let prepared: { of: string; steps: Step[] } = { of: "", steps: [] };

/** Loads the steps and the game's view before the page is shown. */
export async function prepare({ kind = "" }: PageProps): Promise<void> {
  const styled = addSheet(sheet);
  if (!hasLessons(kind)) return void (await styled);
  const [steps] = await Promise.all([lessonsOf(kind, settings.value.lang || boot.lang), loadView(kind), styled]);
  prepared = { of: kind, steps };
}

/**
 * Whether a move solves a step. A goal that ends with a star accepts each move that begins with the
 * text before the star.
 */
export function solves(goals: string[], code: string): boolean {
  return goals.some((g) => (g.endsWith("*") ? code.startsWith(g.slice(0, -1)) : code === g));
}

/** How long a wrong move stays on the board, in milliseconds. */
const WRONG_MS = 1000;

/**
 * If a step has more target squares than this, the squares are not marked, because any move of a
 * certain kind solves the step.
 */
const MOST_GOALS = 3;

/** The index of the first unsolved step of a task. */
function nextOf(x: MyTask): number {
  const left = (x.steps ?? "0").indexOf("0");
  return (x.from ?? 1) - 1 + Math.max(0, left);
}

/** Rings around the target squares of a step. */
function goals(s: State | null, step: Step | undefined): Arrow[] {
  const to = new Set((s?.legal ?? []).filter((m) => step && m.to >= 0 && solves(step.goal, m.code)).map((m) => m.to));
  return to.size > MOST_GOALS ? [] : Array.from(to, (sq) => ({ from: sq, to: sq, brush: "main" as const }));
}

function Lesson({ kind }: { kind: string }) {
  // In a task of a class, the server stores which steps are solved, because several children may
  // use the same tablet.
  const task = useSignal<MyTask | null>(null);
  useTitle(`${t("learn.title")} · ${gameName(kind)}`);
  const steps = useSignal<Step[]>(prepared.of === kind ? prepared.steps : []);
  // Begin with the first unsolved step.
  const begin = progressOf(kind).next;
  const at = useSignal(begin);
  const tries = useSignal(0);
  const stars = useSignal(0);
  const missed = useRef(0);
  const told = useRef(begin);
  const board = useRef<Board | null>(null);
  const state = useSignal<State | null>(begin === 0 && boot.lesson?.kind === kind ? boot.lesson.state : null);
  const result = useSignal<"" | "well" | "notyet">("");
  // Whether the last move was wrong. The message then stays until the next move.
  const wrong = useSignal(false);

  const failure = useSignal<Failure | null>(null);
  const fails = (e: unknown) => {
    failure.value = { text: faultText(e), retry: async () => void ((failure.value = null), tries.value++) };
  };
  useEffect(() => {
    if (!steps.value.length) prepare({ kind }).then(() => (steps.value = prepared.steps), fails);
  }, [kind, tries.value]);
  useEffect(() => {
    const id = taskId();
    if (!id) return;
    rest<MyTask[]>("GET", "/me/tasks").then((list) => {
      task.value = list.find((x) => x.id === id && x.kind === "lesson" && x.game === kind) ?? null;
      if (task.value) at.value = nextOf(task.value);
    }, fails);
  }, [kind]);

  // The session with the position of the step. Each attempt opens a new session, and a move waits
  // until the session is open.
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
      state.value = state.value && { ...state.value }; // a new object makes the board put the piece back; the error is already shown
      return;
    }
    if (r.state) state.value = r.state;
    result.value = solves(step.goal, code) ? "well" : "notyet";
    wrong.value = result.value === "notyet";
    if (result.value === "well") {
      stars.value = task.value
        ? Math.max(1, MOST_STARS - missed.current)
        : keep(kind, at.value, steps.value.length, missed.current);
      if (task.value)
        rest<MyTask>("POST", `/me/tasks/${task.value.id}/steps`, { step: at.value + 1, code }).then(
          (x) => (task.value = x),
          fails,
        );
    }
    if (result.value === "notyet") missed.current++;
    sound(result.value === "well" ? "end" : "move");
  };
  // A wrong move is taken back after WRONG_MS, so that the viewer can try again.
  useEffect(() => {
    if (result.value !== "notyet") return;
    const timer = setTimeout(() => tries.value++, WRONG_MS);
    return () => clearTimeout(timer);
  }, [result.value]);
  useEffect(() => {
    missed.current = 0;
    wrong.value = false;
    // The board's status text still has the message of the previous step, so it is replaced by the
    // number of the new step.
    if (at.value !== told.current) board.current?.say(t("learn.step", { n: at.value + 1, of: steps.value.length }));
    told.current = at.value;
  }, [at.value]);
  const shown = useComputed(() => state.value);
  const coordinates = coordinatesOf(steps.value, views.value[kind]?.coordinates);
  const total = task.value?.to ?? steps.value.length;
  const begins = (task.value?.from ?? 1) - 1;
  const step = steps.value[at.value];
  const last = at.value === total - 1;
  const solved = task.value
    ? Array.from({ length: total }, (_, i) => (i < begins ? 1 : Number(task.value?.steps?.[i - begins] ?? 0)))
    : starsOf(kind).slice(0, total);
  const count = solved.filter(Boolean).length;
  const skipped = Array.from({ length: total }, (_, i) => i).find((i) => !solved[i]) ?? -1;
  const info = (
    <>
      <h1 class="lead">{punctuated(`${t("learn.title")}: ${gameName(kind)}`)}</h1>
      <Kinds at={kind} href={(k) => `/learn/${k}`} />
      <p class="more">
        <ToClass />
        <a class="button" href={`/rules/${kind}`}>
          {t("nav.rules")}
        </a>
        <a class="button" href={`/print/${kind}`}>
          {t("print.lessons")}
        </a>
      </p>
    </>
  );
  if (!step || !state.value) return <Waiting kind={kind} info={info} bare failure={failure.value} />;
  return (
    <div class="table lesson bare" data-kind={kind} data-tall={isTall(kind)}>
      <div class="side info">{info}</div>
      <div class="middle">
        <BoardBox
          kind={kind}
          state={() => shown.value}
          orientation={() => "first"}
          interactive={() => (result.value ? "none" : "both")}
          coordinates={coordinates}
          arrows={() => (result.value ? [] : goals(state.value, steps.value[at.value]))}
          onMove={(code) => void onMove(code)}
          onRefused={(from, to) => {
            const ask: Desk["ask"] = async (q) => rules.ask({ ...q, session: await session.current, view: "first" });
            const s = state.value;
            if (s)
              void import("../play/refused").then((m) =>
                m.explain({ kind, ask, coordinates }, s, board.current, { from, to }),
              );
          }}
          handle={(b) => (board.current = b)}
        />
      </div>
      <div class="side act">
        <p>
          <b>{t("learn.step", { n: at.value + 1, of: total })}</b>
        </p>
        <progress max={total} value={count} aria-label={t("learn.title")} />
        {failure.value && <Failed failure={failure.value} />}
        <div class="text" aria-live="polite">
          <Rich text={step.text} />
          {result.value === "well" && (
            <p class="verdict">
              <span class="stars" role="img" aria-label={t("learn.stars", { n: stars.value })}>
                {starsText(stars.value)}
              </span>{" "}
              {t("learn.well")} {last && (skipped < 0 ? t("learn.done") : t("learn.left", { n: total - count }))}
            </p>
          )}
          {wrong.value && (
            <p class="verdict" data-bad>
              {t("learn.notyet")}
            </p>
          )}
        </div>
        <div class="more">
          <button type="button" class="button" disabled={at.value === begins} onClick={() => at.value--}>
            {t("learn.prev")}
          </button>
          {last && result.value === "well" && skipped >= 0 ? (
            <button type="button" class="button main" onClick={() => (at.value = skipped)}>
              {t("learn.goto", { n: skipped + 1 })}
            </button>
          ) : last && result.value === "well" ? (
            <a class="button main" href={task.value ? "/classes" : `/play/${kind}`}>
              {t(task.value ? "learn.class" : "learn.play")}
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
