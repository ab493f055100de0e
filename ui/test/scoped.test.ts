// Style sheets of rare pages stay in the document after their page is left, so their rules must not
// affect other pages.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The selectors of a sheet without those of @-rules, split at commas outside of brackets. */
function selectors(name: string): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, "../src/style", name), "utf8").replace(
    /\/\*.*?\*\//gs,
    "",
  );
  return Array.from(text.matchAll(/([^{};]+)\{/g), (m) => (m[1] ?? "").trim())
    .filter((s) => !s.startsWith("@"))
    .flatMap((s) => s.split(/,\s*(?![^(]*\))/));
}

test("every rule of the pages of classes is for these pages", () => {
  const all = selectors("classes.css");
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((s) => !s.startsWith(".classes"))).toEqual([]);
  // The board of a simul is inside such a page. The seats of a board have elements with the classes
  // "who" and "dot", so these pages must not style them.
  expect(all.filter((s) => /(^|[ >])\.(who|dot)\b/.test(s))).toEqual([]);
});

test("the table cards of a tournament do not hide the cards of a class", () => {
  expect(selectors("events.css").filter((s) => /\bcards\b/.test(s) && !s.startsWith(".event"))).toEqual([]);
});
