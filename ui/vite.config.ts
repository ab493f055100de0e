import path from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { games } from "./scripts/games.mjs";
import tsconfig from "./tsconfig.json" with { type: "json" };

// Sources outside this folder (games/<game>/ui) find the client and its
// packages by the paths of tsconfig.json: one setting for tsc, Vite, Vitest and
// the linter.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [to = ""]]) => ({
  find: new RegExp(`^${name.replace("*", "(.*)")}$`),
  replacement: path.resolve(import.meta.dirname, to.replace("*", "$1")),
}));

// Vite's build wraps every import() in a helper that preloads what the chunk needs. Here the server names the files of
// a page and the worker keeps the others, so the import is all there is to do.
const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

// The calls of that helper go too: their bytes are in the first page.
const bareImports: Plugin = {
  name: "bare-imports",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk")
        file.code = file.code.replace(
          /\b[\w$]+\(\(\)=>(import\(`[^`]+`\)(?:\.then\(\w=>\w\.\w+\))?),__VITE_PRELOAD__\)/g,
          "$1",
        );
  },
};

// Go renders the pages and finds the hashed files by the manifest. `make dev`
// (scripts/dev.mjs) serves the sources behind the same pages.
export default defineConfig({
  plugins: [games(), plainImports, bareImports],
  resolve: { alias },
  build: {
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // The shell names all files of a page; from page to page they come from the worker's cache.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        // The names of all files stand in the scripts: short hashes, short scripts. More than
        // 64 chunks need 7 characters.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // Few files to a playable board: what every page needs with the entry, and what every
        // board needs.
        codeSplitting: {
          groups: [
            {
              name: "core",
              test: /node_modules|src\/main|src\/pages\/notfound|src\/app\/(?!otherroutes|languages|network|share|moment|watchturns|bell|push)/,
            },
            // What every board needs. A new file is not in it: it comes with the page that imports it.
            {
              name: "play",
              test: /src\/(board\/(?!sound|still)|play\/(act|ahead|board|choices|command|hidden|hooks|material|moves|seat|sheet|sounds|table|waiting|words)\.|session\/(desks|rules)\.|games\/(index|lots)\.|app\/share\.)/,
            },
            // What games through a server share with menus and with pages that begin games.
            {
              name: "more",
              test: /src\/(play\/(resign|shared)\.|app\/network\.)/,
            },
            // What games on this device need besides.
            {
              name: "here",
              test: /src\/(play\/(kinds|level|local|opened|pick|sets)\.|session\/(here|local|result|saved|thought|today)\.|pages\/live)/,
            },
            {
              name: "terms",
              test: /src\/(play\/(odds|oddstext|number|looks)\.|session\/odds\.|games\/odds\.)/,
            },
            // Only games through a server need it. What it shares with others is theirs: it comes last.
            {
              name: "match",
              test: /src\/wire\/|src\/session\/(online|replay|times)|src\/play\/(clockname|dealfault|dealing|line|seats)\./,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    // A busy machine is not a fault.
    testTimeout: 60_000,
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "../games/*/ui/*.test.{ts,tsx}"],
  },
});
