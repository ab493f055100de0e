// @vitest-environment happy-dom
// Tests that the large board of a simul is an entry of the history.
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { useBoard } from "../src/classes/simul";

it("makes the large board one entry of the history, from board to board", async () => {
  let board!: ReturnType<typeof useBoard>;
  const Page = () => {
    board = useBoard();
    return null;
  };
  await act(() => render(h(Page, null), document.body));
  const before = history.length;
  act(() => board.open("a"));
  act(() => board.open("b"));
  expect(board.at.value).toBe("b");
  expect(history.length).toBe(before + 1);
  expect(history.state).toEqual({ board: "b" });
  // The browser's "back" button must return to the list of boards.
  history.replaceState(null, "");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(board.at.value).toBe("");
});
