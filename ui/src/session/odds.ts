// Describes odds (handicaps), as the user chooses them and as games show them. Each game defines
// its odds of pieces and moves; odds of time need a clock with a base time.
import type { Side } from "../board";
import { other } from "../board/state";
import type { Odds } from "../games/odds";
import type { ClockTerms } from "./saved";

/**
 * The odds (handicap) of a new game. The sides may not be chosen yet, so `by` names the giver as
 * the user ("me") or the opponent ("them").
 */
export interface Gift {
  by: "none" | "me" | "them";
  /** The name of the odds of pieces or moves, as the game defines them; "": none. */
  name: string;
  /** Extra minutes for the player who gets the odds. */
  minutes: number;
}

export const noGift: Gift = { by: "none", name: "", minutes: 0 };

/**
 * The start position of a game with the odds `g` if the user plays the side `mine`; "": the default
 * position.
 */
export function startOf(g: Gift, list: readonly Odds[], mine: Side): string {
  if (g.by === "none") return "";
  return list.find((o) => o.name === g.name)?.start[g.by === "me" ? mine : other(mine)] ?? "";
}

/** Extra seconds in addition to the time control: first the user's, then the opponent's. */
export function extraOf(g: Gift, clock: ClockTerms | null): [number, number] {
  const more = (clock?.base ?? 0) > 0 ? g.minutes * 60 : 0;
  if (g.by === "none") return [0, 0];
  return g.by === "me" ? [0, more] : [more, 0];
}

/**
 * The odds that belong to a start position, and the side that gives them; null if the position has
 * no odds.
 */
export function known(start: string, list: readonly Odds[]): { odds: Odds; giver: Side } | null {
  for (const odds of list)
    for (const giver of ["first", "second"] as const) if (odds.start[giver] === start) return { odds, giver };
  return null;
}
