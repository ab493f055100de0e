// Shows who has checked in for the next round: to the organiser as a count with the missing names, to
// a player as the button for checking in.
import { t } from "../app/i18n";
import type { EventEntrant } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { namesOf, plays } from "./words";

/**
 * The check-ins for the next round: how many of all expected players have checked in, and the names
 * of the missing players.
 */
export interface Attendance {
  here: number;
  all: number;
  missing: string[];
}

/**
 * Counts the check-ins for the next round. If checking in only decides who plays on screen, people
 * without a device cannot check in, so they are not counted.
 */
export function attendance({ event, entrants }: Shown): Attendance | null {
  const { settings: s } = event;
  if (!s.checkIn && s.boards === "wood") return null;
  const next = event.paired + 1;
  const asked = entrants.filter((x) => plays(x, next) && !x.bye && (s.checkIn || s.boards === "screen" || x.player));
  const name = namesOf(entrants);
  const missing = asked.filter((x) => !x.checkedIn);
  return {
    here: asked.length - missing.length,
    all: asked.length,
    missing: missing.map((x) => name(x.entrant)),
  };
}

/** The most names that a line about missing players lists. */
const LISTED = 12;

const list = (names: readonly string[]): string =>
  names.length > LISTED ? `${names.slice(0, LISTED).join(", ")} … +${names.length - LISTED}` : names.join(", ");

/** Tells the organiser how many have checked in, who is missing, and who can check people in. */
export function Present({ shown }: { shown: Shown }) {
  const a = attendance(shown);
  const { settings: s } = shown.event;
  if (!a) return null;
  return (
    <>
      <p>
        {t("event.desk.here", { n: a.here, all: a.all })}
        {a.missing.length > 0 && ` ${t("event.desk.missing", { names: list(a.missing) })}`}
      </p>
      <p class="fine">
        {t(s.boards === "screen" ? "event.desk.self" : s.checkIn ? "event.desk.marks" : "event.desk.both")}
      </p>
    </>
  );
}

/** The reason why a round could not be paired, with the players who have not checked in. */
export function refusal(shown: Shown): string {
  const a = attendance(shown);
  if (!a || a.missing.length === 0 || (!shown.event.settings.checkIn && shown.event.settings.boards !== "screen"))
    return t("event.error.no-pairing");
  return t("event.desk.refused", { n: a.here, all: a.all, names: list(a.missing) });
}

/** The button for checking in to the next round, if the event asks for it. */
export function CheckIn({ desk, shown, me }: { desk: EventDesk; shown: Shown; me: EventEntrant }) {
  const { event } = shown;
  const { settings: s } = event;
  const round = event.paired + 1;
  const asked = s.checkIn || s.boards !== "wood";
  const open = event.phase === "open" || (event.phase === "running" && (event.paired === 0 || event.done));
  if (!asked || !open || (event.total && round > event.total) || !plays(me, round)) return null;
  const send = (on: boolean) => void desk.send("PUT", `/entrants/${me.entrant}/checkin`, { round, in: on });
  return me.checkedIn ? (
    <>
      <p class="here" role="status">
        {t("event.checkin.yes", { n: round })}
      </p>
      <button type="button" class="button" disabled={desk.busy.value} onClick={() => send(false)}>
        {t("event.checkin.undo")}
      </button>
    </>
  ) : (
    <button
      type="button"
      class={`button${event.arbiter ? "" : " main"}`}
      disabled={desk.busy.value}
      onClick={() => send(true)}
    >
      {t(s.checkIn || s.boards === "screen" ? "event.checkin" : "event.checkin.both", { n: round })}
    </button>
  );
}
