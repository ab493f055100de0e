// Shows the functions for a player: entering, checking in, the player's own board with its result,
// and withdrawing.
import { useSignal } from "@preact/signals";
import { number, t, tx } from "../app/i18n";
import { tell } from "../app/shell";
import { hides } from "../play/hidden";
import { faultText } from "../play/hooks";
import { playerName, sideName } from "../play/words";
import type { EventBoard, EventEntrant, Me } from "../wire/messages";
import { rest } from "../wire/rest";
import type { EventDesk, Shown } from "./data";
import { ArenaPart, boardOf, isOpen } from "./formats";
import { LadderPart } from "./ladder";
import { CheckIn } from "./checkin";
import { Bye, mayBye } from "./entrant";
import { Sure } from "./sure";
import { cause, leaving, namesOf, points, seenBy, seenScore, where } from "./words";

interface Props {
  desk: EventDesk;
  shown: Shown;
}

/** The functions for the viewer; nothing if the viewer does not take part and cannot enter. */
export function Mine({ desk, shown }: Props) {
  const { event } = shown;
  const me = shown.entrants.find((x) => x.entrant === event.entrant);
  const next = event.paired + 1;
  if (!me || me.leaves) {
    const board = me && boardOf(shown.last, me.entrant);
    return (
      <>
        {board && !board.result && <Ticket desk={desk} shown={shown} board={board} />}
        <Enter desk={desk} shown={shown} back={me !== undefined} />
      </>
    );
  }
  return (
    <section class="mine" aria-label={t("event.mine")}>
      <Now desk={desk} shown={shown} me={me} />
      <Place shown={shown} me={me} />
      <div class="more">
        {event.settings.format === "arena" ? (
          <ArenaPart desk={desk} shown={shown} me={me} />
        ) : event.settings.format === "ladder" ? (
          <LadderPart desk={desk} shown={shown} me={me} />
        ) : (
          <CheckIn desk={desk} shown={shown} me={me} />
        )}
        {event.phase !== "over" && (!event.total || next <= event.total) && (
          <Sure
            text={t("event.leave")}
            question={leaving(event)}
            yes={t("event.leave.yes")}
            no={t("event.leave.no")}
            busy={desk.busy.value}
            onYes={() => void desk.send("DELETE", `/entrants/${me.entrant}`)}
          />
        )}
      </div>
      {mayBye(shown) && (
        <details class="edit">
          <summary>{t("event.bye.want", { n: next })}</summary>
          <Bye desk={desk} shown={shown} entrant={me} />
        </details>
      )}
    </section>
  );
}

/** Shows the viewer's board in the last round, or what the viewer waits for. */
function Now({ desk, shown, me }: Props & { me: EventEntrant }) {
  const { event, last } = shown;
  const board = boardOf(last, me.entrant);
  if (event.phase === "over" && (!board || board.result)) return null;
  if (board) return <Ticket desk={desk} shown={shown} board={board} />;
  const bye = last?.byes.find((b) => b.entrant === me.entrant);
  if (bye) return <p class="big">{t("event.bye.yours", { bye: tx(`event.bye.${bye.bye}`) })}</p>;
  if (isOpen(event.settings.format)) return null;
  return (
    <p>
      <b>{t("event.entered")}</b>{" "}
      {event.phase === "running" ? t("event.entered.next", { n: event.paired + 1 }) : t("event.entered.wait")}
    </p>
  );
}

/**
 * Whether any board of the event has a result. Before the first result, the places of the standings
 * mean nothing.
 */
export const hasResults = ({ event, last }: Pick<Shown, "event" | "last">): boolean =>
  event.paired > 1 || last?.boards.some((b) => b.result) === true;

function Place({ shown, me }: { shown: Shown; me: EventEntrant }) {
  const { places, unit } = shown.standings;
  const mine = places.find((p) => p.entrant === me.entrant);
  if (!mine || !hasResults(shown)) return null;
  const text = shown.event.phase === "over" ? "event.place.over" : "event.place";
  return <p>{t(text, { n: mine.place, points: points(mine.score, unit) })}</p>;
}

/**
 * Shows the viewer's board in large type: its number, the side, the opponent, and the next step.
 */
function Ticket({ desk, shown, board: b }: Props & { board: EventBoard }) {
  const { event, last } = shown;
  const mine = event.entrant ?? 0;
  const first = b.first === mine;
  const name = namesOf(shown.entrants);
  const rival = name(first ? b.second : b.first);
  const alone = !shown.entrants.find((x) => x.entrant === (first ? b.second : b.first))?.player;
  const side = first ? "first" : "second";
  const n = last?.round ?? 0;
  return (
    <section class="ticket" aria-label={t("event.board.yours")}>
      <header>
        {isOpen(event.settings.format)
          ? tx(`event.format.${event.settings.format}`)
          : event.total
            ? t("event.round.of", { n, all: event.total })
            : t("event.round", { n })}
      </header>
      <div class="where">
        <p>
          <small>{t("event.board.yours")}</small>
          <b class="number">{b.board}</b>
          {event.settings.boards === "both" && <small>{where(b)}</small>}
        </p>
        <p>
          <small>{t("event.side.yours")}</small>
          <b class="side">
            {sideName(event.settings.game, side)}, {tx(`side.${side}`).toLowerCase()}
          </b>
        </p>
      </div>
      <p class="rival">{t("event.against", { name: rival })}</p>
      {b.result ? (
        <p role="status">
          <b>{tx(`event.got.${seenBy(b.result, first)}`)}</b> {seenScore(b, first)}
          <small>{cause(b, name)}</small>
        </p>
      ) : b.match ? (
        <>
          <a class={`button wide${event.arbiter ? "" : " main"}`} href={`/g/${b.match}`}>
            {t("event.go", { n: b.board })}
          </a>
          {hides(event.settings.game) && (
            <p class="fine">{t("event.deal.hint", { n: number((event.settings.firstMove ?? 0) / 60_000, 1) })}</p>
          )}
          {cause(b, name) && <small>{cause(b, name)}</small>}
        </>
      ) : (
        <Claim desk={desk} round={n} board={b} first={first} rival={rival} alone={alone} />
      )}
    </section>
  );
}

