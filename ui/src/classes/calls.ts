// Opens a match of a child when it starts, or shows a notification: a match in a simul (one teacher
// against many) or in a round of an event.
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
 * Announces a demo board that the teacher did not show yet when the child left the page of the
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
  // The page of the class ends its own subscription when it is unmounted, which happens after this
  // call. So this subscription begins later.
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
 * Opens a match that starts while the child is on the page of the class. The caller calls the
 * result when the child leaves that page. From then on a link announces such a match, for example
 * in a lesson.
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
