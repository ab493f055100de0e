// Shows a player's part in a ladder: being ready for challenges, and choosing an opponent to
// challenge.
import { t } from "../app/i18n";
import type { EventEntrant } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { boardOf } from "./formats";
import { namesOf } from "./words";

/**
 * The entrants whom the player `me` may challenge because of their places, the nearest place first.
 */
export function inReach({ event, standings }: Shown, me: number): number[] {
  const order = standings.places.map((p) => p.entrant);
  const at = order.indexOf(me);
  return at < 1 ? [] : order.slice(Math.max(0, at - (event.settings.reach ?? 0)), at).toReversed();
}

export function LadderPart({ desk, shown, me }: { desk: EventDesk; shown: Shown; me: EventEntrant }) {
  const { event, entrants, last } = shown;
  if (event.phase !== "running") return null;
  const name = namesOf(entrants);
  const busy = desk.busy.value;
  const asked = event.settings.boards !== "wood" || event.settings.checkIn;
  const playing = (x: number) => {
    const b = boardOf(last, x);
    return b !== undefined && !b.result;
  };
  const ready = (x: number) => !asked || entrants.some((e) => e.entrant === x && e.checkedIn);
  const send = (on: boolean) => void desk.send("PUT", `/entrants/${me.entrant}/checkin`, { round: 1, in: on });
  return (
    <>
      {asked && (
        <>
          {me.checkedIn && (
            <p class="here" role="status">
              {t("event.ladder.ready")}
            </p>
          )}
          <button type="button" class="button" disabled={busy} onClick={() => send(!me.checkedIn)}>
            {t(me.checkedIn ? "event.ladder.rest" : "event.ladder.join")}
          </button>
        </>
      )}
      {!playing(me.entrant) &&
        inReach(shown, me.entrant).map((x) => (
          <button
            key={x}
            type="button"
            class="button"
            disabled={busy || playing(x) || !ready(x)}
            onClick={() => void desk.send("POST", `/entrants/${x}/challenge`)}
          >
            {t(playing(x) ? "event.ladder.busy" : ready(x) ? "event.ladder.challenge" : "event.ladder.away", {
              name: name(x),
            })}
          </button>
        ))}
    </>
  );
}
