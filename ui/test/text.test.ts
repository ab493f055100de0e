// Both languages are whole, and no text for people stands in the source.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import en from "../i18n/en.json";
import vi from "../i18n/vi.json";
import { fill } from "../src/app/i18n";

const root = path.resolve(import.meta.dirname, "..");
const texts: Record<string, Record<string, string>> = { vi, en };

function* sources(dir: string): Generator<string> {
  for (const e of readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, e.name);
    if (e.isDirectory()) yield* sources(full);
    else if (/\.tsx?$/.test(e.name) && !e.name.includes(".test.") && e.name !== "api.ts") yield full;
  }
}

/** Words between tags, or in attributes that people read, that do not come from t(). */
export function plainText(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const found: string[] = [];
  for (const m of code.matchAll(/<[a-zA-Z][^<>{}]*>\s*([^<>{}]*\p{L}{2,}[^<>{}]*)<\//gu)) found.push(m[1] ?? "");
  for (const m of code.matchAll(/\b(?:title|alt|placeholder|aria-label)="([^"]*\p{L}[^"]*)"/gu)) found.push(m[1] ?? "");
  for (const m of code.matchAll(/["'`][^"'`\n]*[ăâđêôơưĂÂĐÊÔƠƯ\u1ea0-\u1ef9][^"'`\n]*["'`]/gu)) found.push(m[0]);
  return found;
}

describe("texts", () => {
  it("are whole in both languages, with the same places to fill", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(vi).sort());
    for (const key of Object.keys(vi)) {
      const places = (s: string) => [...s.matchAll(/\{\w+\}/g)].map((m) => m[0]).sort();
      expect(texts.vi?.[key], key).toBeTruthy();
      expect(texts.en?.[key], key).toBeTruthy();
      expect(places(texts.en?.[key] ?? ""), key).toEqual(places(texts.vi?.[key] ?? ""));
    }
  });

  it("are nowhere else", () => {
    for (const file of sources(path.join(root, "src"))) {
      if (!file.endsWith(".tsx")) continue;
      expect(plainText(readFileSync(file, "utf8")), file).toEqual([]);
    }
    expect(plainText("<b>Hello there</b>")).toHaveLength(1);
    expect(plainText('<img alt="A board" />')).toHaveLength(1);
    expect(plainText('const x = "Xin chào bạn";')).toHaveLength(1);
  });

  it("exist for every key that the source names", () => {
    for (const file of sources(path.join(root, "src"))) {
      const code = readFileSync(file, "utf8");
      for (const m of code.matchAll(/\bt(?:x|Or)?\(\s*["']([a-z][\w-]*(?:\.[\w-]+)+)["']/g)) {
        expect(texts.vi?.[m[1] ?? ""], `${m[1]} in ${path.relative(root, file)}`).toBeTruthy();
      }
    }
  });

  it("are filled", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
});
