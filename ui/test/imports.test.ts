// Checks that the imports of the client, types included, have no cycle, so that
// the files can be read from the lowest level up.
import { expect, test } from "vitest";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ui = path.dirname(import.meta.dirname);
const root = path.dirname(ui);

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) => {
    const at = path.join(dir, e.name);
    if (e.isDirectory()) return e.name === "node_modules" ? [] : sources(at);
    return /\.tsx?$/.test(e.name) && !/\.test\.tsx?$|\.d\.ts$/.test(e.name) ? [at] : [];
  });
}

const games = readdirSync(path.join(root, "games"), { withFileTypes: true })
  .filter((e) => e.isDirectory())
  .map((e) => path.join(root, "games", e.name, "ui"))
  .filter((d) => existsSync(d));
const files = new Set([path.join(ui, "src"), ...games].flatMap(sources));

/** The client's files that a file imports statically. Dynamic imports do not count. */
function imports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:import|export)\b[^;]*?from "((?:\.|@ui\/)[^"]+)"/gms)]
    .map((m) => m[1] ?? "")
    .map((to) => (to.startsWith("@ui/") ? path.join(ui, "src", to.slice(4)) : path.resolve(path.dirname(file), to)))
    .flatMap((f) => [f, `${f}.ts`, `${f}.tsx`, path.join(f, "index.ts")].filter((g) => files.has(g)).slice(0, 1));
}

/** The import cycles among the files; each cycle is a list of files. */
function circles(of: Map<string, string[]>): string[][] {
  const state = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const walk = (f: string): void => {
    state.set(f, 1);
    stack.push(f);
    for (const g of of.get(f) ?? []) {
      if (state.get(g) === 1) found.push(stack.slice(stack.indexOf(g)));
      else if (!state.has(g)) walk(g);
    }
    stack.pop();
    state.set(f, 2);
  };
  for (const f of of.keys()) if (!state.has(f)) walk(f);
  return found;
}

test("a circle is found", () => {
  const seeded = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["d", ["a"]],
  ]);
  expect(circles(seeded)).toEqual([["a", "b", "c"]]);
});

test("no imports of the client run in a circle", () => {
  const of = new Map([...files].map((f) => [f, imports(f)]));
  expect([...of.values()].flat().length).toBeGreaterThan(300);
  expect(circles(of).map((c) => c.map((f) => path.relative(root, f)).join(" -> "))).toEqual([]);
});
