// Shows, beside an online game, the state of the connection and the time left for a first move.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Side } from "../board";
import { t } from "../app/i18n";
import type { OnlineGame } from "../session/online";
import type { Socket } from "../wire/socket";

export function Line({ socket }: { socket: Socket }) {
  const at = socket.line.value;
  const lag = socket.lag.value;
  const measured = at === "open" && lag > 0;
  const state = at === "open" ? "online.connected" : at === "lost" ? "online.lost" : "online.connecting";
  return (
    <span class="line" data-line={at}>
      <i aria-hidden="true" />
      {/* The measured lag changes every few seconds, so it is not part of the status text,
          which screen readers announce. */}
      <span role="status" class={measured ? "unseen" : undefined}>
        {t(state)}
      </span>
      {measured && <span>{t("online.lag", { n: lag })}</span>}
    </span>
  );
}

/**
 * Shows the time left for the first move of the side to move. That side's clock does not run yet.
 */
export function FirstMove({ game, side }: { game: OnlineGame; side: Side }) {
  const tick = useSignal(0);
  const left = game.firstLeft(side);
  const counts = left !== null;
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => tick.value++, 500);
    return () => clearInterval(timer);
  }, [counts]);
  void tick.value;
  if (left === null) return null;
  const s = Math.ceil(left / 1000);
  return (
    <small class="firstmove" role="timer">
      {t("online.first", { time: `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}` })}
    </small>
  );
}
