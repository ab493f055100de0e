// Checks that the browser tests named in docs/origins.md exist.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const rows = readFileSync("../docs/origins.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| function"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("docs/origins.md", () => {
  it("lists the functions of five reports", () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.every((row) => row.length === 5 && row[1] && row[2])).toBe(true);
  });

  it("has every id of the list of requirements", () => {
    const ids = new Set(rows.map(([, what = ""]) => /^[FCXG]\d+(?= )/.exec(what)?.[0]));
    const wanted = Object.entries({ F: 17, C: 7, X: 12, G: 10 }).flatMap(([letter, most]) =>
      Array.from({ length: most }, (_, i) => `${letter}${i + 1}`),
    );
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("names tests by file and beginning", () => {
    const missing = rows.flatMap(([, what = "", , test = ""]) => {
      if (!test) return [];
      const [file = "", ...title] = test.split(": ");
      const at = `e2e/${file}.test.ts`;
      const text = existsSync(at) ? readFileSync(at, "utf8") : "";
      return ['"', "`"].some((quote) => text.includes(quote + title.join(": "))) ? [] : [`${what}: ${test}`];
    });
    expect(missing).toEqual([]);
  });
});
