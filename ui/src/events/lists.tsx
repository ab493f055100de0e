// Shows the standings and the players of an event.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { Pick } from "../play/pick";
import type { EventEntrant, EventStandings, EventTeams } from "../wire/messages";
import { rest } from "../wire/rest";
import type { EventDesk, Shown } from "./data";
import { Switch } from "./switch";
import { Edit, Return } from "./entrant";
import { Sure } from "./sure";
import { breakText, leaving, namesOf, plays, points } from "./words";

/** The heading of the standings, with the number of rounds after which they are valid. */
export function standingsTitle({ event }: Shown): string {
  return event.done ? t("event.standings.after", { n: event.paired }) : t("event.standings");
}

/**
 * The names of the winners of an event: all players who share the first place; "" until the event
 * is over.
 */
export function champions({ event, entrants, standings }: Shown): string {
  if (event.phase !== "over" || event.paired === 0) return "";
  const name = namesOf(entrants);
  return standings.places
    .filter((p) => p.place === 1)
    .map((p) => name(p.entrant))
    .join(", ");
}

/** The views of the standings other than a single category: all entrants, and the teams. */
const ALL = "all";
const TEAMS = "teams";
const category = "category ";

export function Standings({ desk, shown }: { desk: EventDesk; shown: Shown }) {
  const { event, entrants, standings } = shown;
  const started = event.paired > 0;
  const chosen = useSignal(event.settings.teamBoards ? TEAMS : ALL);
  const part = useSignal<EventStandings | null>(null);
  const teams = useSignal<EventTeams | null>(null);
  const views = [
    ALL,
    ...[...new Set(entrants.flatMap((x) => x.categories ?? []))].sort().map((c) => category + c),
    ...(entrants.some((x) => x.team) ? [TEAMS] : []),
  ];
  const view = views.includes(chosen.value) ? chosen.value : ALL;
  useEffect(() => {
    part.value = teams.value = null;
    let gone = false;
    const shows = <T,>(to: { value: T | null }, path: string) =>
      rest<T>("GET", desk.path + path).then(
        (got) => {
          if (!gone) to.value = got;
        },
        () => (desk.stale.value = true),
      );
    if (view === TEAMS) void shows(teams, "/teams");
    else if (view !== ALL) void shows(part, `/standings?category=${encodeURIComponent(view.slice(category.length))}`);
    return () => (gone = true);
  }, [view, event.version]);
  const list = view === ALL ? standings : part.value;
  return (
    <section class="standings">
      <h2>{standingsTitle(shown)}</h2>
      {started && views.length > 1 && (
        <Pick
          label={t("event.standings.of")}
          class="bare"
          name="standings"
          value={view}
          values={views}
          text={(v) =>
            v === ALL ? t("event.standings.all") : v === TEAMS ? t("event.standings.teams") : v.slice(category.length)
          }
          onPick={(v) => (chosen.value = v)}
        />
      )}
      {started && standings.places.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable
        <div class="scrolls" tabIndex={0} role="region" aria-label={standingsTitle(shown)}>
          {view === TEAMS
            ? teams.value && <TeamsTable shown={shown} teams={teams.value} />
            : list && <StandingsTable shown={shown} standings={list} />}
        </div>
      ) : (
        <p>{t(event.phase === "running" ? "event.standings.soon" : "event.standings.none")}</p>
      )}
      {started && view !== TEAMS && list && list.tieBreaks.length > 0 && (
        <p class="fine legend">
          {list.tieBreaks.map((b) => `${tx(`event.short.${b}`)}: ${tx(`event.break.${b}`)}`).join(" · ")}
        </p>
      )}
    </section>
  );
}

/**
 * The table of teams: by team matches if teams are paired, otherwise by the teams' best members.
 */
