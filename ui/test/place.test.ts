// @vitest-environment happy-dom
// Tests where a game leads back to, whether a teacher has stopped it, and the note beside a player
// who is not connected.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import table from "../i18n/table/en.json";
import { speakThese } from "../src/app/i18n";
import { hasMoved, homeOf, stopped } from "../src/play/place";
import { Seat } from "../src/play/seat";

const at = (moved: number, turn: "first" | "second") => ({ moved, state: signal({ turn }) }) as never;
const abort = { why: "abort", winner: "none" } as const;

describe("the page to which a game belongs", () => {
  it("is the tournament, without a rematch", () => {
    speakThese("en", table);
    expect(homeOf("a b", true, null)).toEqual({ text: "Back to the tournament", href: "/event/a%20b", only: true });
  });
  it("is the class of a child; only a game that the teacher stopped has no rematch", () => {
    expect(homeOf(undefined, true, { why: "checkmate", winner: "first" })).toMatchObject({
      href: "/classes",
      only: false,
    });
    expect(homeOf(undefined, true, abort)).toMatchObject({ href: "/classes", only: true });
    expect(homeOf(undefined, false, abort)).toBeUndefined();
  });
  it("is left by the teacher if no player has aborted the game", () => {
    expect(stopped(abort)).toBe(true);
    expect(stopped({ ...abort, by: "none" })).toBe(true);
    expect(stopped({ ...abort, by: "first" })).toBe(false);
    expect(stopped({ why: "time", winner: "first" })).toBe(false);
    expect(stopped(null)).toBe(false);
  });
});

it("knows which side has moved", () => {
  expect(hasMoved(at(0, "first"), "first")).toBe(false);
  expect(hasMoved(at(1, "second"), "first")).toBe(true);
  expect(hasMoved(at(1, "second"), "second")).toBe(false);
  expect(hasMoved(at(2, "first"), "second")).toBe(true);
});

it("shows the note beside a player who is not connected", async () => {
  const root = document.createElement("div");
  const away = h("small", { class: "gone yet" }, "not here yet");
  const p = {
    kind: "chess",
    side: "first",
    name: "An",
    state: { position: "", cells: [] },
    active: false,
    running: false,
  };
  await act(() => render(h(Seat, { ...p, away } as never), root));
  expect(root.querySelector(".who")?.textContent).toContain("not here yet");
  expect(root.querySelector(".seat")?.getAttribute("data-away")).toBe("true");
  await act(() => render(h(Seat, { ...p, away: false } as never), root));
  expect(root.querySelector("[data-away]")).toBeNull();
});
