// Lists a child's games in progress with people: in a simul of the teacher, or in
// an event.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { summons } from "../app/shell";
import { seatText } from "../play/seats";
import { gameName } from "../play/words";
import type { Summary } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";

/**
 * The interval of reloading the list in milliseconds, because a notice from the socket may be lost.
 */
const EVERY = 60_000;

export function MyBoards({ me }: { me: string }) {
  const list = useSignal<Summary[]>([]);
  const load = () =>
    rest<Summary[]>("GET", "/me/matches?limit=10").then(
      (all) => {
        list.value = all.filter((m) => !m.over && m.players.every((p) => p !== ""));
        // A game in this list needs no link in a notification.
        if (all.some((m) => summons.value?.href === `/g/${m.id}`)) summons.value = null;
      },
      () => undefined, // another part of the page shows that there is no connection
    );
  useEffect(() => {
    void load();
    const seen = () => document.hidden || void load();
    // The socket sends a notice when a match has begun or ended.
    addEventListener("notice", seen);
    const timer = setInterval(seen, EVERY);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("notice", seen);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, []);
  // While the connection was lost, no notices could arrive, so the list is loaded again when the
  // connection is back.
  const lost = useRef(false);
  useSignalEffect(() => {
    const line = socket().line.value;
    if (line === "lost") lost.current = true;
    if (line !== "open" || !lost.current) return;
    lost.current = false;
    void load();
  });
  if (list.value.length === 0) return null;
  return (
    <section class="tasks own" aria-label={t("mine.boards")}>
      <h2>{t("mine.boards")}</h2>
      <ul>
        {list.value.map((m) => (
          <li key={m.id}>
            <a class="task" data-state="begun" href={`/g/${m.id}`}>
              <b>{gameName(m.game)}</b>
              <span>{t("mine.against", { name: other(m, me) })}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name of the opponent in a match. */
function other(m: Summary, me: string): string {
  const seat = m.seats[m.players[0] === me ? 1 : 0];
  return seat ? seatText(seat) : "";
}
