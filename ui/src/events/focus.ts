// Keeps the keyboard focus on pages that disable a button while its command is sent, and often
// remove the button afterwards. Otherwise the focus would be lost, and Tab and a screen reader
// would begin at the top of the page again.

/**
 * How long the focused button may be disabled before the focus moves to another element, in
 * milliseconds.
 */
const OFF = 1000;
const goals = "button:not(:disabled), a[href], summary";

const isShown = (e: Element): boolean => e.isConnected && (e.checkVisibility?.() ?? e.getClientRects().length > 0);
const isUsable = (e: Element): boolean => isShown(e) && !e.matches(":disabled");

/**
 * The element that gets the focus after a focused element was removed or disabled: the first
 * visible button, link or summary in the nearest ancestor that is still on the page.
 */
function heir(around: readonly Element[]): HTMLElement | null {
  for (const part of around) {
    if (!part.isConnected) continue;
    const found = Array.from(part.querySelectorAll<HTMLElement>(goals)).find(isShown);
    if (found) return found;
  }
  return document.getElementById("main");
}

let guarded = false;

/**
 * From this call on, if the focused element is removed, hidden or disabled, the focus moves to an
 * element near it.
 */
export function guardFocus(): void {
  if (guarded) return;
  guarded = true;
  let last: HTMLElement | null = null;
  let around: Element[] = [];
  let lost = false;
  let byKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const move = (to: HTMLElement | null) => {
    lost = false;
    // Scroll to the focused element only after a key press: users of a mouse or a touch screen do
    // not need to see the focus.
    to?.focus({ preventScroll: !byKeys });
  };
  const pass = () => {
    const now = document.activeElement;
    if (last && lost && (!now || now === document.body || !isUsable(now))) move(heir(around));
  };
  document.addEventListener("focusin", (e) => {
    const to = e.target as HTMLElement;
    const main = to.closest("#main");
    last = main && to !== main ? to : null;
    lost = false;
    around = [];
    for (let up = last?.parentElement; up && up !== main; up = up.parentElement) around.push(up);
  });
  // A press with a mouse or a finger may take the focus away on purpose, so it is not restored.
  document.addEventListener("pointerdown", () => ((last = null), (byKeys = false)), true);
  const onKey = (e: KeyboardEvent) => {
    byKeys = true;
    // If a key is held down, its repeated events would also press the button that appears next.
    if (e.repeat && e.key === "Enter" && (e.target as Element).closest("button")) e.preventDefault();
  };
  document.addEventListener("keydown", onKey, true);
  new MutationObserver(() => {
    if (!last) return;
    if (isUsable(last)) {
      // The element can be used again, so it gets the focus back if it was lost because the element
      // was disabled. Otherwise the user has moved the focus.
      if (lost) move(last);
      return;
    }
    lost = true;
    clearTimeout(timer);
    timer = setTimeout(pass, isShown(last) ? OFF : 50);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "open", "hidden"],
  });
}
