// Hooks that open and close games with the page that shows them.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { boot } from "../app/boot";
import { tell } from "../app/shell";
import { open, openAt } from "../session/here";
import { Refused } from "../session/desk";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { again } from "../wire/again";
import { errorText } from "./words";

/** The text of any thrown value. */
export const faultText = (e: unknown): string => errorText(e instanceof Refused ? e.code : "internal");

/** A new game before its first move. It is shown at once if the server has sent its start state. */
function atOnce(s: Saved): LocalGame | null {
  // The state is that of who begins.
  const plain = !s.start && Object.keys(s.options).length === 0 && s.seats.first.kind === "human";
  return plain && boot.start?.kind === s.kind ? openAt(s, boot.start.state) : null;
}

/** After a new game has replaced the old one, the focus goes to its board, not to the top of the page. */
function keepFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.table [role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Why something could not be opened, and another attempt. */
export interface Failure {
  text: string;
  retry(): unknown;
}

/** A game that is open while the component is there, kept or fresh; show() puts another in its place. */
export function useLocalGame<G extends LocalGame = LocalGame>(
  kept: () => Saved | null | undefined,
  fresh?: () => Saved,
  /** Opens another kind of game than the default one. Such a game is not shown before it is open. */
  opened: (s: Saved) => Promise<G> = open as never,
): {
  game: Signal<G | null>;
  show(s: Saved): Promise<void>;
  /** Replaces the game with a new one: as it was, or as it begins by itself. */
  again(s?: Saved): void;
  /** Why there is none, for the page that waits. */
  failure: Failure | null;
} {
  const first = useMemo(() => (fresh && !kept() ? (atOnce(fresh()) as G | null) : null), []);
  const game = useSignal<G | null>(first);
  const put = (next: G) => {
    const held = document.activeElement?.closest(".table");
    game.value?.close();
    game.value = next;
    if (held) setTimeout(keepFocus);
  };
  const failure = useSignal<Failure | null>(null);
  const show = async (s: Saved) => {
    try {
      put(await opened(s));
      failure.value = null;
    } catch (e) {
      if (game.value) tell(faultText(e));
      else failure.value = { text: faultText(e), retry: () => show(s) };
    }
  };
  const again = (s = fresh?.()) => {
    if (!s) return;
    const next = atOnce(s) as G | null;
    if (next) put(next);
    else void show(s);
  };
  useEffect(() => {
    const s = kept() ?? fresh?.();
    if (!game.value && s) void show(s);
    return () => game.value?.close();
  }, []);
  // The address does not name a game that ends; its place in the browser's history does.
  const g = game.value;
  const over = g?.ended.value && g.key;
  useEffect(() => {
    if (fresh) history.replaceState(over, "");
  }, [over]);
  return { game, show, again, failure: failure.value };
}

/** A module that is loaded once it is wanted; null until then. After a failure another value of wanted tries again. */
export function useLater<T>(wanted: boolean | number, load: () => Promise<T>): T | null {
  const module = useSignal<T | null>(null);
  useEffect(() => {
    if (wanted && !module.value)
      again(load).then(
        (m) => (module.value = m),
        () => undefined,
      );
  }, [wanted]);
  return module.value;
}

/** Calls a function once an element is laid out, and again whenever its size changes; returns how to stop that. */
export function sized(el: Element, f: () => void): () => void {
  const observer = new ResizeObserver(f);
  observer.observe(el);
  return () => observer.disconnect();
}
