// Plays a game on this device in which each player can take back only a limited number of moves.
import type { Side } from "../board";
import { other } from "../board/state";
import { Refused } from "./desk";
import { LocalGame } from "./local";
import type { Saved } from "./saved";

/** Limits each player of a game to `most` takebacks; -1: no limit. */
export const limited = (s: Saved, most: number): Saved =>
  most < 0 ? s : { ...s, takebacks: { most, first: 0, second: 0 } };

export class LimitedGame extends LocalGame {
  /** The player who can take a move back: the only human player, or the player who moved last. */
  get #taker(): Side {
    return this.view || other(this.state.value.turn);
  }

  /** The number of takebacks that a player has left; -1: no limit. */
  takebacksLeft(s: Side): number {
    const limit = this.saved.value.takebacks;
    return limit && this.mine !== "none" ? Math.max(0, limit.most - limit[s]) : -1;
  }

  override get noUndo(): string {
    return this.takebacksLeft(this.#taker) === 0 ? "no-takebacks" : super.noUndo;
  }

  protected override async takeBack(): Promise<boolean> {
    const taker = this.#taker;
    if (this.takebacksLeft(taker) === 0) {
      this.refusal.value = null; // reset first, so that a repeated attempt shows the message again
      this.refuse(new Refused({ code: "no-takebacks", text: "the player has used all takebacks" }));
      return false;
    }
    if (!(await super.takeBack())) return false;
    const { takebacks } = this.saved.value;
    if (takebacks) this.change({ takebacks: { ...takebacks, [taker]: takebacks[taker] + 1 } });
    return true;
  }
}
