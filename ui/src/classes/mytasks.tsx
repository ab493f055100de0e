// Lists the tasks of a child. A tap on a task opens it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, t } from "../app/i18n";
import { go } from "../app/router";
import { lessonsOf, titleOf, type Step } from "../play/lessons";
import { gameName, sideName } from "../play/words";
import type { ClassTask, MyTask } from "../wire/messages";
import { rest } from "../wire/rest";
import { faultOf } from "./texts";

/** The goal of a task as text. */
export function taskText(x: MyTask | ClassTask): string {
  const game = gameName(x.game ?? "");
  if (x.kind === "lesson") return t("task.lesson", { game, from: x.from ?? 1, to: x.to ?? 1 });
  if (x.kind === "event") return t("task.event", { name: x.eventName ?? game });
  const side = sideName(x.game ?? "", x.side ?? "first", x.start);
  return t(x.goal === "draw" ? "task.play.draw" : "task.play.win", { game, side, n: x.level ?? 1 });
}

/** When a task is due: the time if it is due today, otherwise the date. */
export function dueText(due: number): string {
  const at = new Date(due);
  const today = at.toDateString() === new Date().toDateString();
  const form = today ? ({ timeStyle: "short" } as const) : ({ dateStyle: "medium" } as const);
  return t("task.due", { when: new Intl.DateTimeFormat(lang.value, form).format(at) });
}

/** The child's progress in a task as text. */
export function stateText(x: MyTask | ClassTask["list"][number]): string {
  if (x.state === "done") return t(x.late ? "task.state.donelate" : "task.state.done");
  if (x.late) return t("task.state.late");
  return t(x.state === "begun" ? "task.state.begun" : "task.state.none");
}

/** The CSS class of a task's state. */
export const lookOf = (x: { state: string; late?: boolean }): string =>
  x.state === "done" ? "done" : x.late ? "late" : x.state;

export function MyTasks() {
  const list = useSignal<MyTask[]>([]);
  const fault = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    const load = () =>
      rest<MyTask[]>("GET", "/me/tasks").then(
        (l) => (list.value = l),
        () => undefined,
      );
    void load();
    const seen = () => document.hidden || void load();
    // A child who has just made the last move of a task may arrive here before the server has counted
    // the game, so the list is loaded again soon.
    const soon = setTimeout(seen, 2000);
    const timer = setInterval(seen, 15_000);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
  const open = async (x: MyTask) => {
    if (x.kind === "lesson") return go(`/learn/${x.game}?task=${x.id}`);
    if (x.kind === "event") return go(`/event/${x.event}`);
    busy.value = true;
    try {
      go(`/g/${(await rest<{ id: string }>("POST", `/me/tasks/${x.id}/match`)).id}`);
    } catch (e) {
      fault.value = faultOf(e, "card");
      busy.value = false;
    }
  };
  if (list.value.length === 0) return null;
  // Unfinished tasks come first. Within each group, tasks are ordered by their due dates.
  const rank = (x: MyTask) => (x.state === "done" ? 1 : 0);
  const ordered = [...list.value].sort((a, b) => rank(a) - rank(b) || (a.due ?? Infinity) - (b.due ?? Infinity) || 0);
  return (
    <section class="tasks" aria-label={t("task.mine")}>
      <h2>{t("task.mine")}</h2>
      {fault.value && <p role="alert">{fault.value}</p>}
      <ul>
        {ordered.map((x) => (
          <li key={x.id}>
            <button
              type="button"
              class="task"
              data-state={lookOf(x)}
              disabled={busy.value}
              onClick={() => void open(x)}
            >
              <b>{x.title || taskText(x)}</b>
              {x.title && <span>{taskText(x)}</span>}
              {x.kind === "lesson" && <Steps of={x} />}
              <small>
                <i class="dot" aria-hidden="true" />
                {stateText(x)}
                {x.kind === "lesson" && x.state === "begun" && ` ${solved(x.steps)}/${stepsOf(x)}`}
                {x.due && x.state !== "done" ? ` · ${dueText(x.due)}` : ""}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the title of the first lesson step of a task, and "…" if there are more steps. */
function Steps({ of: x }: { of: MyTask }) {
  const titles = useSignal<string[]>([]);
  useEffect(() => {
    const from = (x.from ?? 1) - 1;
    const read = (all: Step[]) => (titles.value = all.slice(from, x.to ?? 1).map(titleOf));
    void lessonsOf(x.game ?? "", lang.value).then(read, () => undefined);
  }, [x.game, x.from, x.to, lang.value]);
  const [first, ...more] = titles.value;
  return first ? <span>{more.length > 0 ? `${first.replace(/[.。]$/u, "")} …` : first}</span> : null;
}

const stepsOf = (x: MyTask): number => (x.to ?? 1) - (x.from ?? 1) + 1;
const solved = (steps = ""): number => Array.from(steps).filter((s) => s === "1").length;
