// Forms texts about finished matches in lists. It is a separate file, because the page of a game
// does not need these texts.
import type { Summary } from "../wire/messages";
import { seatText } from "./seats";
import { endText } from "./words";

/**
 * The result of a finished match in a list, with the names of the players. The names of sides are
 * not used, because a list does not know which player chose which colour.
 */
export function listedEnd(m: Summary): string {
  return endText(m.game, { why: m.why ?? "", winner: m.winner ?? "none" }, "none", undefined, (s) =>
    seatText(m.seats?.[s === "first" ? 0 : 1] ?? { kind: "human" }),
  );
}
