// Shows the page of a board that the QR code on its table opens: the pairing of the round, and the
// form to report its result.
import { t } from "../app/i18n";
import type { EventDesk, Shown } from "./data";
import { Decide, Reported } from "./decide";
import { Pairing } from "./round";
import { namesOf } from "./words";

/**
 * The number of the board in the last part of an address, such as 12 in "b12"; 0 if that part is
 * not a board.
 */
export const boardIn = (view = ""): number => Number(/^b([1-9]\d{0,2})$/.exec(view)?.[1] ?? 0);

/** The path of the page of a board in an event. */
export const boardPath = (id: string, board: number): string => `/event/${encodeURIComponent(id)}/b${board}`;

export function AtBoard({ desk, shown, board }: { desk: EventDesk; shown: Shown; board: number }) {
  const { event, last, entrants } = shown;
  const b = last?.boards.find((x) => x.board === board);
  const name = namesOf(entrants);
  const own = last?.boards.find((x) => x.first === event.entrant || x.second === event.entrant);
  // The player's own board is already shown large, so it is not shown again.
  if (b && b === own) return null;
  return (
    <section class="atboard" aria-label={t("event.board", { n: board })}>
      <h2>
        {t("event.board", { n: board })}
        {last && <small> {t("event.round", { n: last.round })}</small>}
      </h2>
      {b ? <Pairing board={b} name={name} both={event.settings.boards === "both"} /> : <p>{t("event.atboard.none")}</p>}
      {b && event.arbiter && last && <Reported desk={desk} shown={shown} round={last.round} board={b} />}
      {b && event.arbiter && last && <Decide desk={desk} shown={shown} round={last.round} board={b} open />}
      {b && !event.arbiter && !b.result && (
        <p class="fine">{own ? t("event.atboard.other", { n: own.board }) : t("event.atboard.who")}</p>
      )}
    </section>
  );
}
