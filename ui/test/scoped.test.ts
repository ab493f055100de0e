// Checks the style sheets of pages that few users open. They stay loaded after the user has left
// such a page, so their rules must match only elements of that page.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The selectors of a style sheet without at-rules, split at commas outside parentheses. */
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
  // A page of classes can show the board of a simultaneous exhibition. The board uses the CSS
  // classes "who" and "dot", so this style sheet must not use them.
  expect(all.filter((s) => /(^|[ >])\.(who|dot)\b/.test(s))).toEqual([]);
});

test("the table cards of a tournament do not hide the cards of a class", () => {
  expect(selectors("events.css").filter((s) => /\bcards\b/.test(s) && !s.startsWith(".event"))).toEqual([]);
});
