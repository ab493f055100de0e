// A game against an engine program of the operator. It runs on the server, so the game is kept there.
import type { Side } from "../board";
import { go } from "../app/router";
import type { ClockTerms } from "../session/saved";
import { rest } from "../wire/rest";
import { clockText } from "./controls";

export interface Against {
  kind: string;
  /** The name that the operator gave the program. */
  name: string;
  mine: Side;
  clock: ClockTerms | null;
  options: Record<string, string>;
  start: string;
  /** Milliseconds that each side gets more. */
  extra: readonly number[];
  takebacks: number;
}

/** Starts the game and opens its page. */
export async function playProgram(q: Against): Promise<void> {
  // A new visitor becomes a guest first.
  await rest("GET", "/me");
  const engine = { kind: "engine", spec: q.name };
  const human = { kind: "human" };
  const { id } = await rest<{ id: string }>("POST", "/matches", {
    game: q.kind,
    options: q.options,
    clock: clockText(q.clock),
    seats: q.mine === "first" ? [human, engine] : [engine, human],
    takebacks: q.takebacks,
    ...(q.start ? { start: q.start } : {}),
    ...(q.extra.some(Boolean) ? { extra: q.extra } : {}),
    // It has no effect in games without a deal.
    fair: true,
  });
  go(`/g/${id}`);
}
