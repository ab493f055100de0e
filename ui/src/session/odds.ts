// Odds as they are chosen, agreed on and told. Games say which there are in
// pieces and moves; those in time need a clock with a time for the game.
import type { Side } from "../board";
import type { Odds } from "../games/odds";
import type { ClockTerms } from "./saved";

/** What is given and by whom, before it is known who has which side. */
export interface Gift {
  by: "none" | "me" | "them";
  /** One of the game's odds; "" is none of them. */
  name: string;
  /** More for who gets them. */
  minutes: number;
}

export const noGift: Gift = { by: "none", name: "", minutes: 0 };

const other = (s: Side): Side => (s === "first" ? "second" : "first");

/** The start of a game with a gift, for one who has a side; "" is the usual one. */
export function startOf(g: Gift, list: readonly Odds[], mine: Side): string {
  if (g.by === "none") return "";
  return list.find((o) => o.name === g.name)?.start[g.by === "me" ? mine : other(mine)] ?? "";
}

/** Seconds more than the clock says, for me and for them. */
export function extraOf(g: Gift, clock: ClockTerms | null): [number, number] {
  const more = (clock?.base ?? 0) > 0 ? g.minutes * 60 : 0;
  if (g.by === "none") return [0, 0];
  return g.by === "me" ? [0, more] : [more, 0];
}

/** Which of the odds a start is, and who gives them. */
export function known(start: string, list: readonly Odds[]): { odds: Odds; giver: Side } | null {
  for (const odds of list)
    for (const giver of ["first", "second"] as const) if (odds.start[giver] === start) return { odds, giver };
  return null;
}
