// Computes the moves that may follow a queue of premoves, each time the queue grows.
import { useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Target } from "../board";
import { rules } from "../session/rules";
import type { State } from "../session/messages";
import { again } from "../wire/again";
import { views } from "./board";
import { hides } from "./hidden";
import type { TableGame } from "./tablegame";

export interface Ahead {
  /** The state to which `targets` belong. */
  of: State;
  queue: Target[];
  targets: Target[];
}

export function useAhead(game: TableGame, queue: Signal<Target[]>): ReadonlySignal<Ahead | null> {
  const ahead = useSignal<Ahead | null>(null);
  useEffect(() => {
    const { kind, mine: side, state } = game;
    const q = queue.value;
    const of = state.value;
    if (q.length === 0 || side === "both" || side === "none" || of.turn === side) return;
    // In a game with hidden pieces, the rules must see the game from the player's view.
    const options = hides(kind) ? { ...game.options, view: side } : game.options;
    let late = false;
    // Few players enter a second premove, so its code is loaded on demand.
    const ask = async () => {
      const { onward } = await again(() => import("../session/onward"));
      const targets = await onward(rules, { kind, options, state: of, side, look: views.value[kind] }, q);
      if (targets && !late) ahead.value = { of, queue: q, targets };
    };
    ask().catch(() => undefined);
    return () => {
      late = true;
    };
  }, [game, queue.value, game.state.value]);
  return ahead;
}
