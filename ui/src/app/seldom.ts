// Limits requests that pages repeat while a user switches between pages.

/** Pages are changed faster than this while looking around, in milliseconds. */
const LEAST = 3000;

/**
 * Limits how often f runs; it does not run while the page is hidden. A call that comes too early is made up for, so that
 * the state after the last call is known. now: f runs at once.
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