const outcomes = ["win", "draw", "loss"] as const;

/**
 * The form to report the result of a wooden board. The result is final when both players have
 * reported the same result. If a player has no device, an arbiter makes the report for this player.
 */
function Claim(p: {
  desk: EventDesk;
  round: number;
  board: EventBoard;
  first: boolean;
  rival: string;
  alone: boolean;
}) {
  const { board: b, first } = p;
  const own = first ? b.claimFirst : b.claimSecond;
  const their = first ? b.claimSecond : b.claimFirst;
  const mine = own && seenBy(own, first);
  const claim = (o: (typeof outcomes)[number]) => {
    const result = o === "draw" ? "draw" : (o === "win") === first ? "first" : "second";
    void p.desk.send("POST", `/rounds/${p.round}/boards/${b.board}/claim`, { result });
  };
  return (
    <fieldset class="claim">
      <legend>{t("event.claim")}</legend>
      <div class="row">
        {outcomes.map((o) => (
          <button
            key={o}
            type="button"
            class="button"
            aria-pressed={mine === o}
            disabled={p.desk.busy.value}
            onClick={() => claim(o)}
          >
            {tx(`event.claim.${o}`)}
          </button>
        ))}
      </div>
      <div role="status">
        {mine && <p>{tx(`event.claimed.${mine}`)}</p>}
        {own && their && own !== their && <p>{t("event.claims.differ")}</p>}
        {own && !their && <p>{p.alone ? t("event.claimed.arbiter") : t("event.claimed.wait", { name: p.rival })}</p>}
        {!own && their && <p>{tx(`event.claims.${seenBy(their, first)}`, { name: p.rival })}</p>}
      </div>
    </fieldset>
  );
}

/** Whether players can enter by themselves now. */
export function mayEnter({ event }: Shown): boolean {
  const { phase, settings: s, paired } = event;
  if (phase === "open") return true;
  if (phase === "running" && isOpen(s.format)) return true;
  return phase === "running" && s.format === "swiss" && paired + 1 <= Math.min(s.lateUntil ?? 0, s.rounds ?? 0);
}

/** The largest number of characters in the name of a player with a device. */
const NAME = 24;

const isGuest = (name: string): boolean => /^(?:Guest|Khách) \d{4}$/.test(name);

/** The form for entering the event. A guest first enters a name. */
function Enter({ desk, shown, back }: Props & { back: boolean }) {
  const me = desk.me.value;
  const name = useSignal<string | null>(null);
  const { event } = shown;
  if (!me || !mayEnter(shown)) {
    const late = event.phase === "running" && !event.arbiter && !isOpen(event.settings.format);
    return back || late ? (
      <p>
        {back && t("event.left")} {late && t("event.enter.closed")}
      </p>
    ) : null;
  }
  if (event.settings.rated && !me.account)
    return (
      <section class="mine" aria-label={t("event.mine")}>
        <p>
          {t("event.enter.account")} <a href="/account">{t("events.new.account")}</a>
        </p>
      </section>
    );
  const given = (name.value ?? (isGuest(me.name) ? "" : playerName(me.name))).trim();
  const enter = async (e: Event) => {
    e.preventDefault();
    if (!me.account) {
      if (!given) return tell(t("event.enter.need"));
      try {
        if (given !== me.name) desk.me.value = await rest<Me>("PATCH", "/me", { name: given });
      } catch (e) {
        return tell(faultText(e));
      }
    }
    await desk.send("POST", "/entrants", {});
  };
  return (
    <form class="mine" aria-label={t("event.mine")} onSubmit={(e) => void enter(e)}>
      {back && <p>{t("event.left")}</p>}
      {!me.account && (
        <label class="field">
          <span>{t("event.enter.name")}</span>
          <small>{t("event.name.most", { n: NAME })}</small>
          <input
            required
            maxLength={NAME}
            autocomplete="name"
            value={name.value ?? (isGuest(me.name) ? "" : me.name)}
            onInput={(e) => (name.value = e.currentTarget.value)}
          />
        </label>
      )}
      {event.phase === "running" && event.paired > 0 && (
        <p class="fine">{t("event.enter.late", { n: event.paired + 1 })}</p>
      )}
      <button type="submit" class={`button wide${event.arbiter ? "" : " main"}`} disabled={desk.busy.value}>
        {t(back ? "event.back" : "event.enter")}
      </button>
    </form>
  );
}
