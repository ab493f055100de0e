// Shows, in the calendar of a club, an event that took place on another server. It is read from a
// signed file and cannot be changed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { Titled } from "../app/titled";
import { Sure } from "../events/sure";
import { points } from "../events/words";
import type { ClubSheet } from "../wire/messages";
import { rest } from "../wire/rest";
import { ClubDesk, clubFault, day } from "./data";
import { SignedNames } from "./names";

export function SheetPage({ club, id }: { club: string; id: string }) {
  const kept = useSignal<ClubDesk | null>(null);
  const desk = (kept.value ??= new ClubDesk(club));
  const sheet = useSignal<ClubSheet | null>(null);
  const fault = useSignal("");
  const path = `${desk.path}/results/${encodeURIComponent(id)}`;
  useEffect(() => {
    void desk.load().then(() =>
      rest<ClubSheet>("GET", path).then(
        (s) => (sheet.value = s),
        (e: unknown) => (fault.value = clubFault(e)),
      ),
    );
  }, []);
  const s = sheet.value;
  const back = (
    <a class="button" href={`/club/${club}`}>
      {desk.shown.value?.name ?? t("clubs.title")}
    </a>
  );
  if (!s)
    return (
      <Titled title={t("clubs.title")} class="narrow club">
        <p role={fault.value ? "alert" : undefined}>{fault.value || t("online.connecting")}</p>
        <p>{back}</p>
      </Titled>
    );
  return (
    <Titled title={s.name} class="narrow club">
      <div class="head">
        <p>
          {day(s.starts)} · {t("event.total", { n: s.rounds })} · <b>{t("club.from", { server: s.server })}</b>
        </p>
        <p class="fine">
          {t("club.sheet.about")} <span class="nowrap">{t("club.key", { key: s.key })}</span>
        </p>
      </div>
      <section class="standings">
        <h2>{t("event.standings")}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable */}
        <div class="scrolls" tabIndex={0} role="region" aria-label={t("event.standings")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("event.col.place")}</th>
                <th scope="col">{t("event.col.name")}</th>
                <th scope="col">{t("event.col.points")}</th>
              </tr>
            </thead>
            <tbody>
              {s.places.map((p, i) => (
                <tr key={i}>
                  <td>{p.place}</td>
                  <th scope="row">{p.name}</th>
                  <td>
                    <b>{points(p.score, s.unit)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <SignedNames desk={desk} sheet={s} />
      <p class="more ways">
        <a class="button" data-plain href={`/api${path}/file`} download>
          {t("club.sheet.file")}
        </a>
        {desk.runs && (
          <Sure
            text={t("club.sheet.drop")}
            question={t("club.sheet.drop.sure", { name: s.name })}
            yes={t("club.yes")}
            no={t("club.no")}
            busy={desk.busy.value}
            onYes={() => void desk.act("DELETE", `/results/${id}`).then((done) => done && go(`/club/${club}`))}
          />
        )}
        {back}
      </p>
    </Titled>
  );
}
