import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadGame } from "../games";
import caroSamples from "../../../games/caro/ui/samples.json";
import chessSamples from "../../../games/chess/ui/samples.json";
import { createBoard, type Arrow, type Board, type BoardOptions, type Side } from ".";

// The board has a size of 800 by 800 pixels, or less, in the upper left corner of the page.
let size = 800;
let el: HTMLElement;
let board: Board;
let moves: string[];
let arrows: Arrow[];
let asked: number[];

beforeEach(() => {
  size = 800;
  moves = [];
  arrows = [];
  asked = [];
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network here")));
  vi.stubGlobal("requestAnimationFrame", (f: () => void) => (f(), 0));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => new DOMRect(0, 0, size, size));
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => size);
  el = document.createElement("div");
  document.body.append(el);
});
afterEach(() => {
  board.destroy();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(
  name: "chess" | "caro",
  sample: string,
  more: Partial<BoardOptions> = {},
  orientation: Side = "first",
) {
  const s = { chess: chessSamples, caro: caroSamples }[name].find((x) => x.name === sample);
  if (!s) throw new Error(sample);
  board = createBoard(el, await loadGame(name), {
    t: (key) => key,
    onMove: (code) => moves.push(code),
    onDraw: (a) => (arrows = a),
    onInspect: (sq) => asked.push(sq),
    ...more,
  });
  const { cells, width, height, legal } = s;
  board.set({ cells, width, height, legal, turn: s.turn as Side, orientation, interactive: "both" });
}

/** The centre of the cell at a column and row, in pixels of the screen. */
function at(x: number, y: number) {
  const { width } = board.state;
  const margin = board.state.width > 8 ? 0.72 : 0.3;
  const cell = size / (width + 2 * margin);
  return { clientX: (x + 0.5 + margin) * cell, clientY: (y + 0.5 + margin) * cell };
}

function fire(type: string, x: number, y: number, more: PointerEventInit = {}, time?: number) {
  const e = new PointerEvent(type, { pointerId: 1, pointerType: "mouse", bubbles: true, ...at(x, y), ...more });
  if (time !== undefined) Object.defineProperty(e, "timeStamp", { value: time });
  el.querySelector(".kb-window")?.dispatchEvent(e);
}

function click(x: number, y: number, more: PointerEventInit = {}) {
  fire("pointerdown", x, y, more);
  fire("pointerup", x, y, more);
}

const finger: PointerEventInit = { pointerType: "touch" };

describe("a mouse", () => {
  it("moves by two clicks, seen from either side", async () => {
    await open("chess", "start");
    click(4, 6);
    click(4, 4);
    expect(moves).toEqual(["e2e4"]);
    board.destroy();
    await open("chess", "start", {}, "second");
    click(3, 1);
    click(3, 3);
    expect(moves).toEqual(["e2e4", "e2e4"]);
  });

  it("drags a piece, which follows it and stays where it is dropped", async () => {
    await open("chess", "start");
    fire("pointerdown", 6, 7);
    fire("pointermove", 5.5, 5.5);
    const dragged = el.querySelector<HTMLElement>(".kb-drag");
    expect(dragged?.style.transform).toBe("translate(-50%, -150%)");
    fire("pointermove", 5, 5);
    expect(el.querySelector<HTMLElement>(".kb-hover")?.hidden).toBe(false);
    fire("pointerup", 5, 5);
    expect(moves).toEqual(["g1f3"]);
    expect(el.querySelector(".kb-drag")).toBeNull();
    expect(dragged?.style.transform).toBe("");
    expect([dragged?.style.left, dragged?.style.top]).toEqual(["62.5%", "62.5%"]);
  });

  it("gives up a drag to a place where the piece may not go, or beside the board", async () => {
    await open("chess", "start");
    for (const [x, y] of [
      [3, 3],
      [9, 3],
    ] as const) {
      fire("pointerdown", 6, 7);
      fire("pointermove", x, y);
      fire("pointerup", x, y);
    }
    expect(moves).toEqual([]);
    expect(el.querySelector(".kb-drag")).toBeNull();
  });

  it("draws arrows and rings by its right button", async () => {
    await open("chess", "start");
    fire("pointerdown", 1, 7, { button: 2 });
    fire("pointerup", 2, 5, { button: 2 });
    click(4, 4, { button: 2, shiftKey: true });
    expect(arrows).toEqual([
      { from: 1, to: 18, brush: "main" },
      { from: 28, to: 28, brush: "warn" },
    ]);
    expect(el.querySelectorAll(".kb-head")).toHaveLength(1);
    click(4, 3);
    expect(arrows).toEqual([]);
  });

  it("shows the stone it would set", async () => {
    await open("caro", "start");
    fire("pointermove", 3, 3);
    expect(el.querySelectorAll(".kb-ghost")).toHaveLength(1);
    fire("pointerleave", 3, 3);
    expect(el.querySelectorAll(".kb-ghost")).toHaveLength(0);
  });
});

describe("what is asked about", () => {
  it("is the piece that is chosen, until it is let go", async () => {
    await open("chess", "start");
    click(4, 6);
    click(4, 4);
    expect(asked).toEqual([12, -1]);
  });

  it("is what a mouse rests on, and then what is chosen again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await open("chess", "start");
    fire("pointermove", 0, 0);
    fire("pointermove", 1, 0);
    vi.advanceTimersByTime(500);
    expect(asked).toEqual([57]);
    fire("pointerleave", 1, 0);
    vi.advanceTimersByTime(500);
    expect(asked).toEqual([57, -1]);
  });
});

describe("a finger", () => {
  it("plays at once where cells are wide enough", async () => {
    await open("caro", "start");
    click(0, 14, finger);
    expect(moves).toEqual(["a1"]);
  });

  it("aims first where they are not: enlarged, then placed by the second tap or the button", async () => {
    size = 360;
    await open("caro", "big");
    click(0, 19, finger);
    expect(moves).toEqual([]);
    expect(el.querySelector(".kb-zoomed")).not.toBeNull();
    expect(el.querySelector<HTMLElement>(".kb-bar")?.hidden).toBe(false);
    el.querySelector<HTMLButtonElement>(".kb-place")?.click();
    expect(moves).toEqual(["a1"]);
    expect(el.querySelector(".kb-zoomed")).toBeNull();
    board.set({ legal: [...board.state.legal] });
    click(0, 19, finger);
    click(0, 19, finger);
    expect(moves).toEqual(["a1", "a1"]);
  });

  it("asks about a square by resting on it, and moves nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await open("chess", "start");
    click(4, 6, finger);
    asked = [];
    fire("pointerdown", 4, 4, finger, 1000);
    vi.advanceTimersByTime(700);
    fire("pointerup", 4, 4, finger, 1700);
    expect(asked).toEqual([28, -1]);
    expect(moves).toEqual([]);
  });

  it("moves by a short tap that a busy device reports late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await open("chess", "start");
    click(4, 6, finger);
    fire("pointerdown", 4, 4, finger, 1000);
    vi.advanceTimersByTime(700);
    fire("pointerup", 4, 4, finger, 1060);
    expect(moves).toEqual(["e2e4"]);
  });

  it("loses its piece when the browser takes over", async () => {
    await open("chess", "start");
    fire("pointerdown", 4, 6, finger);
    fire("pointermove", 4, 5, finger);
    fire("pointercancel", 4, 4, finger);
    expect(moves).toEqual([]);
    expect(el.querySelector(".kb-drag")).toBeNull();
    expect(el.querySelector('[aria-selected="true"]')).toBeNull();
  });
});

it("confirms every move where the viewer wants that", async () => {
  await open("chess", "start", { confirm: true });
  click(4, 6);
  click(4, 4);
  expect(moves).toEqual([]);
  expect(el.querySelector<HTMLElement>(".kb-bar")?.hidden).toBe(false);
  el.querySelector<HTMLButtonElement>(".kb-cancel")?.click();
  click(4, 6);
  click(4, 4);
  el.querySelector<HTMLButtonElement>(".kb-place")?.click();
  expect(moves).toEqual(["e2e4"]);
});
