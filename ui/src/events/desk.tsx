// Shows the functions of the organiser and the arbiters: the next step, entries by name, and rarely
// needed functions.
import { type Signal, useSignal } from "@preact/signals";
import { punctuated, t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import type { ClubHead, EventSettings, PlayerView } from "../wire/messages";
import { rest } from "../wire/rest";
import { eventFault, type EventDesk, type Shown } from "./data";
import { Forbidden, Hand } from "./byhand";
import { Present, refusal } from "./checkin";
import { ReadList } from "./files";
import { EventForm } from "./form";
import { isOpen } from "./formats";
import { InCalendar } from "./incalendar";
import { Sure } from "./sure";
import { isDisputed, plays } from "./words";

interface Props {
  desk: EventDesk;
  shown: Shown;
}

export function Organiser({ desk, shown, club }: Props & { club: Signal<ClubHead | undefined> }) {
  const { event } = shown;
  const owner = event.runs ?? false;
  const { phase, paired, settings: s } = event;
  const busy = desk.busy.value;
  return (
    <section class="desk">
      <h2>{t("event.desk")}</h2>
      <Next desk={desk} shown={shown} owner={owner} />
      {phase !== "over" && s.boards !== "screen" && !s.rated && <AddName desk={desk} shown={shown} />}
      {(phase === "draft" || phase === "open") && s.boards !== "screen" && !s.rated && <ReadList desk={desk} />}
      {phase !== "over" && (
        <details class="fold">
          <summary>{t("event.desk.more")}</summary>
          <div class="setup">
            <Hand desk={desk} shown={shown} />
            <Forbidden desk={desk} shown={shown} />
            {owner && <AddArbiter desk={desk} shown={shown} />}
            {phase === "running" && paired > 0 && !isOpen(event.settings.format) && (
              <Sure
                text={t("event.desk.undo", { n: paired })}
                question={t("event.desk.undo.sure", { n: paired })}
                yes={t("event.desk.yes")}
                no={t("event.desk.no")}
                busy={busy}
                onYes={() => void desk.send("DELETE", `/rounds/${paired}`)}
              />
            )}
            {owner && !finishing(shown) && (
              <End desk={desk} text={t(phase === "running" ? "event.desk.end" : "event.desk.cancel")} />
            )}
            {owner && <Settings desk={desk} shown={shown} />}
          </div>
        </details>
      )}
      {owner && <InCalendar id={desk.id} club={club} />}
    </section>
  );
}

/** Whether all rounds are finished, so that the next step is to end the event. */
const finishing = ({ event: e }: Shown): boolean =>
  e.phase === "running" && e.done === true && e.total !== undefined && e.paired >= e.total;

/** The button that ends the event, after a confirmation. */
const End = ({ desk, ...look }: { desk: EventDesk; text: string; main?: boolean }) => (
  <Sure
    {...look}
    question={t("event.desk.end.sure")}
    yes={t("event.desk.yes")}
    no={t("event.desk.no")}
    busy={desk.busy.value}
    onYes={() => void desk.send("POST", "/phase", { phase: "over" })}
  />
);

/** Shows only the next step of the organiser. */
function Next({ desk, shown, owner }: Props & { owner: boolean }) {
  const { event, entrants, last } = shown;
  const { phase, paired } = event;
  const next = paired + 1;
  const refused = useSignal("");
  const here = entrants.filter((x) => plays(x, next));
  const step = (text: string, path: string, body: unknown, off = false) => (
    <button
      type="button"
      class="button main wide"
      disabled={desk.busy.value || off}
      onClick={() => {
        desk.wanted.value = 0;
        void desk.send("POST", path, body);
      }}
    >
      {text}
    </button>
  );
  if (phase === "over") return <p>{t("event.desk.over")}</p>;
  if (phase === "draft") return owner ? step(t("event.desk.open"), "/phase", { phase: "open" }) : null;
  if (phase === "open")
    return owner ? (
      <>
        {here.length < 2 && <p class="fine">{t("event.desk.start.few")}</p>}
        {step(t("event.desk.start"), "/phase", { phase: "running" }, here.length < 2)}
      </>
    ) : null;
  if (isOpen(event.settings.format)) return <p role="status">{tx(`event.desk.${event.settings.format}`)}</p>;
  if (paired > 0 && !event.done) {
    const left = last?.boards.filter((b) => !b.result).length ?? 0;
    const torn = last?.boards.filter(isDisputed).map((b) => b.board) ?? [];
    return (
      <p role="status">
        {t("event.desk.waits", { n: paired, left })}
        {torn.length > 0 && <b class="disputed"> {t("event.desk.disputed", { boards: torn.join(", ") })}</b>}
      </p>
    );
  }
  if (finishing(shown))
    return owner && !event.settings.pause ? <End desk={desk} text={t("event.desk.end")} main /> : null;
  const pair = async () => {
    desk.wanted.value = 0;
    refused.value = "";
    const done = await desk.send("POST", `/rounds/${next}`, {}, "no-pairing");
    if (!done && desk.refused.value === "no-pairing") refused.value = refusal(desk.shown.value ?? shown);
  };
  return (
    <>
      {event.settings.pause ? <p>{t("event.desk.pause", { n: Math.ceil(event.settings.pause / 60) })}</p> : null}
      <Present shown={shown} />
      <button type="button" class="button main wide" disabled={desk.busy.value} onClick={() => void pair()}>
        {t("event.desk.pair", { n: next })}
      </button>
      {refused.value && <p role="alert">{refused.value}</p>}
    </>
  );
}

/** The form that enters a player without a device. */
function AddName({ desk, shown }: Props) {
  const name = useSignal("");
  const rating = useSignal("");
  const { event } = shown;
  if (event.phase === "running" && (event.settings.format !== "swiss" || event.paired >= (event.total ?? 0)))
    return null;
  const add = async (e: Event) => {
    e.preventDefault();
    const given = name.value.trim();
    if (!given) return;
    const points = Math.min(9999, Number.parseInt(rating.value, 10) || 0);
    if (!(await desk.send("POST", "/entrants", { name: given, ...(points ? { rating: points } : {}) }))) return;
    tell(t("event.desk.added", { name: given }));
    name.value = rating.value = "";
  };
  return (
    <form class="row" aria-label={t("event.desk.add")} onSubmit={(e) => void add(e)}>
      <h3>{t("event.desk.add")}</h3>
      <label class="field">
        <span>{t("event.desk.add.name")}</span>
        <input
          required
          maxLength={80}
          autocomplete="off"
          value={name.value}
          onInput={(e) => (name.value = e.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t("event.desk.add.rating")}</span>
        <input
          inputMode="numeric"
          maxLength={4}
          autocomplete="off"
          value={rating.value}
          onInput={(e) => (rating.value = e.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={desk.busy.value}>
        {t("event.desk.add.do")}
      </button>
    </form>
  );
}

/** The form that makes a user an arbiter, by the name of the account. */
function AddArbiter({ desk, shown }: Props) {
  const name = useSignal("");
  const add = async (e: Event) => {
    e.preventDefault();
    const given = name.value.trim();
    if (!given) return;
    try {
      const who = await rest<PlayerView>("GET", `/players/${encodeURIComponent(`@${given}`)}`);
      const settings = shown.event.settings;
      const arbiters = [...new Set([...(settings.arbiters ?? []), who.player])];
      if (!(await desk.send("PUT", "", { ...settings, arbiters }))) return;
      tell(t("event.desk.arbiter.done", { name: given }));
      name.value = "";
    } catch (fault) {
      tell(eventFault(fault));
    }
  };
  return (
    <form class="row" aria-label={t("event.desk.arbiter")} onSubmit={(e) => void add(e)}>
      <label class="field">
        <span>{punctuated(`${t("event.desk.arbiter")}: ${t("event.desk.arbiter.name")}`)}</span>
        <input required autocomplete="off" value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={desk.busy.value}>
        {t("event.desk.add.do")}
      </button>
    </form>
  );
}

function Settings({ desk, shown }: Props) {
  const { event } = shown;
  const save = async (s: EventSettings) => {
    if (await desk.send("PUT", "", s)) tell(t("event.saved"));
  };
  return (
    <details class="fold">
      <summary>{t("event.desk.settings")}</summary>
      <EventForm
        // The settings of the event may have changed, so the form is created again with the new
        // settings as its start values.
        key={JSON.stringify(event.settings)}
        label={t("event.desk.settings")}
        start={event.settings}
        started={event.phase === "running"}
        submit={t("event.save")}
        busy={desk.busy.value}
        onSubmit={(s) => void save(s)}
      />
    </details>
  );
}
