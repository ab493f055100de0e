// Pairs the viewer with one press: shows the games as small boards, and then the wait for an
// opponent.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { infoOf, kinds } from "../app/boot";
import { t } from "../app/i18n";
import { go, query } from "../app/router";
import { change, settings } from "../app/settings";
import { say, tell } from "../app/shell";
import type { Ticket } from "../wire/messages";
import { rest } from "../wire/rest";
import { Refused } from "../session/desk";
import { fitOf } from "../session/today";
import { clockName } from "./clockname";
import { Busy, questionOf, type Question } from "./accept";
import { faultText } from "./hooks";
import { ticket } from "./waits";
import { gameName } from "./words";

/** Seconds of waiting after which a game against the engine is offered. */
const MEANWHILE = 15;
/**
 * Seconds between two requests for the ticket (the viewer's request for an opponent), in case a
 * notification was lost.
 */
const ASK = 5;

const seek = (game: string): Promise<Ticket> => rest<Ticket>("POST", "/ticket", { game, fair: true });

export interface QuickProps {
  href(match: string): string;
  /** The number of waiting players, by game. */
  waiting?: Record<string, number>;
}

export function Quick({ href, waiting }: QuickProps) {
  const take = (v: Ticket) => {
    ticket.value = v.match ? null : v;
    if (v.match) go(href(v.match));
  };
  const fault = (e: unknown) => tell(faultText(e));
  const asked = useSignal<Question | null>(null);
  const begin = (game: string) => {
    asked.value = null;
    seek(game).then(take, fault);
  };
  const press = async (game: string) => {
    change({ kind: game });
    asked.value = await questionOf(() => begin(game));
    if (!asked.value) begin(game);
  };
  useEffect(() => {
    // After a game, a link leads to this page with the parameter "seek", which
    // asks for the next opponent in that game.
    const wanted = query().get("seek") ?? "";
    if (kinds().includes(wanted)) {
      go(location.pathname, true);
      void press(wanted);
      return;
    }
    // If the viewer was already waiting for an opponent before the page was reloaded, continue to
    // wait.
    rest<Ticket>("GET", "/ticket").then(
      (v) => v.game && !v.match && take(v),
      () => undefined,
    );
  }, []);
  const cancel = () => {
    ticket.value = null;
    rest("DELETE", "/ticket").catch((e: unknown) => {
      if (!(e instanceof Refused && e.code === "not-found")) fault(e);
    });
  };
  const own = ticket.value;
  return (
    <section class="quick">
      <h2>{t("quick.title")}</h2>
      <Busy asked={asked.value} />
      {own ? (
        <Wait ticket={own} onTicket={take} onCancel={cancel} />
      ) : (
        <div class="minis">
          {kinds().map((k) => (
            <button key={k} type="button" class="mini" data-value={k} onClick={() => void press(k)}>
              <span>
                {gameName(k)}
                {waiting?.[k] ? <small>{t("quick.n", { n: waiting[k] })}</small> : null}
              </span>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Wait(p: { ticket: Ticket; onTicket(v: Ticket): void; onCancel(): void }) {
  const began = useSignal(Date.now());
  const seconds = useSignal(0);
  useEffect(() => {
    say(t("quick.waiting", { game: gameName(p.ticket.game) }));
    const timer = setInterval(() => {
      seconds.value = Math.floor((Date.now() - began.value) / 1000);
      if (seconds.value % ASK || !ticket.value) return;
      rest<Ticket>("GET", "/ticket")
        // If the ticket (the request for an opponent) has expired during a lost connection, request
        // a new ticket.
        .then((v) => (v.game || !ticket.value ? v : seek(p.ticket.game)))
        .then(
          (v) => v.game && p.onTicket(v),
          () => undefined,
        );
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const level = settings.value.level || Math.round(fitOf(p.ticket.game));
  return (
    <div class="wait" role="status">
      <p>
        <b>{t("quick.waiting", { game: gameName(p.ticket.game) })}</b> <small>{clockName(p.ticket.clock)}</small>
      </p>
      <p aria-hidden="true" class="seconds">
        {t("quick.seconds", { n: seconds.value })}
      </p>
      <div class="row">
        {seconds.value >= MEANWHILE && infoOf(p.ticket.game) && (
          <a class="button main" href={`/play/${p.ticket.game}`}>
            {t("quick.meanwhile", { n: level })}
          </a>
        )}
        <button type="button" class="button" onClick={p.onCancel}>
          {t("online.cancel")}
        </button>
      </div>
    </div>
  );
}
