// Shows the pairings of a round with their results.
import { t, tx } from "../app/i18n";
import { Pick } from "../play/pick";
import type { EventBoard, EventRound } from "../wire/messages";
import type { EventDesk, Shown } from "./data";
import { Decide, Reported } from "./decide";
import { Encounters, isOpen } from "./formats";
import { History } from "./history";
import { Why } from "./why";
import { cause, isDisputed, namesOf, said, score, where } from "./words";

export function Round({ desk, shown }: { desk: EventDesk; shown: Shown }) {
  const { event, round } = shown;
  return (
    <section class="pairings">
      <h2>
        {round && !isOpen(event.settings.format)
          ? `${t("event.pairings")} · ${t("event.round", { n: round.round })}`
          : t("event.pairings")}
      </h2>
      {!round && <p>{t("event.pairings.none")}</p>}
      {event.paired > 1 && (
        <Pick
          label={t("event.rounds.pick")}
          class="bare rounds"
          name="round"
          value={String(round?.round ?? event.paired)}
          values={Array.from({ length: event.paired }, (_, i) => String(i + 1))}
          text={(n) => n}
          onPick={(n) => void desk.show(Number(n) === event.paired ? 0 : Number(n))}
        />
      )}
      {round?.hand && <p class="fine">{t("event.hand")}</p>}
      {round && <Boards desk={desk} shown={shown} round={round} />}
    </section>
  );
}

function Boards({ desk, shown, round }: { desk: EventDesk; shown: Shown; round: EventRound }) {
  const { event } = shown;
  const name = namesOf(shown.entrants);
  // An arbiter has to decide the boards with different reports, so they come first.
  const boards = event.arbiter ? disputedFirst(round.boards) : round.boards;
  const explained = event.settings.format === "swiss" && !round.hand && !event.settings.teamBoards;
  return (
    <>
      <Encounters round={round} />
      <ol class="boards">
        {boards.map((b) => (
          <li
            key={`${round.round} ${b.board}`}
            class={b.first === event.entrant || b.second === event.entrant ? "own" : undefined}
          >
            <Pairing board={b} name={name} both={event.settings.boards === "both"} />
            {explained && <Why desk={desk} shown={shown} round={round.round} entrants={[b.first, b.second]} />}
            {b.version > 1 && <History desk={desk} round={round.round} board={b} />}
            {event.arbiter && <Reported desk={desk} shown={shown} round={round.round} board={b} />}
            {event.arbiter && <Decide desk={desk} shown={shown} round={round.round} board={b} />}
          </li>
        ))}
      </ol>
      {round.byes.length > 0 && (
        <>
          <h3>{t("event.byes")}</h3>
          <ul class="byes">
            {round.byes.map((b) => (
              <li key={b.entrant}>
                <b>{name(b.entrant)}</b> <small>{tx(`event.bye.${b.bye}`)}</small>
                {explained && b.bye === "pairing" && (
                  <Why desk={desk} shown={shown} round={round.round} entrants={[b.entrant]} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/**
 * Sorts the boards: first the boards whose two players have reported different results, then the
 * others. The order within each group does not change.
 */
export const disputedFirst = (boards: readonly EventBoard[]): EventBoard[] => [
  ...boards.filter(isDisputed),
  ...boards.filter((b) => !isDisputed(b)),
];

/**
 * A pairing: the number of the board, both names, and the result. If the event has boards on screen
 * and wooden boards, it also shows the kind of this board.
 */
export function Pairing(p: { board: EventBoard; name(entrant: number): string; plain?: boolean; both?: boolean }) {
  const { board: b, name } = p;
  const about = [p.both && where(b), cause(b, name, p.plain)].filter(Boolean).join(" · ");
  const won = (entrant: number) =>
    (b.result === "first" && entrant === b.first) || (b.result === "second" && entrant === b.second);
  return (
    <div class="pairing">
      <span class="number" aria-label={t("event.board", { n: b.board })}>
        {b.board}
      </span>
      <p class="names">
        <span class={`opens${won(b.first) ? " won" : ""}`}>{name(b.first)}</span>
        <span class="unseen"> {t("event.vs")} </span>
        <span class={`replies${won(b.second) ? " won" : ""}`}>{name(b.second)}</span>
        {about && <small>{about}</small>}
      </p>
      {b.result ? (
        <b class="score" role="img" aria-label={said(b, name)}>
          {score(b)}
        </b>
      ) : isDisputed(b) && !p.plain ? (
        <b class="score disputed">{t("event.disputed")}</b>
      ) : b.match && !b.twin && !p.plain ? (
        <a class="score" href={`/g/${b.match}`} aria-label={t("event.watch", { n: b.board })}>
          {t("event.playing")}
        </a>
      ) : (
        <small class="score">{t("event.playing")}</small>
      )}
    </div>
  );
}
