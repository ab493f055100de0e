// Lists captured pieces by value, and computes by how much a side is ahead.
import type { GameView, Side } from "../board";
import type { State, Taken } from "../session/messages";

const sideOf = (token: string): Side => (token === token.toUpperCase() ? "first" : "second");

type Worth = Pick<GameView, "worth" | "could">;

const worthOf = (view: Worth, token: string): number | undefined => view.worth?.[token.toUpperCase()];

/**
 * The pieces that a side has captured: the most valuable first, equal pieces together, unknown
 * pieces last.
 */
export function capturedBy(view: Worth, state: Pick<State, "taken">, side: Side): Taken[] {
  const value = (x: Taken) => worthOf(view, x.face ?? x.token) ?? 0;
  const name = (x: Taken) => x.face ?? x.token;
  return (state.taken ?? [])
    .filter((x) => sideOf(x.token) !== side)
    .sort((a, b) => value(b) - value(a) || name(a).localeCompare(name(b)));
}

/**
 * The material lead of a side. Usually the pieces on the board are compared, so that promoted
 * pieces count. In a game with face-down pieces the captured pieces are compared, as far as the
 * viewer knows them.
 */
export function ahead(view: Worth, state: Pick<State, "taken" | "cells">, side: Side): number {
  if (!view.worth) return 0;
  const sum = (tokens: string[]) =>
    tokens.reduce((n, token) => n + (worthOf(view, token) ?? 0) * (sideOf(token) === side ? 1 : -1), 0);
  if (!view.could) return sum(state.cells.filter(Boolean));
  return -sum((state.taken ?? []).map((x) => x.face ?? x.token));
}
