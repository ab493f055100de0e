// Tests the parts of the lab's page: values, stored results, and faults of typed moves.
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import board from "../i18n/en.json";
import study from "../i18n/study/en.json";
import table from "../i18n/table/en.json";
import { speakThese } from "../src/app/i18n";
import { Form, RunButton } from "../src/lab/form";
import { keep, playerOf } from "../src/lab/kept";
import { wrongMove } from "../src/lab/played";
import { Stats } from "../src/lab/stats";
import { unitText, worth } from "../src/lab/worth";
import { Refused } from "../src/session/desk";
import type { Reply, Request } from "../src/session/messages";

let root: HTMLElement;
beforeEach(() => {
  speakThese("en", { ...board, ...table, ...study });
  localStorage.clear();
  document.body.innerHTML = "";
  root = document.body.appendChild(document.createElement("div"));
});

const one = <T extends Element>(selector: string): T => {
  const el = root.querySelector<T>(selector);
  if (!el) throw new Error(`no ${selector}`);
  return el;
};

describe("a value", () => {
  it("has a sign and two decimals, and is never a negative zero", () => {
    expect([9, -3, 0, -0, 150, -250_000].map(worth)).toEqual(["+0.09", "-0.03", "0.00", "0.00", "+1.50", "-2,500"]);
  });
  it("has a unit, also if the evaluator names none", () => {
    speakThese("en", { ...study, ...table });
    expect(unitText("pieces")).toContain("in pieces;");
    expect(unitText("td-1")).toContain("in units of the evaluation;");
  });
});

describe("stored results", () => {
  it("keep the focus when they are deleted and restored, and count one game as one", async () => {
    const [a, b] = [playerOf("random", 1, 1), playerOf("greedy", 1, 1)];
    keep(localStorage, { at: 1, kind: "x", a, b, first: true, seed: 1, points: 1, plies: 9 });
    await act(() => render(h(Stats, { kind: "x", games: 0 }), root));
    expect(one(".about").textContent).toBe("Over 1 game played on this page, kept on this device.");
    const buttons = () => [...root.querySelectorAll("button")];
    const drop = buttons().at(-1);
    drop?.focus();
    await act(() => drop?.click());
    expect(document.activeElement?.textContent).toBe(study["games.restore" as keyof typeof study] ?? "Restore");
    await act(() => (document.activeElement as HTMLElement).click());
    expect(document.activeElement?.textContent).toBe("Win rates");
  });
});

describe("typed moves", () => {
  const ask = async ({ moves = [] }: Request): Promise<Reply> => {
    if (moves[0] && moves[0] !== "a1") throw new Refused({ code: "bad-move", text: "" });
    if (moves[1]) throw new Refused({ code: "illegal-move", text: "" });
    return { state: { legal: [{ code: moves.length > 0 ? "c3" : "b2", from: -1, to: 4 }] } } as unknown as Reply;
  };
  it("are named if they cannot be played, with an example of a move", async () => {
    expect(await wrongMove(ask, "x", ["Nf3", "a1"])).toBe(
      "Move 1, “Nf3”: That move cannot be read. Moves are written like b2.",
    );
    expect(await wrongMove(ask, "x", ["a1", "a1"])).toBe(
      "Move 2, “a1”: That move is not legal. Moves are written like c3.",
    );
    expect(await wrongMove(ask, "x", ["a1"])).toBe("");
  });
});

describe("the button of an experiment", () => {
  it("runs it, or stops it without running it again", async () => {
    const did: string[] = [];
    const [running, fault] = [signal(false), signal("")];
    const run = () => void (did.push("run"), (running.value = true));
    const stop = () => void (did.push("stop"), (running.value = false));
    const children = h(RunButton, { of: "Match", job: { running, fault, run, stop } });
    await act(() => render(h(Form, { onRun: run, children }), root));
    await act(() => one<HTMLElement>("button").click());
    expect(one("button").getAttribute("aria-label")).toBe("Stop: Match");
    await act(() => one<HTMLElement>("button").click());
    expect(did).toEqual(["run", "stop"]);
    expect(one("button").getAttribute("aria-label")).toBe("Run: Match");
  });
});
