// Shows a tournament: the player's own board first, then the arbiters' functions, pairings,
// standings and players. /event/:id/hall shows the tournament on a projector.
import { useSignal } from "@preact/signals";
import { t, tx } from "../app/i18n";
import { share } from "../app/share";
import type { PageProps } from "../app/router";
import { Titled } from "../app/titled";
import { AtBoard, boardIn } from "../events/atboard";
import { Bracket } from "../events/bracket";
import { OfClub } from "../events/ofclub";
import { useDesk } from "../events/data";
import { Organiser } from "../events/desk";
import { Files } from "../events/files";
import { Hall } from "../events/hall";
import { champions, Players, Standings } from "../events/lists";
import { Mine } from "../events/mine";
import { Cards, type Paper, PrintButtons, Slips } from "../events/paper";
import { findReach, isOwn } from "../events/reach";
import { Round } from "../events/round";
import { Sure } from "../events/sure";
import { ready } from "../events/texts";
import { facts, isElimination } from "../events/words";
import type { ClubHead } from "../wire/messages";
import NotFound from "./notfound";

export const prepare = (): Promise<unknown> => Promise.all([ready(), findReach()]);

export default function Event({ id, view }: PageProps) {
  if (id && view === "hall") return <Hall key={id} id={id} />;
  const board = boardIn(view);
  return id && (!view || board) ? <Page key={id} id={id} board={board} /> : <NotFound />;
}

function Page({ id, board }: { id: string; board: number }) {
  const desk = useDesk(id);
  const paper = useSignal<Paper>("pairings");
  const club = useSignal<ClubHead | undefined>(undefined);
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
  // Arbiters who do not play see their functions first.
  const apart = event.arbiter && !shown.entrants.some((x) => x.entrant === event.entrant && !x.leaves);
  return (
    <Titled title={event.settings.name} class={`event paper-${paper.value}`}>
      <div class="head">
        <p>
          <b class={`phase ${event.phase}`}>{tx(`event.phase.${event.phase}`)}</b> <span>{facts(event)}</span>
        </p>
        {champions(shown) && <p class="big">{t("event.champion", { name: champions(shown) })}</p>}
        <OfClub id={id} club={club} />
        {desk.stale.value && <p role="status">{t("event.stale")}</p>}
      </div>
      <div class="acts">
        {board > 0 && <AtBoard desk={desk} shown={shown} board={board} />}
        {!apart && <Mine desk={desk} shown={shown} />}
        {event.arbiter && <Organiser desk={desk} shown={shown} club={club} />}
        {apart && <Mine desk={desk} shown={shown} />}
      </div>
      {isElimination(event.settings.format) && <Bracket desk={desk} shown={shown} />}
      <Round desk={desk} shown={shown} />
      <Standings desk={desk} shown={shown} />
      <Players desk={desk} shown={shown} />
      {paper.value === "slips" && <Slips shown={shown} />}
      {paper.value === "cards" && <Cards shown={shown} />}
      <PrintButtons shown={shown} onPaper={(p) => (paper.value = p)} />
      {event.arbiter && isOwn() && <p class="fine">{t("event.own")}</p>}
      <Files desk={desk} shown={shown} />
      {desk.me.value?.role === "admin" && !event.runs && (
        <div class="more ways">
          <Sure
            text={t("event.takeover")}
            question={t("event.takeover.sure")}
            yes={t("event.desk.yes")}
            no={t("event.desk.no")}
            busy={desk.busy.value}
            onYes={() => void desk.send("POST", "/organiser")}
          />
        </div>
      )}
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
