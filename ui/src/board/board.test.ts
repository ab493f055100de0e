import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../i18n/en.json";
import viTexts from "../../i18n/vi.json";
import { loadGame } from "../games";
import { sampleOf, samples } from "../../test/samples";
import { type Board, createBoard, type Side } from ".";

// The test has its own texts for the board, so that changing the texts of the pages does not break
// it.
const texts: Record<string, string> = {
  ...en,
  "list.comma": ", ",
  "board.label": "Board",
  "board.empty": "empty",
  "board.file": "file {n}",
  "board.target": "can go here",
  "board.last": "last move",
  "board.selected": "{cell} selected, {count} moves",
  "board.again": "{move} again",
  "board.moved": "{piece} {from} to {to}",
  "board.set": "{piece} on {to}",
  "board.takes": "takes {piece}",
  "board.turns": "now {piece}",
  "board.mark.check": "check",
  "board.mark.row": "five in a row",
  ...words(),
};

function words(): Record<string, string> {
  const kinds = { K: "general", A: "adviser", B: "elephant", N: "horse", R: "chariot", C: "cannon", P: "soldier" };
  const out: Record<string, string> = {
    "piece.down.first": "red face-down piece",
    "piece.down.second": "black face-down piece",
    "piece.as.C": "moves as a cannon",
    "piece.caro.mark.x": "cross",
  };
  for (const [letter, kind] of Object.entries(kinds)) {
    out[`piece.disc.${letter}`] = `red ${kind}`;
    out[`piece.disc.${letter.toLowerCase()}`] = `black ${kind}`;
  }
  return out;
}

const t = (key: string, params: Record<string, string | number> = {}) =>
  (texts[key] ?? `no ${key}`).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

let el: HTMLElement;
let board: Board;
const moves: string[] = [];

async function open(game: string, name: string, orientation: Side = "first", confirm = false) {
  const s = sampleOf(game, name);
  board = createBoard(el, await loadGame(game), { t, confirm, onMove: (code) => moves.push(code) });
  const { cells, width, height, legal, premoves } = s;
  const last = s.last ? { from: s.last[0] ?? -1, to: s.last[1] ?? -1 } : null;
  board.set({
    cells,
    width,
    height,
    legal,
    premoves,
    last,
    marks: s.marks,
    turn: s.turn,
    orientation,
    interactive: "both",
  });
}

const cells = () => [...el.querySelectorAll<HTMLElement>("[role=gridcell]")];
const cell = (name: string) => cells().find((c) => c.getAttribute("aria-label")?.startsWith(`${name},`));
const labels = () => cells().map((c) => c.getAttribute("aria-label") ?? "");
const press = (...keys: string[]) => {
  for (const key of keys)
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
};
const status = () => el.querySelector("[role=status]")?.textContent;

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network here")));
  el = document.createElement("div");
  document.body.append(el);
  moves.length = 0;
});
afterEach(() => {
  board.destroy();
  el.remove();
});

describe("the grid", () => {
  const all = Object.entries(samples).flatMap(([game, list]) =>
    list.map((s) => [game, s.name, s.width * s.height] as const),
  );
  it.each(all)("of %s %s names every cell in words and lets the keyboard into one", async (game, name, count) => {
    await open(game, name);
    expect(el.querySelector("[role=grid]")?.getAttribute("aria-label")).toBe("Board");
    expect(cells()).toHaveLength(count);
    expect(new Set(labels()).size).toBe(count);
    expect(labels().filter((l) => l.includes("no "))).toEqual([]);
    expect(cells().filter((c) => c.tabIndex === 0)).toHaveLength(1);
    expect(el.querySelectorAll(".kb-piece:not(.kb-hover)")).toHaveLength(board.state.cells.filter(Boolean).length);
  });

  it("reads from the top of the viewer's screen", async () => {
    await open("xiangqi", "start", "second");
    expect(labels()[0]).toBe("i0, red chariot, file 1");
    board.flip();
    expect(labels()[0]).toBe("a9, black chariot, file 1");
    expect(labels()[7 * 9 + 1]).toBe("b2, red cannon, file 8");
  });

  it("tells how a face-down piece moves", async () => {
    await open("jieqi", "start");
    expect(labels()[7 * 9 + 1]).toBe("b2, red face-down piece, file 8, moves as a cannon");
  });
});

