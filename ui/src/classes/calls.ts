// Opens a match of a child when the match starts, or shows a notification with a link to it. The
// match belongs to a simul (one teacher against many) or to a round of an event.
import { lang, speakOf, t } from "../app/i18n";
import { go, place } from "../app/router";
import { summons } from "../app/shell";
import { attend, begun } from "../play/lobby";
import { socket } from "../wire/socket";
import { ready } from "./texts";

let away: (() => void) | undefined;

/**
 * Announces a started match, or a demo board that the teacher begins to show, by a link. The open
 * socket shows the teacher that the child is online.
 */
export function hearAway(): void {
  if (away) return;
  const stop = [
    attend((m) => {
      const href = begun(m);
      if (!href || place.value === href) return;
      // The pages of lessons do not load the texts of online games, so these texts are loaded here.
      void speakOf("table", lang.value).then(() => (summons.value = { text: t("online.begun"), href }));
    }),
    hearDemo(),
  ];
  away = () => {
    for (const end of stop) end();
  };
}

/**
 * Announces a demo board that the teacher begins to show after the child has left the page of the
 * class.
 */
function hearDemo(): () => void {
  const s = socket();
  let shown: boolean | undefined;
  const stop = [
    s.listen((m) => {
      if (m.t !== "demo") return;
      const begins = shown === false && !!m.demo;
      shown = !!m.demo;
      const { value } = summons;
      if (!shown && value?.href === "/classes") summons.value = null;
      if (begins && place.value !== "/classes")
        void ready().then(() => (summons.value = { text: t("demo.call"), href: "/classes" }));
    }),
  ];
  // When the page of the class is unmounted, it ends its own subscription to the demo board. This
  // happens after this call, so the subscription here begins later.
  const timer = setTimeout(() => stop.push(s.stand("demo away", () => ({ t: "demo", on: true }))), 0);
  return () => {
    clearTimeout(timer);
    for (const end of stop) end();
    // The page /classes subscribes to the demo board itself, so that subscription must not be ended
    // here.
    if (place.value !== "/classes") s.send({ t: "demo", on: false });
  };
}

/**
 * Opens each match that starts while the child is on the page of the class. The caller calls the
 * returned function when the child leaves this page. From then on, a link announces such a match,
 * for example during a lesson.
 */
export function hearCalls(): () => void {
  away?.();
  away = undefined;
  const leave = attend((m) => {
    const at = begun(m);
    if (at) go(at);
  });
  return () => {
    leave();
    hearAway();
  };
}
