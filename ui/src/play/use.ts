// Opening and closing games with the page that shows them.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { boot } from "../app/boot";
import { tell } from "../app/shell";
import { open, openAt } from "../session/here";
import { Refused } from "../session/desk";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { errorText } from "./words";

/** The text of whatever was thrown. */
export const faultText = (e: unknown): string => errorText(e instanceof Refused ? e.code : "internal");

/** A new game before its first move: at once, where the shell has sent its start along. */
function atOnce(s: Saved): LocalGame | null {
  const plain = !s.start && Object.keys(s.options).length === 0;
  return plain && boot.start?.kind === s.kind ? openAt(s, boot.start.state) : null;
}

/** A game that is open while the component is there, kept or fresh; show() puts another in its place. */
export function useLocalGame(
  kept: () => Saved | null | undefined,
  fresh?: () => Saved,
): {
  game: Signal<LocalGame | null>;
  show(s: Saved): Promise<void>;
  /** Puts a fresh one in its place. */
  again(): void;
} {
  const first = useMemo(() => (fresh && !kept() ? atOnce(fresh()) : null), []);
  const game = useSignal<LocalGame | null>(first);
  const put = (next: LocalGame) => {
    game.value?.close();
    game.value = next;
  };
  const show = async (s: Saved) => {
    try {
      put(await open(s));
    } catch (e) {
      tell(faultText(e));
    }
  };
  const again = () => {
    if (!fresh) return;
    const s = fresh();
    const next = atOnce(s);
    if (next) put(next);
    else void show(s);
  };
  useEffect(() => {
    const s = kept() ?? fresh?.();
    if (!game.value && s) void show(s);
    return () => game.value?.close();
  }, []);
  return { game, show, again };
}
