// How the connection is, in a word and a dot.
import { t } from "../app/i18n";
import type { Socket } from "../wire/socket";

export function Line({ socket }: { socket: Socket }) {
  const at = socket.line.value;
  const lag = socket.lag.value;
  const measured = at === "open" && lag > 0;
  const state = at === "open" ? "online.connected" : at === "lost" ? "online.lost" : "online.connecting";
  return (
    <span class="line" data-line={at}>
      <i aria-hidden="true" />
      {/* What changes every few seconds is not spoken every few seconds. */}
      <span role="status" class={measured ? "unseen" : undefined}>
        {t(state)}
      </span>
      {measured && <span>{t("online.lag", { n: lag })}</span>}
    </span>
  );
}
