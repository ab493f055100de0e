// Accepts an offer. If the player is in a live game (in which the opponent waits at the board), the
// page first asks whether to go back to that game.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/i18n";
import { go } from "../app/router";
import type { OfferView } from "../wire/messages";
import { rest } from "../wire/rest";
import { hides } from "./hidden";
import { expectDeal } from "./dealing";
import { playing } from "./live";

/** The question to a player who is in a live game. */
export interface Question {
  /** The path of the live game's page. */
  href: string;
  /** Accepts the offer although the player is in a live game. */
  both(): void;
}

export interface Accepting {
  /** Accepts an offer, or first asks a player who is in a live game. */
  accept(o: OfferView): Promise<void>;
  /** The open question; null if no question is open. */
  asked: Signal<Question | null>;
}

/**
 * Returns the question for a player who is in a live game, otherwise null. If the request for live
 * games fails, the player may accept the offer.
 */
export async function questionOf(both: () => void): Promise<Question | null> {
  const href = await playing().catch(() => "");
  return href ? { href, both } : null;
}

/**
 * Returns the functions with which a page accepts offers. If `replace` is true, the match replaces
 * the page in the browser's history.
 */
export function useAccepting(fault: (e: unknown) => void, replace = false): Accepting {
  const asked = useSignal<Question | null>(null);
  const now = async (o: OfferView) => {
    try {
      const { id } = await rest<{ id: string }>("POST", `/offers/${encodeURIComponent(o.id)}/accept?fair=true`);
      // In a game with a fair deal, the clients of both players take part in the
      // fair-deal exchange before the match.
      if (o.fair && hides(o.game)) expectDeal(id);
      go(`/g/${id}`, replace);
    } catch (e) {
      fault(e);
    }
  };
  const accept = async (o: OfferView) => {
    asked.value = await questionOf(() => void now(o));
    if (!asked.value) await now(o);
  };
  return { accept, asked };
}

/** Shows the question: go back to the live game, or begin another game. */
export function Busy({ asked }: { asked: Question | null }) {
  const back = useRef<HTMLAnchorElement>(null);
  useEffect(() => back.current?.focus(), [asked]);
  if (!asked) return null;
  return (
    <div class="ask" role="alertdialog" aria-label={t("online.busy")}>
      <p>{t("online.busy")}</p>
      <a ref={back} class="button main" href={asked.href}>
        {t("online.left")}
      </a>
      <button type="button" class="button" onClick={asked.both}>
        {t("online.busy.both")}
      </button>
    </div>
  );
}
