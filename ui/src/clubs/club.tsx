// Shows the page of a club: joining, calendar, league and members for all visitors; below them the
// functions for organisers.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { Titled } from "../app/titled";
import { Pick } from "../play/pick";
import { gameName, playerName } from "../play/words";
import { Sure } from "../events/sure";
import { points } from "../events/words";
import type { ClubEntry, ClubLeague, ClubMember } from "../wire/messages";
import { rest } from "../wire/rest";
import { ClubDesk, day, hour } from "./data";
import { Manage } from "./manage";

/** Milliseconds after its start during which an event still counts as upcoming. */
const EVENING = 12 * 3600_000;

export function ClubPage({ id }: { id: string }) {
  const kept = useSignal<ClubDesk | null>(null);
  const desk = (kept.value ??= new ClubDesk(id));
  const secret = useSignal("");
  const key = `club ${id}`;
  useEffect(() => {
    // The secret of an invitation link is in the fragment after #, which browsers do not send to
    // the server. The secret is removed from the address, and kept in sessionStorage while the
    // visitor signs in.
    const read = () => {
      if (location.hash.length > 1) {
        sessionStorage.setItem(key, location.hash.slice(1));
        history.replaceState(history.state, "", location.pathname);
      }
      secret.value = sessionStorage.getItem(key) ?? "";
    };
    read();
    addEventListener("hashchange", read);
    void desk.load();
    return () => removeEventListener("hashchange", read);
  }, []);
  const c = desk.shown.value;
  if (!c)
    return (
      <Titled title={t("clubs.title")} class="narrow club">
        <p role={desk.fault.value ? "alert" : undefined}>
          {desk.missing.value ? t("club.missing") : desk.fault.value || t("online.connecting")}
        </p>
        <p>
          <a href="/clubs">{t("clubs.all")}</a>
        </p>
      </Titled>
    );
  const join = () =>
    void desk.act("POST", "/members", secret.value ? { link: secret.value } : {}).then((done) => {
      if (done) sessionStorage.removeItem(key);
      secret.value = done ? "" : secret.value;
    });
  return (
    <Titled title={c.name} class="club clubpage">
      <div class="head">
        {c.place && <p class="place">{c.place}</p>}
        {c.about && <p class="about">{c.about}</p>}
        {c.role && c.role !== "asked" ? (
          <p class="fine">{tx(`club.you.${c.role}`)}</p>
        ) : !desk.me.value?.account ? (
          <p>
            {t("club.signin")} <a href="/account">{t("events.new.account")}</a>
          </p>
        ) : c.role === "asked" && !secret.value ? (
          <p role="status">{t("club.asked")}</p>
        ) : (
          <p>
            <button type="button" class="button main" disabled={desk.busy.value} onClick={join}>
              {t(secret.value ? "club.join" : "club.ask")}
            </button>{" "}
            <small>{t("club.shown")}</small>
          </p>
        )}
      </div>
      <Calendar desk={desk} list={c.calendar} />
      <League desk={desk} />
      <Members desk={desk} />
      {desk.runs && <Manage desk={desk} />}
      <p class="more ways">
        {c.role && c.role !== "owner" && desk.me.value && (
          <Sure
            text={t(c.role === "asked" ? "club.unask" : "club.leave")}
            question={t("club.leave.sure", { name: c.name })}
            yes={t("club.yes")}
            no={t("club.no")}
            busy={desk.busy.value}
            onYes={() => void desk.act("DELETE", `/members/${desk.me.value?.player ?? ""}`)}
          />
        )}
        <a class="button" href="/clubs">
          {t("clubs.all")}
        </a>
      </p>
    </Titled>
  );
}

/** Whether an event is upcoming or in progress. */
const coming = (e: ClubEntry, now: number): boolean =>
  !e.result && e.event?.phase !== "over" && (e.event?.phase === "running" || e.starts + EVENING > now);

