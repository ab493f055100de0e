// Starts a game against an engine program of the operator. The program runs on the server, so the
// game is stored there.
import type { Side } from "../board";
import { go } from "../app/router";
import type { ClockTerms } from "../session/saved";
import { rest } from "../wire/rest";
import { clockText } from "./controls";

export interface Against {
  kind: string;
  /** The name that the operator has given to the program. */
  name: string;
  mine: Side;
  clock: ClockTerms | null;
  options: Record<string, string>;
  start: string;
  /** Extra milliseconds for each side. */
  extra: readonly number[];
  takebacks: number;
}

/** Starts the game and opens its page. */
export async function playProgram(q: Against): Promise<void> {
  // Request the viewer's identity: with this request a new visitor becomes a guest, and a guest can
  // start a match.
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
    // `fair` has an effect only in games that begin with a deal of hidden pieces.
    fair: true,
  });
  go(`/g/${id}`);
}
