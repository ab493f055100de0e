// Subscribes to messages of the lobby: the list of offers that are still open, and the start of the
// viewer's own match.
import { place } from "../app/router";
import { summons } from "../app/shell";
import { t } from "../app/i18n";
import { expectDeal } from "./dealing";
import { paired } from "./waits";
import type { OfferView, Told } from "../wire/messages";
import { socket, type Listener } from "../wire/socket";

/**
 * Returns the path of the viewer's match if the message says that the match has started or is about
 * to start; "" for other messages.
 */
export function begun(m: Told): string {
  const deals = m.t === "fair" && m.side !== "none" && !m.transcript.aborted?.length;
  if (deals) expectDeal(m.id);
  return m.t === "started" || deals ? `/g/${m.id}` : "";
}

/**
 * Returns the list of offers after a message. The first message has the whole list, later messages
 * have changes.
 */
export function offersAfter(shown: OfferView[], m: Told): OfferView[] {
  if (m.t === "lobby") return m.offers ?? [];
  if (m.t === "offers") {
    const gone = new Set(m.removed ?? []);
    return [...shown.filter((o) => !gone.has(o.id)), ...(m.added ?? [])];
  }
  if (m.t !== "challenge") return shown;
  const others = shown.filter((o) => o.id !== m.offer.id);
  return m.gone ? others : [...others, m.offer];
}

/** Subscribes the function `f` to lobby messages. Returns a function that unsubscribes. */
export function attend(f: Listener): () => void {
  const s = socket();
  const stop = [s.listen(f), s.stand("lobby", () => ({ t: "lobby", on: true, changes: true }))];
  return () => {
    for (const end of stop) end();
    s.send({ t: "lobby", on: false });
  };
}

let lingering: (() => void) | undefined;

/**
 * Keeps the subscription of a user who left the lobby with an open offer or a ticket (a request for
 * an opponent). Shows that the user waits, and notifies the user when the match has started.
 */
export function linger(): void {
  summons.value ??= { text: t("online.waiting"), href: "/online" };
  lingering ??= attend((m) => {
    const href = begun(m);
    if (!href) return;
    paired();
    if (place.value !== href) summons.value = { text: t("online.begun"), href };
    stay();
  });
}

/**
 * Ends the subscription that `linger` has begun, because the viewer is back in the lobby or has no
 * open offer.
 */
export function stay(): void {
  lingering?.();
  lingering = undefined;
}
