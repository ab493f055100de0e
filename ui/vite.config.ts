import { defineConfig } from "vitest/config";

// The shell is rendered by Go, which finds the hashed files by the manifest.
// index.html serves development alone.
export default defineConfig({
  build: {
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        // Few files to a playable board: what every page needs, and what every
        // board needs.
        codeSplitting: {
          groups: [
            { name: "core", test: /node_modules|src\/app\/(?!share|network)/ },
            {
              name: "play",
              test: /src\/(board|play\/(?!sign|line|graph|rich|odds|number|terms|menu|looks|resign)|session\/(?!proof|ceremony|online|onward|odds|position|records)|games\/(?!odds)[^/]*\.ts)|src\/pages\/(live|notfound)/,
            },
            // What games through a server share with menus and with pages that begin games.
            {
              name: "more",
              test: /src\/(play\/(odds|number|looks|resign)\.|session\/odds\.|games\/odds\.|app\/(share|network)\.)/,
            },
            // Only games through a server need it. What it shares with others is theirs: it comes last.
            {
              name: "match",
              test: /src\/(fair|wire)\/|src\/session\/(proof|ceremony|online)|src\/play\/(sign|line)\./,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
  },
});
