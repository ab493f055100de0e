// Standings and players of an event.
import { t, tx } from "../app/i18n";
import type { EventEntrant } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { Switch } from "./form";
import { Sure } from "./sure";
import { breakText, namesOf, plays, points } from "./words";

/** The heading of the standings: after how many rounds they are. */
export function standingsTitle({ event }: Shown): string {
  return event.done ? t("event.standings.after", { n: event.paired }) : t("event.standings");
}

export function Standings({ shown }: { shown: Shown }) {
  const { event, standings } = shown;
  const started = event.paired > 0;
  return (
    <section class="standings">
      <h2>{standingsTitle(shown)}</h2>
      {started && standings.places.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable
        <div class="scrolls" tabIndex={0} role="region" aria-label={standingsTitle(shown)}>
          <StandingsTable shown={shown} />
        </div>
      ) : (
        <p>{t("event.standings.none")}</p>
      )}
    </section>
  );
}

export function StandingsTable({ shown }: { shown: Shown }) {
  const { event, entrants, standings } = shown;
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

/** What is to be said of an entrant. */
function state(x: EventEntrant, next: number): string {
  const parts: string[] = [];
  if (x.team) parts.push(x.team);
  if (x.rating) parts.push(String(x.rating));
  if (!x.player) parts.push(t("event.entrant.wood"));
  if (x.leaves && x.leaves <= Math.max(x.enters ?? 1, 1)) parts.push(t("event.entrant.gone"));
  else if (x.leaves) parts.push(t("event.entrant.gone.from", { n: x.leaves }));
  else if ((x.enters ?? 1) > 1) parts.push(t("event.entrant.late", { n: x.enters ?? 1 }));
  if (x.checkedIn && plays(x, next)) parts.push(t("event.entrant.here"));
  return parts.join(" · ");
}

export function Players({ desk, shown }: { desk: EventDesk; shown: Shown }) {
  const { event, entrants } = shown;
  const name = namesOf(entrants);
  const next = event.paired + 1;
  const more = event.phase !== "over" && (!event.total || next <= event.total);
  // On screen only players themselves agree to be seated.
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
                  question={t("event.leave.sure")}
                  yes={t("event.leave.yes")}
                  no={t("event.leave.no")}
                  busy={desk.busy.value}
                  onYes={() => void desk.send("DELETE", `/entrants/${x.entrant}`)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
