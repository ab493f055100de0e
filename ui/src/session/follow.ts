// Follows a game that is open in several tabs of the browser: each tab shows the state that another
// tab has stored.
import { library } from "./here";
import type { LocalGame } from "./local";

/**
 * After another tab has stored a move, this tab's engine waits for the other tab's engine for this
 * time, in milliseconds.
 */
const ANSWER_MS = 4000;

/**
 * The events after which the stored game is read again. "pageshow" and "focus" are included because
 * a page that the browser had frozen may have missed changes.
 */
const EVENTS = ["storage", "pageshow", "focus"];

/** Shows the stored game whenever another tab has changed it. The returned function stops this. */
export function follow(game: LocalGame): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (!newer(game)) return;
    // The rules module answers requests in order. So when this reply arrives, a move that was being
    // played has been stored.
    await game.ask({ op: "state" });
    const stored = newer(game);
    if (!stored) return;
    clearTimeout(timer);
    game.touch();
    game.stopEngine();
    game.past.value = null;
    game.saved.value = stored;
    game.since = Date.now();
    // Do not start a search here yet: the engine of the other tab may be searching, and two engines
    // would play two moves.
    game.thinking.value = true;
    const opened = game.reopen();
    game.ask({ op: "drop" }).catch(() => undefined); // end the game's earlier session
    await opened.finally(() => (game.thinking.value = awaits(game)));
    const state = game.state.peek();
    // If the other tab was closed, its engine does not move, so after ANSWER_MS this tab lets its
    // own engine move.
    timer = setTimeout(() => {
      if (game.state.peek() !== state || game.saved.peek() !== stored || !awaits(game)) return;
      game.thinking.value = false;
      game.state.value = { ...state };
    }, ANSWER_MS);
  };
  // The calls of `look` run one after the other. Errors are not shown here: the player sees them at
  // the next action.
  let last = Promise.resolve();
  const hear = () => void (last = last.then(look).catch(() => undefined));
  EVENTS.forEach((e) => addEventListener(e, hear));
  hear();
  return () => {
    clearTimeout(timer);
    EVENTS.forEach((e) => removeEventListener(e, hear));
  };
}

/** Whether it is the engine's turn. */
const awaits = (g: LocalGame) => !g.ended.peek() && g.seat(g.state.peek().turn).kind === "machine";

/**
 * The stored game if another tab has changed it, otherwise null. Studies are excluded, because the
 * tabs of a study merge their edits: see journal.ts.
 */
function newer(game: LocalGame) {
  const { id, updated, study } = game.saved.peek();
  const stored = study ? null : library.get(id);
  return stored?.updated === updated ? null : stored;
}