describe("a plain click", () => {
  it("chooses and moves, as screen readers and voice control ask for it", async () => {
    await open("chess", "start");
    cell("e2")?.click();
    expect(cell("e2")?.getAttribute("aria-selected")).toBe("true");
    cell("e4")?.click();
    expect(moves).toEqual(["e2e4"]);
  });

  it("is not heard twice after a pointer, however late it comes", async () => {
    vi.useFakeTimers();
    await open("caro", "start");
    board.set({ interactive: "first", turn: "second" });
    const at = { bubbles: true, clientX: 5, clientY: 5, pointerId: 1, pointerType: "mouse" };
    cell("h8")?.dispatchEvent(new PointerEvent("pointerdown", at));
    cell("h8")?.dispatchEvent(new PointerEvent("pointerup", at));
    vi.advanceTimersByTime(5000);
    cell("a1")?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    expect(cells().find((c) => c.tabIndex === 0)).not.toBe(cell("a1"));
    vi.useRealTimers();
    cell("a1")?.click(); // a click without a pointer, as assistive technology sends it
    expect(cells().find((c) => c.tabIndex === 0)).toBe(cell("a1"));
  });
});

describe("the keyboard", () => {
  it("makes a move and hears it", async () => {
    await open("chess", "start");
    board.focus();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("e1, white king");
    press("ArrowUp", "Enter");
    expect(status()).toBe("e2, white pawn selected, 2 moves");
    expect(cell("e2")?.getAttribute("aria-selected")).toBe("true");
    expect(cell("e4")?.getAttribute("aria-label")).toBe("e4, empty, can go here");
    press("ArrowUp", "ArrowUp", " ");
    expect(moves).toEqual(["e2e4"]);
    const after = board.state.cells.with(12, "").with(28, "P");
    board.set({ cells: after, legal: [], turn: "second", last: { from: 12, to: 28 } });
    expect(status()).toBe("white pawn e2 to e4");
    expect(cell("e4")?.getAttribute("aria-label")).toBe("e4, white pawn, last move");
  });

  it("is asked to confirm a move where the viewer wants that", async () => {
    await open("chess", "start", "first", true);
    board.focus();
    press("ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter");
    expect(moves).toEqual([]);
    expect(status()).toBe("e4, empty again");
    press("Escape");
    press("ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter", "Enter");
    expect(moves).toEqual(["e2e3"]);
  });

  it("sets a stone", async () => {
    await open("caro", "start");
    board.focus();
    press("ArrowLeft", "Enter");
    expect(moves).toEqual(["g8"]);
  });

  it("says which point waits for its second press, also when another one is chosen", async () => {
    await open("caro", "start", "first", true);
    board.focus();
    press("Enter");
    expect(status()).toBe("h8, empty again");
    press("ArrowLeft", "Enter");
    expect(status()).toBe("g8, empty again");
    press("Enter");
    expect(moves).toEqual(["g8"]);
  });

  it("chooses a piece by name, and Escape gives up and comes back", async () => {
    await open("chess", "promotion");
    board.focus();
    expect(board.play("a7a8")).toBe(true);
    const buttons = [...el.querySelectorAll<HTMLButtonElement>(".kb-chooser button")];
    expect(buttons.map((b) => b.getAttribute("aria-label")).sort()).toEqual([
      "white bishop",
      "white knight",
      "white queen",
      "white rook",
    ]);
    expect(document.activeElement).toBe(buttons[0]);
    press("Escape");
    expect(el.querySelector<HTMLElement>(".kb-chooser")?.hidden).toBe(true);
    expect(document.activeElement?.getAttribute("role")).toBe("gridcell");
    board.play("a7a8");
    el.querySelector<HTMLButtonElement>('.kb-chooser [aria-label="white knight"]')?.click();
    expect(moves).toEqual(["a7a8n"]);
  });

  it("leaves keys with modifiers, and arrows elsewhere, to the page", async () => {
    await open("chess", "start");
    board.focus();
    const heard: string[] = [];
    const hear = (e: KeyboardEvent) => heard.push(e.key);
    document.addEventListener("keydown", hear);
    press("f", "ArrowUp", "?");
    document.removeEventListener("keydown", hear);
    expect(heard).toEqual(["f", "?"]);
  });
});

