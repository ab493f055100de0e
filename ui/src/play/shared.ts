// Collects the data that pages pass to the share panel.
import type { Shown, Subject } from "../app/share";
import type { OnlineGame } from "../session/online";
import type { OfferView } from "../wire/messages";
import { gameName } from "./words";

/** SVG path of the share icon: three connected points. */
export const shareIcon =
  "M8.6 13.3l6.8 4M15.4 6.7l-6.8 4M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6";

/**
 * The subject for a match on the server: the link leads to the match's page, which follows the
 * match.
 */
export function sharedMatch(game: OnlineGame): Subject {
  return {
    title: gameName(game.kind),
    kind: game.kind,
    path: `/g/${encodeURIComponent(game.id)}`,
    match: game.id,
    ply: game.past.value?.ply,
    shown: game.past.value ?? game.state.value,
    over: game.ended.value !== null,
    flip: game.mine === "second",
  };
}

export function sharedPosition(kind: string, position: string, shown: Shown): Subject {
  return { title: gameName(kind), kind, shown, played: { start: position, options: {}, codes: [] } };
}

export function sharedChallenge(offer: OfferView): Subject {
  return { title: gameName(offer.game), kind: offer.game, path: `/c/${encodeURIComponent(offer.id)}` };
}
