// Calls a player of a tournament to the board on every page: a link names the round, the board and
// the opponent. The board may be on screen or a wooden board. This file is loaded only for players
// of a tournament.
import { effect } from "@preact/signals";
import { lang, t } from "../app/i18n";
import { place } from "../app/router";
import { say, summons } from "../app/shell";
import type { EventEntrant, EventRound, EventView } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";
import { entered, remember } from "./entered";
import { speak } from "./texts";
import { namesOf } from "./words";

/** The round to which the player was called last, so that each board is announced once. */
const CALLED = "kydai.called";
/** How often the event is read again, in milliseconds, because a message may be lost. */
const EVERY = 60_000;
/** A page ends its own subscription after the next page has been loaded, in milliseconds. */
const SETTLE = 1500;

interface Call {
  text: string;
  href: string;
  /** The path of the tournament, whose page names the board as well. */
  home: string;
  /** The round and the board, which change with each new board of the player. */
  key: string;
}

/** The board to which a player is called; null if no board waits for the player. */
export function callOf(event: EventView, round: EventRound | null, entrants: EventEntrant[]): Call | null {
  const me = event.entrant;
  const b = me && round?.boards.findLast((x) => x.first === me || x.second === me);
  if (!me || !round || !b || b.result || event.phase !== "running") return null;
  const open = event.settings.format === "arena" || event.settings.format === "ladder";
  const name = namesOf(entrants)(b.first === me ? b.second : b.first);
  const home = `/event/${encodeURIComponent(event.id)}`;
  return {
    text: t(open ? "event.call.open" : "event.call", { n: round.round, board: b.board, name }),
    href: b.match ? `/g/${b.match}` : home,
    home,
    key: [event.id, round.round, b.board, b.game ?? 1].join(" "),
  };
}

let call: Call | null = null;
let version = -1;

/** Shows the link of a call, unless the player has seen it or is where it leads. */
function show(next: Call | null): void {
  if (call && summons.peek()?.href === call.href && next?.key !== call.key) summons.value = null;
  call = next;
  if (!next || sessionStorage.getItem(CALLED) === next.key) return;
  if (document.hidden) return void (version = -1); // the call is shown when the page is visible again
  sessionStorage.setItem(CALLED, next.key);
  if (place.peek() === next.href || place.peek() === next.home) return;
  summons.value = { text: next.text, href: next.href };
  say(next.text);
}

async function look(): Promise<void> {
  const id = entered();
  if (!id) return show(null);
  const path = `/events/${encodeURIComponent(id)}`;
  const event = await rest<EventView>("GET", path);
  if (event.version === version) return;
  version = event.version;
  const newest = event.settings.format === "arena" || event.settings.format === "ladder" ? "?last=40" : "";
  const [entrants, round] = await Promise.all([
    rest<EventEntrant[]>("GET", `${path}/entrants`),
    event.paired ? rest<EventRound>("GET", `${path}/rounds/${event.paired}${newest}`) : null,
    speak(lang.value),
  ]);
  remember(
    event,
    entrants.some((x) => x.entrant === event.entrant && x.leaves),
  );
  show(callOf(event, round, entrants));
}

let hears: (() => void) | undefined;

/**
 * Subscribes to the tournament that the player has entered, so that every page can call the player
 * to the board.
 */
export function follow(): void {
  if (hears || !entered()) return;
  const s = socket();
  const again = () => void look().catch(() => undefined);
  const ask = () => ({ t: "event" as const, id: entered(), on: true });
  const stop = [
    s.listen((m) => m.t === "event" && m.id === entered() && again()),
    s.stand("event own", ask),
    // Other code announces the same match without the name of the tournament. So put the text of
    // the call back.
    effect(() => {
      const now = summons.value;
      if (call && now?.href === call.href && now.text !== call.text)
        summons.value = { text: call.text, href: call.href };
    }),
  ];
  const timer = setInterval(again, EVERY);
  document.addEventListener("visibilitychange", again);
  stop.push(
    () => clearInterval(timer),
    () => document.removeEventListener("visibilitychange", again),
  );
  hears = () => {
    for (const end of stop) end();
    hears = undefined;
  };
  again();
}

/**
 * Subscribes again on a new page, because the previous page may have subscribed to another
 * tournament.
 */
export function arrived(path: string): void {
  if (!entered()) return hears?.();
  follow();
  if (path.startsWith("/event/")) return;
  setTimeout(() => {
    if (place.peek() === path && entered()) socket().send({ t: "event", id: entered(), on: true });
  }, SETTLE);
}
