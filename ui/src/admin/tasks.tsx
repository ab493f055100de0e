// Shows the pending tasks of all nodes of the site.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { number, t, tOr, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { faultText } from "../play/hooks";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";

type View = components["schemas"]["TasksView"];
const every = 5_000;

const counts = [
  "players",
  "live",
  "overdue",
  "backlog",
  "unnumbered",
  "tickets",
  "offers",
  "ceremonies",
  "watched",
] as const;
const engine = ["slots", "busy", "inFlight", "waiting", "failed", "refused"] as const;
/** Names of counters that should be zero. */
const bad = new Set<string>(["overdue", "failed"]);

export function Tasks() {
  const view = useSignal<View | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    const load = () =>
      rest<View>("GET", "/admin/tasks").then(
        (v) => {
          view.value = v;
          fault.value = "";
        },
        (e: unknown) => (fault.value = faultText(e)),
      );
    void load();
    const timer = setInterval(() => void load(), every);
    return () => clearInterval(timer);
  }, []);
  const v = view.value;
  return (
    <>
      {fault.value && <p role="alert">{fault.value}</p>}
      {v && (
        <>
          <dl>
            {counts.map((k) => (
              <Line key={k} name={tx(`admin.tasks.${k}`)} value={v[k]} bad={bad.has(k) && v[k] > 0} />
            ))}
          </dl>
          {!v.bus && <p role="alert">{t("admin.tasks.nobus")}</p>}
          <section aria-label={t("admin.tasks.consumers")}>
            <h2>{t("admin.tasks.consumers")}</h2>
            <ul class="list">
              {v.consumers.map((c) => (
                <li key={c.name}>
                  <span>
                    <b>{tOr(`admin.consumer.${c.name}`, c.name)}</b> ·{" "}
                    {t("admin.tasks.done", { done: number(c.done), lag: number(c.lag) })}
                    {c.error && c.failedAt && (
                      <small>{t("admin.tasks.error", { when: moment(c.failedAt), error: c.error })}</small>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            {v.levels && <p class="fine">{t("admin.tasks.levels", { when: moment(v.levels) })}</p>}
          </section>
          <section aria-label={t("admin.tasks.engines")}>
            <h2>{t("admin.tasks.engines")}</h2>
            <dl>
              {engine.map((k) => (
                <Line
                  key={k}
                  name={tx(`admin.engines.${k}`)}
                  value={v.engines[k]}
                  bad={bad.has(k) && v.engines[k] > 0}
                />
              ))}
            </dl>
          </section>
          <section aria-label={t("admin.tasks.nodes")}>
            <h2>{t("admin.tasks.nodes")}</h2>
            <ul class="list">
              {v.nodes.map((n) => (
                <li key={n.name}>
                  <span>
                    {n.name}
                    {n.name === v.node && ` (${t("admin.tasks.here")})`}
                    <small>{t("account.sessions.seen", { when: moment(n.beat) })}</small>
                  </span>
                </li>
              ))}
            </ul>
            {v.leases.length > 0 && (
              <p class="fine">
                {t("admin.tasks.leases")} {v.leases.map((l) => l.name).join(", ")}
              </p>
            )}
          </section>
        </>
      )}
    </>
  );
}

function Line({ name, value, bad: wrong }: { name: string; value: number; bad: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd data-bad={wrong || undefined}>{number(value)}</dd>
    </>
  );
}
