// How the connection is, in a word and a dot.
import { t } from "../app/i18n";
import type { Socket } from "../wire/socket";

export function Line({ socket }: { socket: Socket }) {
  const at = socket.line.value;
  const lag = socket.lag.value;
  return (
    <span class="line" data-line={at} role="status">
      <i aria-hidden="true" />
      {at === "open"
        ? lag > 0
          ? t("online.lag", { n: lag })
          : t("online.connected")
        : at === "lost"
          ? t("online.lost")
          : t("online.connecting")}
    </span>
  );
}
