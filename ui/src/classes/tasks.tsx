// Shows a teacher the tasks of a class: the progress of each child, and the form for a new task.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { lang, t } from "../app/i18n";
import { query } from "../app/router";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import { Sure } from "../events/sure";
import { lessonsOf, titleOf } from "../play/lessons";
import { NumberField } from "../play/number";
import { Pick } from "../play/pick";
import { PickKind } from "../play/pickkind";
import { sideName } from "../play/words";
import type { ClassTask, ClassView, EventHead } from "../wire/messages";
import { rest } from "../wire/rest";
import { editorFor, keepDraft, readDraft, type TaskDraft } from "./draft";
import { dueText, lookOf, stateText, taskText } from "./mytasks";
import { faultOf } from "./texts";

const EVERY = 6000;

export function Tasks({ of: c }: { of: ClassView }) {
  const list = useSignal<ClassTask[] | null>(null);
  const fault = useSignal("");
  const busy = useSignal(false);
  const path = `/classes/${c.id}/tasks`;
  const load = async () => {
    if (document.hidden || busy.value) return;
    try {
      list.value = await rest<ClassTask[]>("GET", path);
      fault.value = "";
    } catch (e) {
      fault.value = faultOf(e, "class");
    }
  };
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), EVERY);
    return () => clearInterval(timer);
  }, []);
  const act = async (send: () => Promise<ClassTask[]>): Promise<boolean> => {
    busy.value = true;
    try {
      list.value = await send();
      return true;
    } catch (e) {
      tell(faultOf(e, "class"));
      return false;
    } finally {
      busy.value = false;
    }
  };
  const name = (player: string) => c.list.find((p) => p.player === player)?.name ?? "";
  return (
    <>
      {fault.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && <p>{t("task.none")}</p>}
      <ul class="given">
        {list.value?.map((x) => (
          <li key={x.id}>
            <details>
              <summary>
                <b>{x.title || taskText(x)}</b>
                {x.title && <span>{taskText(x)}</span>}
                <small>
                  {t("task.count", { n: x.list.filter((p) => p.state === "done").length, of: x.list.length })}
                  {x.due ? ` · ${dueText(x.due)}` : ""}
                </small>
                <span class="bar" aria-hidden="true">
                  {(["done", "begun", "late", "none"] as const).map((look) => (
                    <i
                      key={look}
                      data-state={look}
                      style={{ flexGrow: x.list.filter((p) => lookOf(p) === look).length }}
                    />
                  ))}
                </span>
              </summary>
              <ul class="progress">
                {x.list.map((p) => (
                  <li key={p.player} data-state={lookOf(p)}>
                    <i class="dot" aria-hidden="true" />
                    <span>{name(p.player)}</span>
                    <small>
                      {stateText(p)}
                      {p.tries ? ` · ${t("task.tries", { n: p.tries })}` : ""}
                    </small>
                    {p.match && <a href={`/g/${p.match}`}>{t("task.watch")}</a>}
                  </li>
                ))}
              </ul>
              <Sure
                text={t("task.drop")}
                question={t("task.drop.sure")}
                yes={t("class.yes")}
                no={t("class.no")}
                busy={busy.value}
                onYes={() => void act(() => rest("DELETE", `${path}/${x.id}`))}
              />
            </details>
          </li>
        ))}
      </ul>
      <TaskForm id={c.id} busy={busy.value} onGive={(body) => act(() => rest("POST", path, body))} />
    </>
  );
}

const WHAT = ["lesson", "play", "event"] as const;
const DUE = ["none", "today", "tomorrow", "week"] as const;

/**
 * The end of a day, in unix milliseconds. The parameter `days` is 0 for today and 1 for tomorrow.
 */
function endOf(days: number): number {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return at.setHours(23, 59, 0, 0);
}
const days: Record<(typeof DUE)[number], number> = { none: -1, today: 0, tomorrow: 1, week: 7 };