describe("what is said of a move", () => {
  it("names what was taken and what turned up", async () => {
    await open("jieqi", "start");
    const after = board.state.cells.with(19, "").with(82, "N");
    board.set({ cells: after, legal: [], last: { from: 19, to: 82 }, marks: [{ kind: "check", squares: [85] }] });
    expect(status()).toBe("red face-down piece b2 to b9, takes black face-down piece, now red horse, check");
  });

  it("names the stone, and the row that wins", async () => {
    await open("caro", "start");
    board.set({
      cells: board.state.cells.with(0, "X"),
      legal: [],
      last: { from: -1, to: 0 },
      marks: [{ kind: "row", squares: [0, 1] }],
    });
    expect(status()).toBe("cross on a1, five in a row");
  });
});

describe("typed moves", () => {
  it("are made if they are legal", async () => {
    await open("xiangqi", "start");
    expect(board.play("e2e4")).toBe(false);
    expect(board.play("H2-E2")).toBe(true);
    expect(moves).toEqual(["h2e2"]);
  });

  it("are made once until the page answers; the same lists are no answer", async () => {
    await open("xiangqi", "start");
    board.play("h2e2");
    board.set({ cells: board.state.cells, legal: board.state.legal, arrows: [] });
    expect(board.play("h2e2")).toBe(false);
    board.set({ legal: [...board.state.legal] });
    expect(board.play("h2e2")).toBe(true);
  });
});

it("draws what the rules point out", async () => {
  await open("caro", "blocked");
  expect(el.querySelector(".kb-blocked")).not.toBeNull();
  expect(el.querySelectorAll(".kb-stop")).toHaveLength(2);
  expect(el.querySelector(".kb-row")).toBeNull();
  board.destroy();
  await open("caro", "row");
  expect(el.querySelector(".kb-row")).not.toBeNull();
  board.destroy();
  await open("chess", "checked");
  board.set({ marks: [{ kind: "check", squares: [60] }] });
  expect(el.querySelectorAll(".kb-check")).toHaveLength(1);
});

it("asks only for texts that both languages have", async () => {
  const sources = import.meta.glob("./*.ts", { query: "?raw", import: "default", eager: true }) as Record<
    string,
    string
  >;
  const keys = Object.entries(sources)
    .filter(([path]) => !path.includes(".test."))
    .flatMap(([, text]) => [...text.matchAll(/['"](board\.[a-z.]+)['"]/g)].map((m) => m[1] ?? ""));
  expect(keys.length).toBeGreaterThan(10);
  const marks = Object.values(samples).flatMap((list) => list.flatMap((s) => s.marks.map((m) => m.kind)));
  expect(marks).toContain("blocked");
  for (const key of [...keys, ...["check", ...marks].map((k) => `board.mark.${k}`)]) {
    if (key === "board.") continue;
    expect(Object.keys(en)).toContain(key);
    expect(Object.keys(viTexts)).toContain(key);
  }
});

it("leaves nothing behind", async () => {
  await open("chess", "start");
  board.destroy();
  expect(el.childElementCount).toBe(0);
});
