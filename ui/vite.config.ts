import path from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { games } from "./scripts/games.mjs";
import tsconfig from "./tsconfig.json" with { type: "json" };

// Sources outside this folder (games/<game>/ui) import the client and its packages by the paths of
// tsconfig.json. So tsc, Vite, Vitest and the linter use the same paths.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [to = ""]]) => ({
  find: new RegExp(`^${name.replace("*", "(.*)")}$`),
  replacement: path.resolve(import.meta.dirname, to.replace("*", "$1")),
}));

// Vite's build wraps every import() in a helper that preloads the files that the chunk needs. Here
// the server names the files of a page and the service worker caches the others, so this plugin
// keeps plain import() calls.
const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

// Removes the calls of Vite's preload helper too, to keep the first page small.
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

// The Go server renders the pages and finds the hashed files through the
// manifest. `make dev` (scripts/dev.mjs) serves the sources behind the same
// pages.
export default defineConfig({
  plugins: [games(), plainImports, bareImports],
  resolve: { alias },
  build: {
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // The HTML shell names all files of a page; for later pages the files come from the service
    // worker's cache.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        // The scripts contain the names of all files, so short hashes make the scripts smaller. If
        // there are more than 64 chunks, a hash needs at least 7 characters.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // A playable board must need only a few files: the entry, with the code that every page
        // needs, and one file with the code that every board needs.
        codeSplitting: {
          groups: [
            {
              name: "core",
              test: /node_modules|src\/main|src\/pages\/notfound|src\/app\/(?!otherroutes|languages|network|share|moment|watchturns|bell|push)/,
            },
            // This group holds the code that every board needs. A new source file belongs to the
            // group only if this pattern names it; otherwise it is loaded with the page that
            // imports it.
            {
              name: "play",
              test: /src\/(board\/(?!sound|still)|play\/(act|ahead|board|choices|command|hidden|hooks|material|moves|seat|sheet|sounds|table|waiting|words)\.|session\/(desks|rules)\.|games\/(index|lots)\.|app\/share\.)/,
            },
            // This group holds the code that games through a server share with menus and with pages
            // that start games.
            {
              name: "more",
              test: /src\/(play\/(resign|shared)\.|app\/network\.)/,
            },
            // This group holds the additional code of games that run on this device, without a
            // server.
            {
              name: "here",
              test: /src\/(play\/(kinds|level|local|opened|pick|sets)\.|session\/(here|local|result|saved|thought|today)\.|pages\/live)/,
            },
            {
              name: "terms",
              test: /src\/(play\/(odds|oddstext|number|looks)\.|session\/odds\.|games\/odds\.)/,
            },
            // This group holds the code that only games through a server need. It must be the last
            // group, because a file belongs to the first group whose pattern matches.
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
    // The time limit is long, because a slow machine must not make a test fail.
    testTimeout: 60_000,
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "../games/*/ui/*.test.{ts,tsx}"],
  },
});
