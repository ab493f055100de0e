// Checks that the game page (Table) shows the game that it is given, and that it shows another game
// when it is given one.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { afterEach, expect, it, vi } from "vitest";
import { loadView } from "../src/play/board";
import { Table } from "../src/play/table";
import type { TableGame } from "../src/play/tablegame";
import type { State } from "../src/session/messages";

// This test does not need the pictures of the pieces, so every request gets an empty picture.
vi.stubGlobal("fetch", () => Promise.resolve(new Response("<svg></svg>")));

const start = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

function stub(cells: string, ply: number): TableGame & { state: ReturnType<typeof signal<State>> } {
  return {
    kind: "chess",
    options: {},
    mine: "both",
    timed: false,
    state: signal<State>({
      position: "",
      turn: "first",
      ply,
      undone: 0,
      codes: [],
      legal: [],
      width: 8,
      height: 8,
      cells: [...cells].map((c) => (c === "." ? "" : c)),
    }),
    past: signal(null),
    ended: signal(null),
    move: () => Promise.resolve(true),
    type: () => Promise.resolve(true),
    look: () => Promise.resolve(),
  };
}

const box = document.body.appendChild(document.createElement("div"));
afterEach(() => render(null, box));

const names = () => [...box.querySelectorAll("[role=gridcell]")].map((c) => c.getAttribute("aria-label"));
const shown = (game: TableGame) => {
  render(h(Table, { game, name: () => "", actions: null }), box);
  return new Promise((done) => setTimeout(done, 50));
};

it("shows another game in the place of the one before", async () => {
  await loadView("chess");
  const one = stub(start.replace("P", "."), 7);
  const two = stub(start, 0);
  await shown(two);
  const fresh = names();
  await shown(one);
  expect(names()).not.toEqual(fresh);
  await shown(two);
  expect(names()).toEqual(fresh);
  // Events of the old game do not change the table; events of the new game do.
  one.state.value = { ...(one.state.value as State), cells: [...(one.state.value as State).cells].toReversed() };
  expect(names()).toEqual(fresh);
  two.state.value = { ...(two.state.value as State), cells: (one.state.value as State).cells };
  expect(names()).not.toEqual(fresh);
});

it("shows a move that is on its way as waiting, and offers onlookers no box for moves", async () => {
  await loadView("chess");
  const sent = signal({ ply: 0, code: "e2e4" });
  const sentText = signal("");
  await shown({ ...stub(start, 0), mine: "first", sent, sentText });
  expect(box.querySelector("form.command")).not.toBeNull();
  // Before the rules module has formatted the sent move, the list must show "…" and not the code of
  // the move.
  await vi.waitFor(() => expect(box.querySelector(".moves .waiting")?.textContent).toBe("…"), 5000);
  sentText.value = "e4";
  await vi.waitFor(() => expect(box.querySelector(".moves .waiting")?.textContent).toBe("e4…"), 5000);
  expect(box.querySelector(".status")?.textContent).toBe("play.sending");
  const watched = stub(start, 1);
  watched.state.value = { ...(watched.state.value as State), codes: ["e2e4"] };
  await shown({ ...watched, mine: "none" });
  expect(box.querySelector("form.command")).toBeNull();
  expect(box.querySelector(".moves")?.textContent).not.toContain("e2e4");
});
