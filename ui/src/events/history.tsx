// Lists all results that a board has had: each result with its author, time and reason.
import { useSignal } from "@preact/signals";
import { lang, t, tx } from "../app/i18n";
import type { EventBoard, EventPast } from "../wire/messages";
import { rest } from "../wire/rest";
import { eventFault, type EventDesk } from "./data";
import { score } from "./words";

export function History(p: { desk: EventDesk; round: number; board: EventBoard }) {
  const list = useSignal<EventPast[] | null>(null);
  const fault = useSignal("");
  const version = useSignal(0);
  const { board: b } = p;
  const load = () => {
    version.value = b.version;
    rest<EventPast[]>("GET", `${p.desk.path}/rounds/${p.round}/boards/${b.board}/history`).then(
      (got) => {
        list.value = got;
        fault.value = "";
      },
      (e: unknown) => (fault.value = eventFault(e)),
    );
  };
  return (
    <details
      class="why history"
      onToggle={(e) => {
        if (e.currentTarget.open && version.value !== b.version) load();
      }}
    >
      <summary>{t("event.history")}</summary>
      <ol>
        {list.value?.map((x) => (
          <li key={`${x.at} ${x.result}`}>
            <b>{score({ ...b, ...x, forfeit: x.forfeit ?? false })}</b>{" "}
            {[
              tx(`event.source.${x.source}`, { name: x.name ?? "" }).trim(),
              ...(x.reason ? [x.reason] : []),
              new Intl.DateTimeFormat(lang.value, { dateStyle: "short", timeStyle: "short" }).format(x.at),
            ].join(" · ")}
          </li>
        ))}
      </ol>
      {fault.value && <p role="alert">{fault.value}</p>}
    </details>
  );
}
