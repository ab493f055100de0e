// Defines the interface of a game for the game page, its move input and its buttons.
import type { ReadonlySignal } from "@preact/signals";
import type { Side } from "../board";
import type { Reply, Request, State } from "../session/messages";
import type { Ended } from "../session/saved";
import type { Seen } from "./viewas";

/** The methods and signals of a game that the page uses. */
export interface TableGame extends Seen {
  /** The options of the rules. */
  readonly options: Record<string, string>;
  readonly mine: Side | "both" | "none";
  /** The side from which the board is seen, if it is not the viewer's own side. */
  readonly seenBy?: Side;
  readonly state: ReadonlySignal<State>;
  readonly past: ReadonlySignal<State | null>;
  readonly ended: ReadonlySignal<Ended | null>;
  /**
   * Returns the text that is shown instead of the result of the match if somebody other than the
   * match decided the outcome, for example the arbiter of a tournament. It returns "" while the
   * text is not known yet, and undefined if the result of the match counts.
   */
  verdict?(): string | undefined;
  move(code: string): Promise<boolean>;
  /** Parses a typed move and plays it. Returns an error code if the text is not a legal move. */
  type(text: string): Promise<boolean | string>;
  look(ply: number): Promise<void>;
  /** Sends a request about the game to the rules module. */
  ask?(q: Omit<Request, "session">): Promise<Reply>;
  left?(s: Side): number;
  readonly timed: boolean;
  /** The sent move that the server has not acknowledged yet. */
  readonly sent?: ReadonlySignal<{ ply: number; code: string } | null>;
  /** The sent move in the user's notation; "" while the text is not known. */
  readonly sentText?: ReadonlySignal<string>;
  /** Returns the milliseconds that a side had left after `ply` moves; null if unknown. */
  leftAt?(s: Side, ply: number): number | null;
  /** The side that moved first, if it is not the first side. */
  readonly begins?: Side;
  /** Whether a move may be played in a past position. */
  readonly branches?: boolean;
}
