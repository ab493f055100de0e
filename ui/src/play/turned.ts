// Keeps the board visible when a phone is turned: the page is not scrolled by the change of its layout,
// and a board that was completely visible is completely visible again.

/** A board counts as completely visible if at least this share of it is visible. */
const WHOLE = 0.95;
/** The time that the browser may need to turn the page, in milliseconds. */
const TURN_MS = 150;
/** The events by which a user begins to use the page. */
const USES = ["pointerdown", "wheel", "keydown"];

const isSideways = (): boolean => innerWidth > innerHeight;

/** Watches a board and keeps it visible. The returned function stops this. */
export function keepInView(box: HTMLElement): () => void {
  let whole = true;
  const seen = new IntersectionObserver((list) => (whole = (list.at(-1)?.intersectionRatio ?? 0) >= WHOLE), {
    threshold: [WHOLE],
  });
  seen.observe(box);
  let sideways = isSideways();
  // at is the viewer's scroll position. last holds the scroll positions before and after the phone
  // was last turned.
  let at = scrollY;
  let last = { before: at, after: at };
  let before = at;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const onScroll = () => {
    // When the layout changes, the browser scrolls by itself; these scroll events are ignored.
    if (timer === undefined && isSideways() === sideways) at = scrollY;
  };
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = undefined;
  };
  const end = () => {
    if (timer === undefined) return;
    stop();
    at = scrollY;
    last = { before, after: at };
  };
  const onResize = () => {
    if (isSideways() === sideways) return;
    sideways = isSideways();
    const goal = at === last.after ? last.before : at;
    const was = whole;
    const put = () => {
      scrollTo({ top: goal, behavior: "instant" });
      const { top, bottom } = box.getBoundingClientRect();
      if (was && (top < 0 || bottom > innerHeight))
        (box.closest(".middle") ?? box).scrollIntoView({ block: "nearest", behavior: "instant" });
    };
    stop();
    put();
    before = at;
    frame = requestAnimationFrame(put);
    timer = setTimeout(() => {
      put();
      end();
    }, TURN_MS);
  };
  addEventListener("scroll", onScroll, { passive: true });
  addEventListener("resize", onResize);
  // From the moment at which the user touches the turned page, the page must not move: a tap that has
  // begun on one button would end on another.
  for (const use of USES) addEventListener(use, end, { capture: true, passive: true });
  return () => {
    seen.disconnect();
    removeEventListener("scroll", onScroll);
    removeEventListener("resize", onResize);
    for (const use of USES) removeEventListener(use, end, { capture: true });
    stop();
  };
}
