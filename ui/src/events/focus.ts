// Keeps the keyboard focus on pages whose buttons are off while a command is sent, and are often
// gone afterwards: without this, Tab and a screen reader would begin at the top of the page again.

/** How long a button may be off before the focus goes elsewhere, in milliseconds. */
const OFF = 1000;
const goals = "button:not(:disabled), a[href], summary";

const isShown = (e: Element): boolean => e.isConnected && (e.checkVisibility?.() ?? e.getClientRects().length > 0);
const isUsable = (e: Element): boolean => isShown(e) && !e.matches(":disabled");

/** The first button, link or summary of what is left around an element that is gone. */
function heir(around: readonly Element[]): HTMLElement | null {
  for (const part of around) {
    if (!part.isConnected) continue;
    const found = Array.from(part.querySelectorAll<HTMLElement>(goals)).find(isShown);
    if (found) return found;
  }
  return document.getElementById("main");
}

let guarded = false;

/** From now on the focus moves to the nearest place when what had it is gone or turned off. */
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
    // A finger or a mouse does not need to see where the focus is.
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
  // A press beside everything takes the focus away on purpose.
  document.addEventListener("pointerdown", () => ((last = null), (byKeys = false)), true);
  const onKey = (e: KeyboardEvent) => {
    byKeys = true;
    // A key that is held down would also press the button that comes next.
    if (e.repeat && e.key === "Enter" && (e.target as Element).closest("button")) e.preventDefault();
  };
  document.addEventListener("keydown", onKey, true);
  new MutationObserver(() => {
    if (!last) return;
    if (isUsable(last)) {
      // It is on again. Where it was never off, the focus was taken away on purpose.
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
