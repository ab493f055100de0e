// Puts an event into the calendar of a club, changes its date there, and removes it.
import { type Signal, useSignal } from "@preact/signals";
import { lang, t } from "../app/i18n";
import { tell } from "../app/shell";
import type { ClubHead, ClubView } from "../wire/messages";
import { page, rest } from "../wire/rest";
import { eventFault } from "./data";
import { field, moment, soon } from "./dates";
import { clubOf } from "./ofclub";
import { Sure } from "./sure";

/** The most clubs whose roles are requested. */
const MOST = 20;

const runs = (c: ClubView): boolean => c.role === "owner" || c.role === "organiser";

export function InCalendar({ id, club }: { id: string; club: Signal<ClubHead | undefined> }) {
  /** The clubs in which the user is an organiser; null until they are loaded. */
  const own = useSignal<ClubView[] | null>(null);
  const chosen = useSignal("");
  const starts = useSignal(field(soon(), "datetime-local"));
  const busy = useSignal(false);
  const load = async () => {
    const [mine] = await Promise.all([page<ClubHead>(`/clubs?mine=true&limit=${MOST}`), clubOf(id, club)]);
    const views = await Promise.all(mine.items.map((c) => rest<ClubView>("GET", `/clubs/${c.id}`)));
    own.value = views.filter(runs);
    chosen.value = club.value?.id ?? own.value[0]?.id ?? "";
    const entry = own.value.flatMap((c) => c.calendar).find((e) => e.event?.id === id);
    if (entry) starts.value = field(entry.starts, "datetime-local");
  };
  const fault = (e: unknown) => tell(eventFault(e));
  const send = async (method: "PUT" | "DELETE", body?: unknown) => {
    busy.value = true;
    try {
      await rest(method, `/clubs/${chosen.value}/events/${encodeURIComponent(id)}`, body);
      await load();
      tell(t("event.saved"));
    } catch (e) {
      fault(e);
    }
    busy.value = false;
  };
  const put = (e: Event) => {
    e.preventDefault();
    const at = moment(starts.value);
    if (Number.isNaN(at)) tell(t("club.date.wrong"));
    else void send("PUT", { starts: at });
  };
  const list = own.value;
  const inside = club.value;
  const may = inside ? list?.some((c) => c.id === inside.id) : list && list.length > 0;
  const names = new Intl.Collator(lang.value);
  return (
    <details
      class="fold"
      onToggle={(e) => {
        if (e.currentTarget.open && !own.value) void load().catch(fault);
      }}
    >
      <summary>{t("event.calendar")}</summary>
      {inside && <p>{t("event.club", { name: inside.name })}</p>}
      {list && !may && <p class="fine">{t("event.calendar.none")}</p>}
      {list && may && (
        <form class="setup" aria-label={t("event.calendar")} onSubmit={put}>
          {!inside && <p class="fine">{t("event.calendar.about")}</p>}
          {!inside && (
            <label class="field">
              <span>{t("event.calendar.club")}</span>
              <select value={chosen.value} onChange={(e) => (chosen.value = e.currentTarget.value)}>
                {list
                  .toSorted((a, b) => names.compare(a.name, b.name))
                  .map((c) => (
                    <option key={c.id} value={c.id}>
                      {c.name}
                    </option>
                  ))}
              </select>
            </label>
          )}
          <label class="field">
            <span>{t("club.event.starts")}</span>
            <input
              type="datetime-local"
              required
              value={starts.value}
              onInput={(e) => (starts.value = e.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={busy.value}>
            {t(inside ? "event.calendar.date" : "event.calendar.put")}
          </button>
          {inside && (
            <Sure
              text={t("event.calendar.drop")}
              question={t("event.calendar.drop.sure", { name: inside.name })}
              yes={t("event.desk.yes")}
              no={t("event.desk.no")}
              busy={busy.value}
              onYes={() => void send("DELETE")}
            />
          )}
        </form>
      )}
    </details>
  );
}
