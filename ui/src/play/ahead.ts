// What may be prepared after a queue of premoves, found out as it grows.
import { useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Target } from "../board";
import { rules } from "../session/here";
import type { State } from "../session/messages";
import { again } from "../wire/again";
import { views } from "./board";
import { hides } from "./eyes";
import type { TableGame } from "./tablegame";

export interface Ahead {
  /** The position it was found out in. */
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
    // What is hidden from others a position tells only as the view of its owner.
    const options = hides(kind) ? { ...game.options, view: side } : game.options;
    let late = false;
    // Few games come to a second premove, so few load what it needs.
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