function TaskForm(p: { id: string; busy: boolean; onGive(body: object): Promise<boolean> }) {
  const kept = useRef<Partial<TaskDraft> | null>(null);
  kept.current ??= readDraft(p.id, query());
  const old = kept.current;
  const form = useRef<HTMLFormElement>(null);
  const what = useSignal<(typeof WHAT)[number]>(old.what ?? "lesson");
  const kind = useSignal(
    infoOf(old.kind ?? "") ? old.kind! : infoOf(settings.value.kind) ? settings.value.kind : (kinds()[0] ?? ""),
  );
  const title = useSignal(old.title ?? "");
  const due = useSignal<(typeof DUE)[number]>(old.due ?? "week");
  const from = useSignal(old.from ?? 1);
  const to = useSignal(old.to ?? 1);
  const steps = useSignal<string[]>([]);
  const restored = useRef(old.to !== undefined);
  const start = useSignal(old.start ?? "");
  const side = useSignal<"first" | "second">(old.side ?? "first");
  const level = useSignal(old.level ?? 3);
  const goal = useSignal<"win" | "draw">(old.goal ?? "win");
  const events = useSignal<EventHead[]>([]);
  const event = useSignal("");
  useEffect(() => {
    void lessonsOf(kind.value, lang.value).then((l) => {
      steps.value = l.map(titleOf);
      // Keep the lesson steps of a form that was restored from storage, if its game is the same.
      if (restored.current && kind.value === old.kind && to.value <= l.length) restored.current = false;
      else {
        to.value = l.length;
        from.value = 1;
      }
    });
  }, [kind.value]);
  useEffect(() => {
    // The form has the position from the editor now. So remove the position from the address, so
    // that a reload does not use it again.
    if (!query().has("start")) return;
    history.replaceState(history.state, "", location.pathname);
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    keepDraft(p.id, {
      what: what.value,
      kind: kind.value,
      title: title.value,
      due: due.value,
      from: from.value,
      to: to.value,
      start: start.value,
      side: side.value,
      level: level.value,
      goal: goal.value,
    });
  });
  useEffect(() => {
    if (what.value !== "event") return;
    rest<EventHead[]>("GET", "/events?mine=true").then(
      (l) => {
        events.value = l.filter((e) => e.phase === "open" || e.phase === "running");
        event.value ||= events.value[0]?.id ?? "";
      },
      () => undefined,
    );
  }, [what.value]);
  const send = async (e: Event) => {
    e.preventDefault();
    if (what.value === "lesson" && to.value < from.value) return tell(t("task.order"));
    const work = {
      lesson: { game: kind.value, from: from.value, to: to.value },
      play: { game: kind.value, start: start.value.trim(), side: side.value, level: level.value, goal: goal.value },
      event: { event: event.value },
    }[what.value];
    const until = due.value === "none" ? {} : { due: endOf(days[due.value]) };
    if (await p.onGive({ kind: what.value, title: title.value.trim(), ...until, ...work })) {
      title.value = start.value = "";
      tell(t("task.given"));
    }
  };
  return (
    <form ref={form} class="setup add" aria-label={t("task.new")} onSubmit={(e) => void send(e)}>
      <h2>{t("task.new")}</h2>
      <Pick
        label={t("task.what")}
        name="what"
        value={what.value}
        values={WHAT}
        text={(v) => t(`task.what.${v}`)}
        onPick={(v) => (what.value = v)}
      />
      {what.value !== "event" && <PickKind value={kind.value} onPick={(k) => (kind.value = k)} />}
      {what.value === "lesson" && (
        <div class="pair">
          <NumberField
            label={t("task.from")}
            value={from.value}
            least={1}
            most={Math.max(1, steps.value.length)}
            onChange={(n) => (from.value = n)}
          />
          <NumberField
            label={t("task.to")}
            value={to.value}
            least={1}
            most={Math.max(1, steps.value.length)}
            onChange={(n) => (to.value = n)}
          />
        </div>
      )}
      {what.value === "lesson" && (
        <ol class="fine lessons" start={from.value}>
          {steps.value.slice(from.value - 1, to.value).map((title, i) => (
            <li key={i}>{title}</li>
          ))}
        </ol>
      )}
      {what.value === "play" && (
        <>
          <label class="field">
            <span>{t("task.start")}</span>
            <input maxLength={1000} value={start.value} onInput={(e) => (start.value = e.currentTarget.value)} />
          </label>
          <p class="fine">
            {t("task.start.about")}{" "}
            <a href={editorFor(p.id, kind.value, start.value.trim())}>{t("task.start.editor")}</a>
          </p>
          <Pick
            label={t("task.side")}
            name="side"
            value={side.value}
            values={["first", "second"]}
            text={(v) => sideName(kind.value, v)}
            onPick={(v) => (side.value = v)}
          />
          <NumberField
            label={t("task.level")}
            value={level.value}
            least={1}
            most={8}
            onChange={(n) => (level.value = n)}
          />
          <Pick
            label={t("task.goal")}
            name="goal"
            value={goal.value}
            values={["win", "draw"]}
            text={(v) => t(`task.goal.${v}`)}
            onPick={(v) => (goal.value = v)}
          />
        </>
      )}
      {what.value === "event" &&
        (events.value.length > 0 ? (
          <Pick
            label={t("task.events")}
            name="event"
            value={event.value}
            values={events.value.map((e) => e.id)}
            text={(id) => events.value.find((e) => e.id === id)?.name ?? ""}
            onPick={(id) => (event.value = id)}
          />
        ) : (
          <p>
            {t("task.events.none")} <a href="/events">{t("mine.events")}</a>
          </p>
        ))}
      <Pick
        label={t("task.until")}
        name="due"
        value={due.value}
        values={DUE}
        text={(v) => t(`task.until.${v}`)}
        onPick={(v) => (due.value = v)}
      />
      <label class="field">
        <span>{t("task.title")}</span>
        <input maxLength={200} value={title.value} onInput={(e) => (title.value = e.currentTarget.value)} />
      </label>
      <button type="submit" class="button main" disabled={p.busy || (what.value === "event" && !event.value)}>
        {t("task.give")}
      </button>
    </form>
  );
}
