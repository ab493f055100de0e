// Shows, beside an online game, that the opponent has left and the viewer can claim the game, or
// that the viewer is disconnected and the opponent can claim it. The server counts the time; this
// display follows the server.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { tell } from "../app/shell";
import type { OnlineGame } from "../session/online";
import type { Socket } from "../wire/socket";

/** Absences shorter than this number of milliseconds are not shown. */
const BRIEF = 5000;
/**
 * If the player left the page longer ago than this number of milliseconds, the absence is not
 * shown.
 */
const LONG_AGO = 600_000;
const KEY = "kydai-left";

/** Formats milliseconds as minutes and seconds, rounded up. */
export function untilText(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/**
 * When this device left the page of a game, in unix milliseconds; 0 if it did not leave the page,
 * or left it long ago.
 */
export function leftPageAt(id: string, now: number, store: Pick<Storage, "getItem"> = localStorage): number {
  const [match, at] = (store.getItem(KEY) ?? "").split(" ");
  return match === id && now - Number(at) < LONG_AGO ? Number(at) : 0;
}

export function Left({ game, socket }: { game: OnlineGame; socket: Socket }) {
  const left = game.here.value.left;
  const { mine } = game;
  const plays = mine !== "none" && game.ended.value === null;
  const limit = left?.after?.[mine === "second" ? 1 : 0] ?? 0;
  const cut = socket.line.value !== "open";
  const since = useRef(0);
  const tick = useSignal(0);
  const away = plays && !cut && left?.away !== undefined && left.away !== mine;
  useEffect(() => {
    if (!away && !cut) return;
    const timer = setInterval(() => tick.value++, 250);
    return () => clearInterval(timer);
  }, [away, cut]);
  void tick.value;

  /**
   * Shows a returning player how long the player was away and for how long the opponent has to
   * wait.
   */
  const back = (from: number) => {
    const gone = Date.now() - from;
    if (from && gone > BRIEF && plays && limit)
      tell(t("left.back", { gone: untilText(gone), limit: untilText(limit) }));
  };
  useEffect(() => {
    if (cut) since.current = Date.now();
    else back(since.current);
  }, [cut]);
  useEffect(() => {
    if (!plays) return;
    back(leftPageAt(game.id, Date.now()));
    localStorage.removeItem(KEY);
    const note = () => localStorage.setItem(KEY, `${game.id} ${Date.now()}`);
    addEventListener("pagehide", note);
    return () => removeEventListener("pagehide", note);
  }, [plays]);

  if (!plays) return null;
  if (cut) {
    const ms = limit - (Date.now() - (since.current || Date.now()));
    if (!limit) return null;
    return (
      <p class="ask">
        <span role="status">{t("left.cut")}</span>{" "}
        <span role="timer">{ms > 0 ? t("left.they.soon", { time: untilText(ms) }) : t("left.they.now")}</span>
      </p>
    );
  }
  if (!away) return null;
  const ms = (left?.claim ?? 0) - Date.now() - socket.offset;
  if (ms > 0)
    return (
      <p class="ask">
        <span role="status">{t("online.gone")}</span>{" "}
        <span role="timer">{t("left.soon", { time: untilText(ms) })}</span>
      </p>
    );
  return (
    <div class="ask" role="alert">
      <p>{t("left.gone")}</p>
      <button type="button" class="button main" onClick={() => game.act("left")}>
        {t("left.win")}
      </button>
      <button type="button" class="button" onClick={() => game.act("left", "draw")}>
        {t("left.draw")}
      </button>
    </div>
  );
}
