// Lists the tournaments: open, running and past ones, and shows the form for a
// new tournament.
import { useSignal } from "@preact/signals";
import { boot, kinds } from "../app/boot";
import { t, tx } from "../app/i18n";
import { go } from "../app/router";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { eventFault } from "../events/data";
import { EventForm, usual } from "../events/form";
import { gameName } from "../play/words";
import { useList } from "../wire/list";
import type { EventHead, EventSettings, EventView } from "../wire/messages";
import { rest } from "../wire/rest";

export { ready as prepare } from "../events/texts";

const phases = ["draft", "open", "running", "over"] as const;
/** The roles that may create events. */
const holders = new Set(["admin", "organiser", "teacher"]);

export default function Events() {
  const {
    me,
    list,
    mine: drafts,
    next,
    fault,
    more,
  } = useList<EventHead>("/events?limit=50", "/events?mine=true&phase=draft&limit=50", eventFault);
  const busy = useSignal(false);
  const create = async (s: EventSettings) => {
    busy.value = true;
    try {
      const made = await rest<EventView>("POST", "/events", s);
      go(`/event/${made.id}`);
    } catch (e) {
      tell(eventFault(e));
      busy.value = false;
    }
  };
  const of = (phase: string) =>
    phase === "draft" ? drafts.value : (list.value ?? []).filter((e) => e.phase === phase);
  return (
    <Titled title={t("events.title")} class="narrow events">
      <p>{t(boot.online ? "events.about" : "online.unavailable")}</p>
      {fault.value && <p role="alert">{fault.value}</p>}
      {list.value?.length === 0 && drafts.value.length === 0 && (
        <div class="empty">
          <p>{t("events.none")}</p>
          <a class="button" href="/online" data-value={settings.value.kind || t("app.first")}>
            {t("events.play")}
          </a>
        </div>
      )}
      {phases.map((phase) => of(phase).length > 0 && <Group key={phase} phase={phase} list={of(phase)} />)}
      {next.value && (
        <button type="button" class="button" onClick={more}>
          {t("events.more")}
        </button>
      )}
      {list.value && me.value && (
        <section>
          {holders.has(me.value.role ?? "") ? (
            <details class="fold">
              <summary>{t("events.new")}</summary>
              <EventForm
                label={t("events.new")}
                start={usual(settings.value.kind || kinds()[0] || "")}
                submit={t("event.create")}
                busy={busy.value}
                onSubmit={(s) => void create(s)}
              />
            </details>
          ) : (
            <p class="fine">
              {t(me.value.account ? "events.new.role" : "events.new.guest")}{" "}
              {!me.value.account && <a href="/account">{t("events.new.account")}</a>}
            </p>
          )}
        </section>
      )}
    </Titled>
  );
}

function Group({ phase, list }: { phase: string; list: EventHead[] }) {
  return (
    <section>
      <h2>{tx(`events.${phase}`)}</h2>
      <ul class="list games">
        {list.map((e) => (
          <li key={e.id}>
            <a href={`/event/${e.id}`} data-value={e.game}>
              <b>{e.name}</b>
              <small>
                {gameName(e.game)} · {tx(`event.format.${e.format}`)} · {t("events.players", { n: e.entrants })}
                {e.paired > 0 && ` · ${t("events.round", { n: e.paired })}`}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
