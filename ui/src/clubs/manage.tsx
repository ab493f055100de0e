// Shows the functions for organisers of a club: the link, events, seasons, results of events on
// other servers, and the description.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { kinds } from "../app/boot";
import { t } from "../app/i18n";
import { go } from "../app/router";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import { base64 } from "../events/files";
import { field, moment, soon } from "../events/dates";
import { EventForm, usual } from "../events/form";
import { Sure } from "../events/sure";
import { NumberField } from "../play/number";
import { Pick } from "../play/pick";
import { Refused } from "../session/desk";
import type { ClubLink, ClubResult, ClubSeason, ClubText, EventView } from "../wire/messages";
import { rest } from "../wire/rest";
import { clubFault, type ClubDesk, day } from "./data";
import { Keys, SameNames } from "./names";

/** The form for the club's name, place and description. */
export function TextForm(p: {
  label: string;
  start?: ClubText;
  submit: string;
  busy: boolean;
  onSubmit(text: ClubText): unknown;
}) {
  const name = useSignal(p.start?.name ?? "");
  const place = useSignal(p.start?.place ?? "");
  const about = useSignal(p.start?.about ?? "");
  return (
    <form
      class="setup"
      aria-label={p.label}
      onSubmit={(e) => {
        e.preventDefault();
        void p.onSubmit({ name: name.value, place: place.value, about: about.value });
      }}
    >
      <label class="field">
        <span>{t("club.name")}</span>
        <input
          required
          minLength={2}
          maxLength={60}
          value={name.value}
          onInput={(e) => (name.value = e.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t("club.place")}</span>
        <input maxLength={120} value={place.value} onInput={(e) => (place.value = e.currentTarget.value)} />
      </label>
      <label class="field">
        <span>{t("club.text")}</span>
        <textarea
          rows={4}
          maxLength={2000}
          value={about.value}
          onInput={(e) => (about.value = e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button main" disabled={p.busy}>
        {p.submit}
      </button>
    </form>
  );
}

export function Manage({ desk }: { desk: ClubDesk }) {
  const c = desk.shown.value!;
  return (
    <section class="manage">
      <h2>{t("club.manage")}</h2>
      <LinkPart desk={desk} />
      <NewEvent desk={desk} />
      <SeasonPart desk={desk} />
      <SameNames desk={desk} />
      <ImportPart desk={desk} />
      <Keys desk={desk} />
      <details class="fold">
        <summary>{t("club.edit")}</summary>
        <TextForm
          label={t("club.edit")}
          start={{ name: c.name, place: c.place, about: c.about }}
          submit={t("club.save")}
          busy={desk.busy.value}
          onSubmit={async (text) => (await desk.act("PUT", "", text)) && tell(t("club.saved"))}
        />
        {c.role === "owner" && (
          <Sure
            text={t("club.close")}
            question={t("club.close.sure", { name: c.name })}
            yes={t("club.yes")}
            no={t("club.no")}
            busy={desk.busy.value}
            onYes={() =>
              void rest("DELETE", desk.path).then(
                () => go("/clubs"),
                (e: unknown) => tell(clubFault(e)),
              )
            }
          />
        )}
      </details>
    </section>
  );
}

function LinkPart({ desk }: { desk: ClubDesk }) {
  const link = useSignal<ClubLink | null>(null);
  const load = (method: "GET" | "POST") =>
    rest<ClubLink>(method, `${desk.path}/link`).then(
      (l) => (link.value = l),
      (e: unknown) => tell(clubFault(e)),
    );
  return (
    <details
      class="fold"
      onToggle={(e) => {
        if (e.currentTarget.open && !link.value) void load("GET");
      }}
    >
      <summary>{t("club.link")}</summary>
      <p class="fine">{t("club.link.about")}</p>
      {link.value && (
        <div class="joinlink">
          <img
            alt={t("club.link.qr")}
            src={`data:image/svg+xml,${encodeURIComponent(link.value.qr)}`}
            width={180}
            height={180}
          />
          <div>
            <p>
              <code>{link.value.link}</code>
            </p>
            <p class="more ways">
              <button
                type="button"
                class="button"
                onClick={() =>
                  void navigator.clipboard?.writeText(link.value?.link ?? "").then(() => tell(t("club.link.copied")))
                }
              >
                {t("club.link.copy")}
              </button>
              <Sure
                text={t("club.link.renew")}
                question={t("club.link.renew.sure")}
                yes={t("club.yes")}
                no={t("club.no")}
                busy={desk.busy.value}
                onYes={() => void load("POST")}
              />
            </p>
          </div>
        </div>
      )}
    </details>
  );
}

function NewEvent({ desk }: { desk: ClubDesk }) {
  const starts = useSignal(field(soon(), "datetime-local"));
  const busy = useSignal(false);
  return (
    <details class="fold">
      <summary>{t("club.event.new")}</summary>
      <div class="setup">
        <label class="field">
          <span>{t("club.event.starts")}</span>
          <input
            type="datetime-local"
            required
            value={starts.value}
            onInput={(e) => (starts.value = e.currentTarget.value)}
          />
        </label>
      </div>
      <EventForm
        label={t("club.event.new")}
        start={usual(settings.value.kind || kinds()[0] || "")}
        submit={t("event.create")}
        busy={busy.value}
        onSubmit={(s) => {
          const at = moment(starts.value);
          if (Number.isNaN(at)) return tell(t("club.date.wrong"));
          busy.value = true;
          rest<EventView>("POST", `${desk.path}/events`, { starts: at, settings: s }).then(
            (e) => go(`/event/${e.id}`),
            (e: unknown) => {
              busy.value = false;
              tell(clubFault(e));
            },
          );
        }}
      />
    </details>
  );
}

const rules = ["score", "place"] as const;

/**
 * The error if a season ends before it starts, with both dates; "" if the order is right. `ends` is the
 * start of the day after the last day.
 */
export function orderFault(starts: number, ends: number): string {
  if (starts < ends) return "";
  const last = new Date(ends);
  last.setDate(last.getDate() - 1);
  return t("club.date.order", { from: day(starts), until: day(last.getTime()) });
}

function SeasonPart({ desk }: { desk: ClubDesk }) {
  const c = desk.shown.value!;
  const year = new Date().getFullYear();
  const name = useSignal("");
  const from = useSignal(`${year}-01-01`);
  const until = useSignal(`${year}-12-31`);
  const rule = useSignal<ClubSeason["rule"]>("score");
  const best = useSignal(0);
  const wrong = useSignal("");
  const add = async (e: Event) => {
    e.preventDefault();
    const last = new Date(`${until.value}T00:00`);
    last.setDate(last.getDate() + 1);
    const season = {
      name: name.value,
      starts: moment(from.value),
      ends: last.getTime(),
      rule: rule.value,
      best: best.value,
    };
    if (Number.isNaN(season.starts) || Number.isNaN(season.ends)) return tell(t("club.date.wrong"));
    wrong.value = orderFault(season.starts, season.ends);
    if (wrong.value) return;
    if (await desk.act("POST", "/seasons", season)) name.value = "";
  };
  return (
    <details class="fold">
      <summary>{t("club.season.new")}</summary>
      <form class="setup" aria-label={t("club.season.new")} onSubmit={(e) => void add(e)}>
        <label class="field">
          <span>{t("club.season.name")}</span>
          <input required maxLength={60} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("club.season.from")}</span>
          <input type="date" required value={from.value} onInput={(e) => (from.value = e.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("club.season.until")}</span>
          <input type="date" required value={until.value} onInput={(e) => (until.value = e.currentTarget.value)} />
        </label>
        {wrong.value && <p role="alert">{wrong.value}</p>}
        <Pick
          label={t("club.rule")}
          name="rule"
          value={rule.value}
          values={rules}
          text={(v) => t(v === "score" ? "club.rule.score.short" : "club.rule.place.short")}
          onPick={(v) => (rule.value = v)}
        />
        <NumberField
          label={t("club.season.best")}
          value={best.value}
          least={0}
          most={100}
          onChange={(n) => (best.value = n)}
        />
        <button type="submit" class="button main" disabled={desk.busy.value}>
          {t("club.season.add")}
        </button>
      </form>
      <ul class="list">
        {c.seasons.map((s) => (
          <li key={s.season}>
            <span class="who">{s.name}</span>
            <Sure
              text={t("club.season.drop")}
              label={t("club.season.drop.who", { name: s.name })}
              question={t("club.season.drop.sure", { name: s.name })}
              yes={t("club.yes")}
              no={t("club.no")}
              busy={desk.busy.value}
              onYes={() => void desk.act("DELETE", `/seasons/${s.season}`)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The largest file that the server accepts, in bytes. */
const MOST = 512 * 1024;

function ImportPart({ desk }: { desk: ClubDesk }) {
  const chosen = useRef<HTMLInputElement>(null);
  const taken = useSignal<ClubResult | null>(null);
  const changed = useSignal("");
  const take = async (replace: boolean) => {
    const file = chosen.current?.files?.[0];
    if (!file) return tell(t("club.import.none"));
    if (file.size > MOST) return tell(t("club.import.large"));
    const data = base64(new Uint8Array(await file.arrayBuffer()));
    desk.busy.value = true;
    try {
      taken.value = await rest<ClubResult>("POST", `${desk.path}/results`, { file: data, replace });
      changed.value = "";
      if (chosen.current) chosen.current.value = "";
    } catch (e) {
      if (e instanceof Refused && e.code === "key-changed") changed.value = e.message;
      else tell(clubFault(e));
    } finally {
      desk.busy.value = false;
      await desk.load();
    }
  };
  const r = taken.value;
  return (
    <details class="fold">
      <summary>{t("club.import")}</summary>
      <form
        class="setup"
        aria-label={t("club.import")}
        onSubmit={(e) => {
          e.preventDefault();
          void take(false);
        }}
      >
        <p class="fine">{t("club.import.about")}</p>
        <label class="field">
          <span>{t("club.import.file")}</span>
          <input
            ref={chosen}
            type="file"
            accept=".json,application/json"
            onChange={() => {
              taken.value = null;
              changed.value = "";
            }}
          />
        </label>
        <button type="submit" class="button main" disabled={desk.busy.value}>
          {t("club.import.take")}
        </button>
        <div role="status">
          {r && (
            <p>
              {t("club.import.taken", { name: r.name, server: r.server })}{" "}
              <span class="nowrap">{t("club.key", { key: r.key })}</span>
            </p>
          )}
          {changed.value && (
            <>
              <p>{t("club.import.changed")}</p>
              <p>
                <small>{changed.value}</small>
              </p>
              <button type="button" class="button" disabled={desk.busy.value} onClick={() => void take(true)}>
                {t("club.import.replace")}
              </button>
            </>
          )}
        </div>
      </form>
    </details>
  );
}
