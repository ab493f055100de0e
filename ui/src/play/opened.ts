// Opens a game on this device for as long as the page shows it.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { boot } from "../app/boot";
import { tell } from "../app/shell";
import { open, openAt } from "../session/here";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { faultText, type Failure } from "./hooks";

/**
 * Opens a new game without waiting for the rules module, if the server has put the game's start
 * state into the page; otherwise null.
 */
function atOnce(s: Saved): LocalGame | null {
  // The server has put into the page what the first side sees at the default start. So this state
  // is used only if a person plays the first side, and without another start or options.
  const plain = !s.start && Object.keys(s.options).length === 0 && s.seats.first.kind === "human";
  return plain && boot.start?.kind === s.kind ? openAt(s, boot.start.state) : null;
}

/**
 * After a new game has replaced the old game, the focus goes to the new board and not to the top of
 * the page.
 */
function keepFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.table [role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
}

/**
 * Keeps a game open while the component is mounted: the stored game or, without one, a fresh game.
 * show() opens another game in its place.
 */
export function useLocalGame<G extends LocalGame = LocalGame>(
  kept: () => Saved | null | undefined,
  fresh?: () => Saved,
  /** Opens the game as another class than LocalGame. Such a game is not shown before it is open. */
  opened: (s: Saved) => Promise<G> = open as never,
): {
  game: Signal<G | null>;
  show(s: Saved): Promise<void>;
  /** Replaces the game by `s`, or without `s` by a fresh game. */
  again(s?: Saved): void;
  /** The reason why no game could be opened, for the page that waits for it. */
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
  // The id of a game that has ended is stored in the browser's history entry and not in the URL.
  const g = game.value;
  const over = g?.ended.value && g.key;
  useEffect(() => {
    if (fresh) history.replaceState(over, "");
  }, [over]);
  return { game, show, again, failure: failure.value };
}
