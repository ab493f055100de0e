// Reads a page in one step: everything that a person can see on the page, and nothing from the
// client's memory.
import type { Page } from "@playwright/test";

export interface SeatSeen {
  side: string;
  name: string;
  /** The colour beside the name; empty if the name itself is the colour. */
  colour: string;
  active: boolean;
  clock: string;
  running: boolean;
  tray: string[];
}

export interface Sight {
  address: string;
  lang: string;
  /** The name of the game on the page; empty if the page has no board, or is still loading it. */
  kind: string;
  rows: number;
  /** Accessible names of the cells, row by row from the top of the screen. */
  cells: string[];
  selected: number;
  /** Symbols of the pieces by the number of their cell. */
  drawn: Record<number, string>;
  /** Labels of files below the board and of ranks on its left; empty if the board has no labels. */
  files: string[];
  ranks: string[];
  moves: string[];
  numbers: string[];
  /** The text of the whole move list, if a study has variations or comments. */
  tree: string;
  /** The ply that the move list marks; 0: none. */
  current: number;
  seats: SeatSeen[];
  status: string;
  hint: string;
  /** Buttons below the board; `off` is whether a button cannot be used. */
  actions: { text: string; off: boolean }[];
  /** The text of a sent move that is not acknowledged yet, as the move list shows it. */
  waiting: string;
  /** A question from the opponent, or a temporary message. */
  question: string;
  heading: string;
  list: string[];
  /** The whole text of the page without its frame (navigation). */
  text: string;
}

/** Reads a page. The function runs inside the page, so it cannot use anything defined outside. */
function look(): Sight {
  const plain = (el: Element | null | undefined) => (el?.textContent ?? "").replace(/\s+/g, " ").trim();
  const all = <T extends HTMLElement = HTMLElement>(selector: string, root: ParentNode = document) => [
    ...root.querySelectorAll<T>(selector),
  ];
  const table = document.querySelector<HTMLElement>(".table:not([aria-busy])");
  const grid = table?.querySelector('[role="grid"]') ?? null;
  const cells = grid ? all('[role="gridcell"]', grid) : [];
  const rows = grid ? all('[role="row"]', grid).length : 0;
  const width = rows ? cells.length / rows : 0;

  const drawn: Record<number, string> = {};
  for (const el of table ? all(".kb-pieces .kb-piece:not(.kb-hover, .kb-ghost, .kb-gone)", table) : []) {
    const x = Math.round((parseFloat(el.style.left) / 100) * width);
    const y = Math.round((parseFloat(el.style.top) / 100) * rows);
    const at = y * width + x;
    const symbol = (el.querySelector("use")?.getAttribute("href") ?? "").replace("#", "");
    drawn[at] = drawn[at] ? `${drawn[at]} and ${symbol}` : symbol;
  }

  const labels = (table ? all(".kb-label", table) : []).map((el) => ({
    x: Number(el.getAttribute("x")),
    y: Number(el.getAttribute("y")),
    text: plain(el),
  }));
  const files = labels.filter((l) => l.y > rows - 0.15).sort((a, b) => a.x - b.x);
  const ranks = labels.filter((l) => l.x < 0.1).sort((a, b) => a.y - b.y);

  // In a study, the list also contains moves outside the current line. Their
  // buttons are left out here.
  const buttons = table ? all(".moves ol li button:not([data-off])", table) : [];
  const seats = (table ? all(".seat", table) : []).map((el) => {
    const who = el.querySelector(".who");
    const tray = el.querySelector(".tray")?.getAttribute("aria-label") ?? "";
    return {
      side: el.dataset.side ?? "",
      name: plain(who?.querySelector("b")),
      colour: plain(who?.querySelector("small:not(.gone, .thinking, .mark)")),
      active: el.dataset.active !== undefined,
      clock: plain(el.querySelector('.clock[role="timer"]')),
      running: (el.querySelector<HTMLElement>('.clock[role="timer"]')?.dataset.running ?? undefined) !== undefined,
      // In the label of captured pieces, the text after the full stop is the material lead of the
      // side. Only the text before the full stop is read.
      tray: (/:([^.]*)/.exec(tray)?.[1] ?? "")
        .split(",")
        .map((s) => s.trim())
        .filter(Boolean),
    };
  });
  const note = document.querySelector<HTMLElement>(".note:not(.summons)");
  return {
    address: location.pathname + location.search,
    lang: document.documentElement.lang,
    kind: table?.dataset.kind ?? "",
    rows,
    cells: cells.map((c) => c.getAttribute("aria-label") ?? ""),
    selected: cells.findIndex((c) => c.getAttribute("aria-selected") === "true"),
    drawn,
    files: files.map((l) => l.text),
    ranks: ranks.map((l) => l.text),
    // Leave out the annotation signs that a study adds to the moves.
    moves: buttons.map((b) => b.firstChild?.textContent?.trim() ?? ""),
    numbers: table ? all(".moves ol li:has(button:not([data-off]), .waiting) > .n:not(.again)", table).map(plain) : [],
    // Leave out the marks of a review, because the time when they appear depends on the speed of
    // the engine.
    tree: (table ? all(".moves ol:has(.aside) > li", table) : [])
      .map((li) => {
        const copy = li.cloneNode(true) as HTMLElement;
        for (const b of copy.querySelectorAll("button[data-mark]")) b.lastChild?.remove();
        return Array.from(copy.children, plain).join(" ");
      })
      .join(" "),
    current: buttons.findIndex((b) => b.getAttribute("aria-current") === "step") + 1,
    seats,
    status: plain(table?.querySelector(".status")),
    hint: plain(table?.querySelector("p.hint:not(dialog *)")),
    actions: (table ? all<HTMLButtonElement>(".actions .act", table) : []).map((b) => ({
      text: plain(b),
      off: b.disabled || b.getAttribute("aria-disabled") === "true",
    })),
    waiting: plain(table?.querySelector(".moves .waiting")),
    question: plain(document.querySelector(".ask")) || (note && !note.hidden ? plain(note) : ""),
    heading: plain(document.querySelector("h1")),
    list: all("main ul.list > li").map(plain),
    text: plain(document.querySelector("main")),
  };
}

export const readPage = (page: Page): Promise<Sight> => page.evaluate(look);
