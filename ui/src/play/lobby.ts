// To be in the lobby: who waits for a game, and that one's own begins.
import { place } from "../app/router";
import { summons } from "../app/shell";
import { t } from "../app/i18n";
import type { OfferView, Told } from "../wire/messages";
import { socket, type Listener } from "../wire/socket";

/** The page of a match that has begun for the viewer, or is about to, by what was told. */
export function begun(m: Told): string {
  const deals = m.t === "fair" && m.side !== "none" && !m.transcript.aborted?.length;
  return m.t === "started" || deals ? `/g/${m.id}` : "";
}

/** The offers that are shown after a message: the whole list first, then what has changed. */
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

/** Hears what is told in the lobby, until the function that it returns is called. */
export function attend(f: Listener): () => void {
  const s = socket();
  const stop = [s.listen(f), s.stand("lobby", () => ({ t: "lobby", on: true, changes: true }))];
  return () => {
    for (const end of stop) end();
    s.send({ t: "lobby", on: false });
  };
}

let lingering: (() => void) | undefined;

/** Calls who has left with an offer open, when somebody accepts it. */
export function linger(): void {
  lingering ??= attend((m) => {
    const href = begun(m);
    if (!href) return;
    if (place.value !== href) summons.value = { text: t("online.begun"), href };
    stay();
  });
}

/** Ends that: the viewer is in the lobby himself, or has no offer any more. */
export function stay(): void {
  lingering?.();
  lingering = undefined;
}
