// A played game that is open in several tabs of the browser: each tab shows what another one has stored.
import { library } from "./here";
import type { LocalGame } from "./local";

/** How long the engine of this tab waits for that of the tab where the move was played, in milliseconds. */
const ANSWER_MS = 4000;

/** A page that the browser had frozen may have missed what was stored meanwhile. */
const EVENTS = ["storage", "pageshow", "focus"];

/** Shows the stored game whenever another tab has changed it. Returns how to stop that. */
export function follow(game: LocalGame): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (!newer(game)) return;
    // Requests are answered in order: a move that is on its way is stored before this answer comes.
    await game.ask({ op: "state" });
    const stored = newer(game);
    if (!stored) return;
    clearTimeout(timer);
    game.touch();
    game.stopEngine();
    game.past.value = null;
    game.saved.value = stored;
    game.since = Date.now();
    // No search begins here yet: the other tab's engine may be at it, and two would give two answers.
    game.thinking.value = true;
    const opened = game.reopen();
    game.ask({ op: "drop" }).catch(() => undefined); // the session of the game as it was
    await opened.finally(() => (game.thinking.value = awaits(game)));
    const state = game.state.peek();
    // The other tab may have been closed: then its answer does not come, and the page asks for one.
    timer = setTimeout(() => {
      if (game.state.peek() !== state || game.saved.peek() !== stored || !awaits(game)) return;
      game.thinking.value = false;
      game.state.value = { ...state };
    }, ANSWER_MS);
  };
  // One after another. What cannot be opened is said once the player uses the game.
  let last = Promise.resolve();
  const hear = () => void (last = last.then(look).catch(() => undefined));
  EVENTS.forEach((e) => addEventListener(e, hear));
  hear();
  return () => {
    clearTimeout(timer);
    EVENTS.forEach((e) => removeEventListener(e, hear));
  };
}

/** Whether the engine has the turn. */
const awaits = (g: LocalGame) => !g.ended.peek() && g.seat(g.state.peek().turn).kind === "machine";

/** The stored game, if it is not the shown one. The tabs of a study merge its edits instead: see journal.ts. */
function newer(game: LocalGame) {
  const { id, updated, study } = game.saved.peek();
  const stored = study ? null : library.get(id);
  return stored?.updated === updated ? null : stored;
}