function Calendar({ desk, list }: { desk: ClubDesk; list: ClubEntry[] }) {
  const now = Date.now();
  const next = list.filter((e) => coming(e, now));
  const past = list.filter((e) => !coming(e, now)).toReversed();
  const all = useSignal(false);
  return (
    <section class="calendar">
      <h2>{t("club.calendar")}</h2>
      {list.length === 0 && <p>{t("club.calendar.none")}</p>}
      {next.length > 0 && (
        <>
          <h3>{t("club.coming")}</h3>
          <Entries desk={desk} list={next} time />
        </>
      )}
      {past.length > 0 && (
        <>
          <h3>{t("club.past")}</h3>
          <Entries desk={desk} list={all.value ? past : past.slice(0, 10)} />
          {past.length > 10 && !all.value && (
            <button type="button" class="button" onClick={() => (all.value = true)}>
              {t("events.more")}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function Entries({ desk, list, time }: { desk: ClubDesk; list: ClubEntry[]; time?: boolean }) {
  return (
    <ul class="list rows">
      {list.map((e) => (
        <li key={e.event?.id ?? e.result?.id}>
          {e.event ? (
            <a href={`/event/${e.event.id}`} data-value={e.event.game}>
              <b>{e.event.name}</b>
              <small>
                {[
                  time ? hour(e.starts) : day(e.starts),
                  ...(e.event.phase === "over" ? [] : [tx(`event.phase.${e.event.phase}`)]),
                  gameName(e.event.game),
                  tx(`event.format.${e.event.format}`),
                  t("events.players", { n: e.event.entrants }),
                ].join(" · ")}
              </small>
            </a>
          ) : (
            e.result && (
              <a href={`/club/${desk.id}/r${e.result.id}`}>
                <b>{e.result.name}</b>
                <small>{`${day(e.starts)} · ${t("club.from", { server: e.result.server })}`}</small>
              </a>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function League({ desk }: { desk: ClubDesk }) {
  const club = desk.shown.value!;
  const chosen = useSignal(0);
  const league = useSignal<ClubLeague | null>(null);
  const season = club.seasons.find((s) => s.season === chosen.value) ?? club.seasons[0];
  useEffect(() => {
    league.value = null;
    if (!season) return;
    let gone = false;
    rest<ClubLeague>("GET", `${desk.path}/seasons/${season.season}`).then(
      (l) => {
        if (!gone) league.value = l;
      },
      () => undefined,
    );
    return () => (gone = true);
  }, [season?.season, club]);
  if (!season) return null;
  const l = league.value;
  return (
    <section class="standings">
      <h2>{t("club.league")}</h2>
      {club.seasons.length > 1 && (
        <Pick
          label={t("club.season")}
          class="bare"
          name="season"
          value={String(season.season)}
          values={club.seasons.map((s) => String(s.season))}
          text={(v) => club.seasons.find((s) => String(s.season) === v)?.name ?? ""}
          onPick={(v) => (chosen.value = Number(v))}
        />
      )}
      <p class="fine">
        {club.seasons.length === 1 && <b>{season.name} · </b>}
        {t("club.season.span", { from: day(season.starts), until: day(season.ends - 1) })}{" "}
        {t(season.rule === "score" ? "club.rule.score" : "club.rule.place")}{" "}
        {season.best ? t("club.rule.best", { n: season.best }) : t("club.rule.all")}
      </p>
      {l && l.rows.length === 0 && <p>{t("club.league.none")}</p>}
      {l && l.rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable
        <div class="scrolls" tabIndex={0} role="region" aria-label={t("club.league")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("event.col.place")}</th>
                <th scope="col">{t("event.col.name")}</th>
                <th scope="col">{t("event.col.points")}</th>
                <th scope="col">{t("club.col.events")}</th>
              </tr>
            </thead>
            <tbody>
              {l.rows.map((r) => (
                <tr key={r.player ?? r.name} class={r.player && r.player === desk.me.value?.player ? "own" : undefined}>
                  <td>{r.place}</td>
                  <th scope="row">{r.name ? playerName(r.name) : t("event.entrant.nobody")}</th>
                  <td>
                    <b>{points(r.points, l.unit)}</b>
                  </td>
                  <td>{r.counted === r.played ? r.played : t("club.counted", { n: r.counted, all: r.played })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Members({ desk }: { desk: ClubDesk }) {
  const club = desk.shown.value!;
  const asking = club.list.filter((m) => m.role === "asked");
  const list = club.list.filter((m) => m.role !== "asked");
  return (
    <section class="members">
      {asking.length > 0 && (
        <>
          <h2>{t("club.asking")}</h2>
          <ul class="list">
            {asking.map((m) => (
              <li key={m.player}>
                <a class="who" href={`/player/${m.player}`}>
                  {playerName(m.name)}
                </a>
                <button
                  type="button"
                  class="button main"
                  disabled={desk.busy.value}
                  aria-label={t("club.accept.who", { name: m.name })}
                  onClick={() => void desk.act("PUT", `/members/${m.player}`, { role: "member" })}
                >
                  {t("club.accept")}
                </button>
                <button
                  type="button"
                  class="button"
                  disabled={desk.busy.value}
                  aria-label={t("club.refuse.who", { name: m.name })}
                  onClick={() => void desk.act("DELETE", `/members/${m.player}`)}
                >
                  {t("club.refuse")}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>
        {t("club.members")} <small>{club.members}</small>
      </h2>
      <ul class="list">
        {list.map((m) => (
          <li key={m.player}>
            <span class="who">
              <a href={`/player/${m.player}`}>{playerName(m.name)}</a>
              {m.role !== "member" && <small>{tx(`club.role.${m.role}`)}</small>}
            </span>
            <Roles desk={desk} member={m} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The settings of a member that the owner and the organisers can change. */
function Roles({ desk, member: m }: { desk: ClubDesk; member: ClubMember }) {
  const own = desk.shown.value?.role;
  if (m.role === "owner" || m.player === desk.me.value?.player) return null;
  const owner = own === "owner";
  if (!owner && !(own === "organiser" && m.role === "member")) return null;
  const sure = { yes: t("club.yes"), no: t("club.no"), busy: desk.busy.value };
  const set = (role: string) => () => void desk.act("PUT", `/members/${m.player}`, { role });
  return (
    <details class="edit">
      <summary aria-label={t("club.change.who", { name: m.name })}>{t("club.change")}</summary>
      <p class="more ways">
        {owner && (
          <button
            type="button"
            class="button"
            disabled={desk.busy.value}
            onClick={set(m.role === "member" ? "organiser" : "member")}
          >
            {t(m.role === "member" ? "club.make.organiser" : "club.make.member")}
          </button>
        )}
        {owner && (
          <Sure
            {...sure}
            text={t("club.make.owner")}
            question={t("club.make.owner.sure", { name: m.name })}
            onYes={set("owner")}
          />
        )}
        <Sure
          {...sure}
          text={t("club.remove")}
          question={t("club.remove.sure", { name: m.name })}
          onYes={() => void desk.act("DELETE", `/members/${m.player}`)}
        />
      </p>
    </details>
  );
}
