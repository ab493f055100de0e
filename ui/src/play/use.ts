// Opening and closing games with the page that shows them.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { tell } from "../app/shell";
import { open } from "../session/here";
import { Refused } from "../session/desk";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { errorText } from "./words";

/** The text of whatever was thrown. */
export const faultText = (e: unknown): string => errorText(e instanceof Refused ? e.code : "internal");

/** A game that is open while the component is there; show() puts another in its place. */
export function useLocalGame(first: () => Saved | null): {
  game: Signal<LocalGame | null>;
  show(s: Saved): Promise<void>;
} {
  const game = useSignal<LocalGame | null>(null);
  const show = async (s: Saved) => {
    try {
      const next = await open(s);
      game.value?.close();
      game.value = next;
    } catch (e) {
      tell(faultText(e));
    }
  };
  useEffect(() => {
    const s = first();
    if (s) void show(s);
    return () => game.value?.close();
  }, []);
  return { game, show };
}
