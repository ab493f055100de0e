// Shows pairings and standings for a projector in the playing hall (path /event/:id/hall). The page
// refreshes and scrolls by itself.
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { punctuated, t } from "../app/i18n";
import { useTitle } from "../app/titled";
import { Bracket } from "./bracket";
import { useDesk, type Shown } from "./data";
import { standingsTitle } from "./lists";
import { isOwn, qrOf, siteHost } from "./reach";
import { Pairing } from "./round";
import { GRID, Screens } from "./screens";
import { facts, isElimination, namesOf, points } from "./words";

/** Scrolling speed of a long list, in pixels per second. */
const SPEED = 30;
/** How long the list pauses at its top and bottom, in milliseconds. */
const REST = 4000;

/** How long the pairings, and each page of boards, are shown, in milliseconds. */
const STAY = 15_000;
/** How often the height of a list that does not scroll is checked, in milliseconds. */
const LOOK = 500;

/**
 * The index of the current view, which changes regularly. Index 0 is the pairings, each other index
 * is a page of boards.
 */
function useTurns(pages: number): number {
  const turn = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => turn.value++, STAY);
    return () => clearInterval(timer);
  }, []);
  return turn.value % (pages + 1);
}

/**
 * The scroll position in pixels after `passed` milliseconds, for a list that scrolls down by `room`
 * pixels and then starts again.
 */
export function scrolled(room: number, passed: number): number {
  const way = (room / SPEED) * 1000;
  const at = passed % (way + 2 * REST);
  return Math.max(0, Math.min(room, ((at - REST) / 1000) * SPEED));
}

/** A list that scrolls by itself if it does not fit its area. */
function Rolling({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const from = performance.now();
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let page = 0;
    const step = () => {
      const room = el.scrollHeight - el.clientHeight;
      const passed = performance.now() - from;
      if (room > 1 && still.matches) {
        // If reduced motion is requested, the list is shown page by page.
        const pages = Math.ceil(el.scrollHeight / el.clientHeight);
        const next = Math.floor(passed / (2 * REST)) % pages;
        if (next !== page) el.scrollTop = Math.min(room, next * el.clientHeight);
        page = next;
      } else if (room > 1) el.scrollTop = scrolled(room, passed);
      // A list that does not scroll smoothly is checked every LOOK milliseconds and not in every
      // frame.
      if (room > 1 && !still.matches) frame = requestAnimationFrame(step);
      else timer = setTimeout(step, LOOK);
    };
    step();
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable
    <div class="rolling" ref={box} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

export function Hall({ id }: { id: string }) {
  const desk = useDesk(id);
  const shown = desk.shown.value;
  useTitle(shown?.event.settings.name ?? t("events.title"));
  if (!shown)
    return (
      <article class="hall">
        <h1>{t("events.title")}</h1>
        <p>{t(desk.missing.value ? "event.missing" : "online.connecting")}</p>
      </article>
    );
  const { event, last } = shown;
  const path = `/event/${encodeURIComponent(id)}`;
  const left = last?.boards.filter((b) => !b.result).length ?? 0;
  return (
    <article class="hall">
      <header>
        <div>
          <h1>{event.settings.name}</h1>
          <p>{facts(event)}</p>
        </div>
        <p class="round">
          <b>
            {event.phase === "over"
              ? t("event.phase.over")
              : last
                ? event.total
                  ? t("event.round.of", { n: last.round, all: event.total })
                  : t("event.round", { n: last.round })
                : t("event.phase.open")}
          </b>
          {last && left > 0 && <span>{t("event.hall.left", { left })}</span>}
        </p>
      </header>
      <Main shown={shown} />
      {isElimination(event.settings.format) ? (
        <Bracket desk={desk} shown={shown} rolling={Rolling} />
      ) : (
        <Ranks shown={shown} />
      )}
      <footer>
        <img src={qrOf(path)} alt={t("event.hall.qr")} width="120" height="120" />
        <p>
          {t("event.hall.join")} <b>{siteHost() + path}</b>
          {isOwn() && <small>{t("event.own")}</small>}
          {desk.stale.value && <small>{t("event.stale")}</small>}
        </p>
        <a href={path}>{t("event.hall.leave")}</a>
      </footer>
    </article>
  );
}

/** Shows the pairings, or the entrants before the first round. */
function Main({ shown }: { shown: Shown }) {
  const { event, last, entrants } = shown;
  const name = namesOf(entrants);
  const live = last?.boards.filter((b) => b.match && !b.result && !b.twin) ?? [];
  const turn = useTurns(Math.ceil(live.length / GRID));
  if (turn > 0)
    return (
      <section>
        <h2>{t("event.hall.boards")}</h2>
        <Screens boards={live.slice((turn - 1) * GRID, turn * GRID)} name={name} />
      </section>
    );
  if (!last)
    return (
      <section>
        <h2>{t("event.entrants")}</h2>
        <Rolling label={t("event.entrants")}>
          <ul class="entered">
            {entrants
              .filter((x) => !x.leaves)
              .map((x) => (
                <li key={x.entrant}>{name(x.entrant)}</li>
              ))}
          </ul>
        </Rolling>
      </section>
    );
  return (
    <section>
      <h2>{t("event.pairings")}</h2>
      <Rolling label={t("event.pairings")}>
        <ol class="tickets">
          {last.boards.map((b) => (
            <li key={`${last.round} ${b.board}`}>
              <Pairing board={b} name={name} both={event.settings.boards === "both"} plain />
            </li>
          ))}
        </ol>
        {last.byes.length > 0 && (
          <p>{punctuated(`${t("event.byes")}: ${last.byes.map((b) => name(b.entrant)).join(t("list.comma"))}`)}</p>
        )}
      </Rolling>
    </section>
  );
}

function Ranks({ shown }: { shown: Shown }) {
  const { event, entrants, standings } = shown;
  const name = namesOf(entrants);
  if (event.paired === 0) return null;
  return (
    <section>
      <h2>{standingsTitle(shown)}</h2>
      <Rolling label={standingsTitle(shown)}>
        <ol class="ranks">
          {standings.places.map((p) => (
            <li key={p.entrant}>
              <span class="number">{p.place}</span>
              <span>{name(p.entrant)}</span>
              <b>{points(p.score, standings.unit)}</b>
            </li>
          ))}
        </ol>
      </Rolling>
    </section>
  );
}
