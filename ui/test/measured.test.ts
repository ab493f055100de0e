// Checks that levels have the ratings that follow from the matches in docs/strength.md.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { scores, wanted } from "../scripts/measured.mjs";
import { ANCHOR, eloOf, measured, ratingOf } from "../src/play/measured";

describe("measured levels", () => {
  it("are those of docs/strength.md", () => {
    const file = path.resolve(import.meta.dirname, "../src/play/measured.json");
    expect(readFileSync(file, "utf8"), "npm run measured").toBe(wanted());
  });

  it("are read from the table, with what is missing as missing", () => {
    const table = "text\n\n| | 2 v 1 | 3 v 2 | 4 v 3 |\n|---|---|---|---|\n| one | 70.5 % | 81 %* | – |\n\nmore";
    expect(scores(table)).toEqual({ one: [70.5, 81, null] });
    expect(() => scores(table.replace("–", "soon"))).toThrow("soon");
    expect(() => scores("no table")).toThrow("table");
  });

  it("become a rating step by step", () => {
    expect(eloOf(50)).toBe(0);
    expect(Math.round(eloOf(75) ?? 0)).toBe(191);
    for (const none of [null, undefined, 0, 100]) expect(eloOf(none)).toBeNull();
    for (const [kind, steps] of Object.entries(measured)) {
      expect(ratingOf(kind, 1)).toBe(ANCHOR);
      const missing = steps.indexOf(null);
      const known = missing < 0 ? steps.length : missing;
      for (let n = 2; n <= known + 1; n++)
        expect(ratingOf(kind, n), `${kind} ${n}`).toBeGreaterThan(ratingOf(kind, n - 1) ?? 0);
      if (missing >= 0) expect(ratingOf(kind, known + 2)).toBeNull();
    }
    expect(ratingOf("no such game", 3)).toBeNull();
  });
});
