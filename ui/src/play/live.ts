// Finds live games: games whose players wait for each other at the board.
import type { MatchView, Summary } from "../wire/messages";
import { rest } from "../wire/rest";

/**
 * Whether the players of a match wait for each other at the board. A match without a clock, or with
 * days for a move, is not live.
 */
export const isLive = ({ control }: MatchView): boolean =>
  control !== "none" && control !== "" && !control.endsWith("d/move");

/** The path of a live game of the viewer; "" if there is none. */
export async function playing(): Promise<string> {
  const own = await rest<Summary[]>("GET", "/me/matches?limit=10");
  for (const { id, over } of own) {
    if (over) continue;
    const v = await rest<MatchView>("GET", `/matches/${encodeURIComponent(id)}`);
    if (isLive(v) && !v.result) return `/g/${id}`;
  }
  return "";
}
