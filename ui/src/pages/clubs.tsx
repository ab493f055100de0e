// Shows the clubs and the form for a new club. /club/:id is the page of a club, /club/:id/r… the
// page of an event on another server.
import { useSignal } from "@preact/signals";
import { boot } from "../app/boot";
import { t } from "../app/i18n";
import { go, type PageProps } from "../app/router";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { ClubPage } from "../clubs/club";
import { SheetPage } from "../clubs/sheet";
import { clubFault } from "../clubs/data";
import { TextForm } from "../clubs/manage";
import { useList } from "../wire/list";
import type { ClubHead, ClubView } from "../wire/messages";
import { rest } from "../wire/rest";
import NotFound from "./notfound";

export { ready as prepare } from "../clubs/texts";

/** The roles that may create clubs. */
const makers = new Set(["admin", "organiser", "teacher"]);

export default function Clubs({ id, view }: PageProps) {
  if (!id) return <List />;
  if (!view) return <ClubPage key={id} id={id} />;
  return view.startsWith("r") ? <SheetPage key={view} club={id} id={view.slice(1)} /> : <NotFound />;
}

function List() {
  const { me, list, mine, next, fault, more } = useList<ClubHead>(
    "/clubs?limit=50",
    "/clubs?mine=true&limit=50",
    clubFault,
  );
  const busy = useSignal(false);
  const own = new Set(mine.value.map((c) => c.id));
  const others = (list.value ?? []).filter((c) => !own.has(c.id));
  const makes = makers.has(me.value?.role ?? "");
  return (
    <Titled title={t("clubs.title")} class="narrow club">
      <p>{t(boot.online ? "clubs.about" : "online.unavailable")}</p>
      {fault.value && <p role="alert">{fault.value}</p>}
      {mine.value.length > 0 && <Group title={t("clubs.mine")} list={mine.value} />}
      {others.length > 0 && <Group title={t(own.size ? "clubs.others" : "clubs.all")} list={others} />}
      {list.value?.length === 0 && <p>{t("clubs.none")}</p>}
      {next.value && (
        <button type="button" class="button" onClick={more}>
          {t("events.more")}
        </button>
      )}
      {list.value && makes && (
        <details class="fold">
          <summary>{t("clubs.new")}</summary>
          <TextForm
            label={t("clubs.new")}
            submit={t("clubs.create")}
            busy={busy.value}
            onSubmit={async (text) => {
              busy.value = true;
              try {
                go(`/club/${(await rest<ClubView>("POST", "/clubs", text)).id}`);
              } catch (e) {
                tell(clubFault(e));
                busy.value = false;
              }
            }}
          />
        </details>
      )}
      {list.value && !makes && <p class="fine">{t("clubs.role")}</p>}
    </Titled>
  );
}

function Group({ title, list }: { title: string; list: ClubHead[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list rows">
        {list.map((c) => (
          <li key={c.id}>
            <a href={`/club/${c.id}`}>
              <b>{c.name}</b>
              <small>{[c.place, t("clubs.members", { n: c.members })].filter(Boolean).join(" · ")}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
