// Limits how often pages send a request while a user switches quickly between pages.

/** The shortest time between two runs, in milliseconds; a user may switch between pages faster. */
const LEAST = 3000;

/**
 * Returns a function that runs `f`, but not too often, and not while the page is hidden. A call
 * that comes too early runs `f` later, so `f` always runs after the last call. With `now`, `f` runs
 * at once.
 */
export function seldom(f: () => Promise<void>): (now?: boolean) => void {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    if (document.hidden) return;
    last = Date.now();
    void f();
  };
  return (now = false) => {
    const wait = now ? 0 : last + LEAST - Date.now();
    if (wait <= 0) run();
    else timer ??= setTimeout(run, wait);
  };
}

export type Seldom = typeof seldom;
