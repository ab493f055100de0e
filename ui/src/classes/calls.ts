// Matches that start for a child: a simul of the teacher, or a round of an event.
import { lang, speakOf, t } from "../app/i18n";
import { go, place } from "../app/router";
import { summons } from "../app/shell";
import { attend, begun } from "../play/lobby";

let away: (() => void) | undefined;

/** Announces a match that starts by a link. By the open socket the teacher sees that the child is here. */
export function hearAway(): void {
  away ??= attend((m) => {
    const href = begun(m);
    if (!href || place.value === href) return;
    // A lesson has no texts of games through a server.
    void speakOf("table", lang.value).then(() => (summons.value = { text: t("online.begun"), href }));
  });
}

/**
 * Opens a match that starts while the child is on the page of the class. The result is called when the child leaves that
 * page; from then on a link announces such a match, for instance in a lesson.
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
