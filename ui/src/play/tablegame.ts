// What a table, its box for moves and its buttons need of a game.
import type { ReadonlySignal } from "@preact/signals";
import type { Side } from "../board";
import type { State } from "../session/messages";
import type { Ended } from "../session/saved";
import type { Seen } from "./eyes";

/** A game as the table needs it. */
export interface TableGame extends Seen {
  /** Of its rules. */
  readonly options: Record<string, string>;
  readonly mine: Side | "both" | "none";
  readonly state: ReadonlySignal<State>;
  readonly past: ReadonlySignal<State | null>;
  readonly ended: ReadonlySignal<Ended | null>;
  move(code: string): Promise<boolean>;
  type(text: string): Promise<boolean>;
  look(ply: number): Promise<void>;
  left?(s: Side): number;
  readonly timed: boolean;
  /** A move that was sent and is not known to have arrived. */
  readonly sent?: ReadonlySignal<{ ply: number; code: string } | null>;
  /** The same as people write it; "" while that is not known. */
  readonly sentText?: ReadonlySignal<string>;
  /** Milliseconds left after so many moves; null if that is not known. */
  leftAt?(s: Side, ply: number): number | null;
  /** The side that moved first, if that is not the first. */
  readonly begins?: Side;
  /** A move may be made in a position of the past. */
  readonly branches?: boolean;
}
