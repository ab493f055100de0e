// Defines the interface that the page, its move input and its buttons need from a
// game.
import type { ReadonlySignal } from "@preact/signals";
import type { Side } from "../board";
import type { Reply, Request, State } from "../session/messages";
import type { Ended } from "../session/saved";
import type { Seen } from "./viewas";

/** A game as the page needs it. */
export interface TableGame extends Seen {
  /** The rule options. */
  readonly options: Record<string, string>;
  readonly mine: Side | "both" | "none";
  /** The side from which the board is seen, if it is not the viewer's own. */
  readonly seenBy?: Side;
  readonly state: ReadonlySignal<State>;
  readonly past: ReadonlySignal<State | null>;
  readonly ended: ReadonlySignal<Ended | null>;
  move(code: string): Promise<boolean>;
  /** Plays a typed move. Returns the code of a refusal if the text is no move of the position. */
  type(text: string): Promise<boolean | string>;
  look(ply: number): Promise<void>;
  /** Asks the rules about the game. */
  ask?(q: Omit<Request, "session">): Promise<Reply>;
  left?(s: Side): number;
  readonly timed: boolean;
  /** A sent move that is not acknowledged yet. */
  readonly sent?: ReadonlySignal<{ ply: number; code: string } | null>;
  /** The same move in the user's notation; "" while it is not known. */
  readonly sentText?: ReadonlySignal<string>;
  /** Milliseconds left after ply moves; null if unknown. */
  leftAt?(s: Side, ply: number): number | null;
  /** The side that moved first, if it is not the first side. */
  readonly begins?: Side;
  /** Whether a move may be played in a past position. */
  readonly branches?: boolean;
}
