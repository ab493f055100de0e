// Shows the link from a match back to its tournament, after the end and when the next round is
// paired.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { ready } from "../events/texts";
import type { EventView } from "../wire/messages";
import { rest } from "../wire/rest";
import { socket } from "../wire/socket";

export function OfEvent({ id, over }: { id: string; over: boolean }) {
  const spoken = useSignal(false);
  /** The number of paired rounds when the page was opened (`before`), and now (`paired`). */
  const before = useSignal(0);
  const paired = useSignal(0);
  const path = `/events/${encodeURIComponent(id)}`;
  useEffect(() => {
    void ready().then(
      () => (spoken.value = true),
      () => undefined,
    );
    const look = () =>
      rest<EventView>("GET", path).then(
        (e) => {
          before.value ||= e.paired;
          paired.value = e.paired;
        },
        () => undefined,
      );
    void look();
    const s = socket();
    const stop = s.listen((m) => m.t === "event" && m.id === id && void look());
    const end = s.stand("event", () => ({ t: "event", id, on: true }));
    return () => {
      stop();
      end();
      s.send({ t: "event", id, on: false });
    };
  }, []);
  const next = paired.value > before.value;
  if (!spoken.value || (!over && !next)) return null;
  return (
    <p class="more" role={next ? "status" : undefined}>
      {next && <span>{t("event.match.next", { n: paired.value })}</span>}
      <a class={next ? "button main" : "button"} href={`/event/${encodeURIComponent(id)}`}>
        {t("event.match.back")}
      </a>
    </p>
  );
}
