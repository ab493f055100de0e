// Tests that a turned phone keeps its scroll position (play/turned.ts), and that the page does not move
// after the user has touched it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInView } from "../src/play/turned";

const upright = { innerWidth: 390, innerHeight: 844 };
const sideways = { innerWidth: 844, innerHeight: 390 };

/** The window of a phone. A layout change or a user scrolls it to another position. */
let at = 0;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("scrollTo", ({ top }: { top: number }) => scroll(top));
  turn(upright, 0);
  stop = keepInView(document.body.appendChild(document.createElement("div")));
  scroll(300);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function scroll(to: number): void {
  at = to;
  vi.stubGlobal("scrollY", to);
  dispatchEvent(new Event("scroll"));
}

/** Turns the phone. The browser moves the page to `moved`, because its layout changes. */
function turn(size: typeof upright, moved: number): void {
  for (const [name, value] of Object.entries(size)) vi.stubGlobal(name, value);
  scroll(moved);
  dispatchEvent(new Event("resize"));
}

test("a turned phone shows what it showed before, also if the browser scrolls late", () => {
  turn(sideways, 433);
  expect(at).toBe(300);
  scroll(120);
  vi.advanceTimersByTime(200);
  expect(at).toBe(300);
});

test.each(["pointerdown", "wheel", "keydown"])("a turned phone does not scroll after %s", (use) => {
  turn(sideways, 433);
  scroll(27);
  dispatchEvent(new Event(use));
  vi.advanceTimersByTime(200);
  expect(at).toBe(27);
  // Where the user has scrolled to is also kept when the phone is turned back.
  scroll(50);
  turn(upright, 0);
  vi.advanceTimersByTime(200);
  expect(at).toBe(50);
});

test("a phone that is turned back shows what it showed at first", () => {
  turn(sideways, 433);
  dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(200);
  turn(upright, 0);
  vi.advanceTimersByTime(200);
  expect(at).toBe(300);
});
