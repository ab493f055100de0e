// Tests the solver's answer as text, and its tree as lines.
import { beforeAll, expect, test } from "vitest";
import type { Solution, Step } from "../src/session/messages";
import { speakThese } from "../src/app/i18n";
import { choices, keepChoices } from "../src/solve/choices";
import { branches, type Answered } from "../src/solve/solver";
import { refusal, sentences } from "../src/solve/words";
import { Refused } from "../src/session/desk";
import words from "../i18n/en.json";
import study from "../i18n/study/en.json";

beforeAll(() => speakThese("en", { ...words, ...study, "side.red": "Red", "side.black": "Black" }));

const step = (text: string, next: Step[] = [], cut = false): Step => ({ code: text, text, plies: 0, cut, next });

const answered = (part: Partial<Solution>, goal: Answered["question"]["goal"] = "win"): Answered => ({
  question: { start: "", turn: "first", goal, side: "first", moves: 4, nodes: 1 },
  solution: { result: "proved", attacker: "first", moves: 3, kind: "checks", nodes: 12_345, ...part },
});

test("moves without a choice share a line, and every defence has its own", () => {
  const tree = [step("a", [step("b", [step("c", [step("d", [step("e")]), step("f", [step("g")], false)])])])];
  expect(branches(tree, 10)).toEqual({
    list: [
      {
        text: "1. a b 2. c",
        cut: false,
        next: [
          { text: "2… d 3. e", cut: false, next: [] },
          { text: "2… f 3. g", cut: false, next: [] },
        ],
      },
    ],
    lines: 3,
  });
});

test("a long tree is cut to some lines, and says how many there are", () => {
  const tree = Array.from({ length: 9 }, (_, i) => step(`m${i}`, [], i === 0));
  const { list, lines } = branches(tree, 4);
  expect(lines).toBe(9);
  expect(list.map((b) => b.text)).toEqual(["1. m0", "1. m1", "1. m2", "1. m3"]);
  expect(list[0]?.cut).toBe(true);
});

test("an answer in words", () => {
  const said = (part: Partial<Solution>, goal?: Answered["question"]["goal"]) =>
    sentences("xiangqi", answered(part, goal)).join(" ");
  expect(said({ shortest: true, unique: true })).toMatch(
    /wins in 3 moves\. There is no shorter way\. The first move is/,
  );
  expect(said({ moves: 1, seconds: [step("R9=5")] })).toMatch(
    /wins in 1 move\. Whether there is a shorter way is not decided\. Second solutions: R9=5\.$/,
  );
  expect(said({ attacker: "second", shortest: true })).toMatch(/There is no shorter way\.$/);
  expect(said({ result: "refuted", kind: "all" })).toMatch(/cannot win within 3 moves\.$/);
  expect(said({ result: "refuted", kind: "all", ever: true, moves: 60 })).toMatch(/cannot win\.$/);
  expect(said({ result: "proved", attacker: "second", moves: 9 }, "survive")).toMatch(/survives 4 moves\.$/);
  expect(said({ result: "refuted", attacker: "second", shortest: true }, "survive")).toMatch(
    /does not survive: .* wins in 3 moves\. There is no shorter way\.$/,
  );
  expect(said({ result: "undecided", kind: "all" })).toBe(
    "Not decided within 12 thousand positions. Within 3 moves the attack does not succeed.",
  );
  expect(said({ result: "undecided", kind: "all", moves: 0, limit: true })).toBe(study["solve.limit"]);
});

test("a refusal is a sentence", () => {
  const why = (reason: string) => refusal("xiangqi", new Refused({ code: "no-proof", text: "", why: reason }));
  expect(why("law")).toBe(study["solve.no.law"]);
  expect(why("opening")).toBe(study["solve.no.opening"]);
  expect(why("goal")).toContain("The prover does not know this goal");
  expect(why("new")).toContain("There is no prover");
  expect(refusal("xiangqi", new Refused({ code: "no-module", text: "" }))).toBe(words["error.no-module"]);
  expect(refusal("xiangqi", new Error("x"))).toBe(words["error.internal"]);
});

test("choices are kept, and what is no choice is the usual one", () => {
  keepChoices({ goal: "survive", moves: 7, auto: true });
  expect(choices()).toEqual({ goal: "survive", moves: 7, auto: true });
  localStorage.setItem("kydai.solve", '{"goal":"fun","moves":900,"auto":1}');
  expect(choices()).toEqual({ goal: "win", moves: 5, auto: false });
  localStorage.setItem("kydai.solve", "{");
  expect(choices()).toEqual({ goal: "win", moves: 5, auto: false });
});
