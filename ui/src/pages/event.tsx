// A tournament: the own board first, then the desk of its arbiters, pairings, standings and players. /event/:id/hall
// is the same for a projector.
import { useSignal } from "@preact/signals";
import { t, tx } from "../app/i18n";
import { share } from "../app/share";
import type { PageProps } from "../app/router";
import { Titled } from "../app/titled";
import { useDesk } from "../events/data";
import { Organiser } from "../events/desk";
import { Hall } from "../events/hall";
import { Players, Standings } from "../events/lists";
import { Mine } from "../events/mine";
import { type Paper, PrintButtons, Slips } from "../events/paper";
import { Round } from "../events/round";
import { facts } from "../events/words";
import NotFound from "./notfound";

export { ready as prepare } from "../events/texts";

export default function Event({ id, view }: PageProps) {
  if (id && view === "hall") return <Hall key={id} id={id} />;
  return id && !view ? <Page key={id} id={id} /> : <NotFound />;
}

function Page({ id }: { id: string }) {
  const desk = useDesk(id);
  const paper = useSignal<Paper>("pairings");
  const shown = desk.shown.value;
  if (!shown)
    return (
      <Titled title={t("events.title")} class="event">
        <p role={desk.missing.value || desk.stale.value ? "alert" : undefined}>
          {t(desk.missing.value ? "event.missing" : desk.stale.value ? "error.offline" : "online.connecting")}
        </p>
        <p>
          <a href="/events">{t("event.all")}</a>
        </p>
      </Titled>
    );
  const { event } = shown;
  const path = `/event/${encodeURIComponent(id)}`;
  return (
    <Titled title={event.settings.name} class={`event paper-${paper.value}`}>
      <div class="head">
        <p>
          <b class={`phase ${event.phase}`}>{tx(`event.phase.${event.phase}`)}</b> <span>{facts(event)}</span>
        </p>
        {desk.stale.value && <p role="status">{t("event.stale")}</p>}
      </div>
      <div class="acts">
        <Mine desk={desk} shown={shown} />
        {event.arbiter && <Organiser desk={desk} shown={shown} />}
      </div>
      <Round desk={desk} shown={shown} />
      <Standings shown={shown} />
      <Players desk={desk} shown={shown} />
      <Slips shown={shown} />
      <PrintButtons shown={shown} onPaper={(p) => (paper.value = p)} />
      <p class="more ways">
        {event.phase !== "draft" && (
          <>
            <button
              type="button"
              class="button"
              onClick={() => void share({ title: event.settings.name, kind: event.settings.game, path })}
            >
              {t("event.share")}
            </button>
            <a class="button" href={`${path}/hall`}>
              {t("event.hall")}
            </a>
          </>
        )}
        <a class="button" href="/events">
          {t("event.all")}
        </a>
      </p>
    </Titled>
  );
}