function TeamsTable({ shown, teams }: { shown: Shown; teams: EventTeams }) {
  const name = namesOf(shown.entrants);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("event.col.place")}</th>
          <th scope="col">{t("event.edit.team")}</th>
          <th scope="col">{t(teams.matches ? "event.col.matches" : "event.col.points")}</th>
          {teams.matches && <th scope="col">{t("event.col.boards")}</th>}
        </tr>
      </thead>
      <tbody>
        {teams.places.map((p) => (
          <tr key={p.team}>
            <td>{p.place}</td>
            <th scope="row">
              {p.team} <small>{p.members.map(name).join(", ")}</small>
            </th>
            <td>
              <b>{teams.matches ? p.score : points(p.score, teams.unit)}</b>
            </td>
            {teams.matches && <td>{points(p.boards ?? 0, teams.unit)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function StandingsTable({ shown, standings }: { shown: Shown; standings: EventStandings }) {
  const { event, entrants } = shown;
  const name = namesOf(entrants);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("event.col.place")}</th>
          <th scope="col">{t("event.col.name")}</th>
          <th scope="col">{t("event.col.points")}</th>
          {standings.tieBreaks.map((b) => (
            <th key={b} scope="col">
              <abbr title={tx(`event.break.${b}`)}>{tx(`event.short.${b}`)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.places.map((p) => (
          <tr key={p.entrant} class={p.entrant === event.entrant ? "own" : undefined}>
            <td>{p.place}</td>
            <th scope="row">{name(p.entrant)}</th>
            <td>
              <b>{points(p.score, standings.unit)}</b>
            </td>
            {standings.tieBreaks.map((b, i) => (
              <td key={b}>{breakText(b, p.values?.[i] ?? 0, standings.unit)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The entrant's team, categories, rating, attendance and bye as text. */
function state(x: EventEntrant, next: number): string {
  const parts: string[] = [];
  if (x.team) parts.push(x.team);
  parts.push(...(x.categories ?? []));
  if (x.rating) parts.push(String(x.rating));
  if (!x.player) parts.push(t("event.entrant.wood"));
  if (x.leaves && x.leaves <= Math.max(x.enters ?? 1, 1)) parts.push(t("event.entrant.gone"));
  else if (x.leaves) parts.push(t("event.entrant.gone.from", { n: x.leaves }));
  else if ((x.enters ?? 1) > 1) parts.push(t("event.entrant.late", { n: x.enters ?? 1 }));
  if (x.checkedIn && plays(x, next)) parts.push(t("event.entrant.here"));
  if (x.bye && plays(x, next)) parts.push(t("event.entrant.bye", { n: next, bye: tx(`event.bye.${x.bye}`) }));
  return parts.join(" · ");
}

export function Players({ desk, shown }: { desk: EventDesk; shown: Shown }) {
  const { event, entrants } = shown;
  const name = namesOf(entrants);
  const next = event.paired + 1;
  const more = event.phase !== "over" && (!event.total || next <= event.total);
  // If the boards are on screen, only the players themselves can check in, so arbiters get no
  // button for it.
  const asked = event.settings.checkIn && event.settings.boards !== "screen" && more && event.phase !== "draft";
  return (
    <section class="entrants">
      <h2>
        {t("event.entrants")} <small>{entrants.filter((x) => !x.leaves).length}</small>
      </h2>
      {entrants.length === 0 && <p>{t("event.entrants.none")}</p>}
      <ul class="list">
        {entrants.map((x) => (
          <li key={x.entrant} class={x.leaves ? "gone" : undefined}>
            <span class="who">
              {x.player && x.name ? <a href={`/player/${x.player}`}>{name(x.entrant)}</a> : <b>{name(x.entrant)}</b>}
              <small>{state(x, next)}</small>
            </span>
            {event.arbiter && more && !x.leaves && (
              <>
                {asked && (
                  <Switch
                    text={t("event.entrant.checkin", { name: name(x.entrant) })}
                    on={x.checkedIn === true}
                    disabled={desk.busy.value}
                    onChange={(on) => void desk.send("PUT", `/entrants/${x.entrant}/checkin`, { round: next, in: on })}
                  />
                )}
                <Sure
                  text={t("event.entrant.leave.short")}
                  label={t("event.entrant.leave", { name: name(x.entrant) })}
                  question={leaving(event)}
                  yes={t("event.leave.yes")}
                  no={t("event.leave.no")}
                  busy={desk.busy.value}
                  onYes={() => void desk.send("DELETE", `/entrants/${x.entrant}`)}
                />
              </>
            )}
            {event.arbiter && more && x.leaves && <Return desk={desk} shown={shown} entrant={x} />}
            {event.arbiter && event.phase !== "over" && !x.leaves && <Edit desk={desk} shown={shown} entrant={x} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
