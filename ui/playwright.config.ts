import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";

// Real Chromium against the real program. KYDAI_TEST_PROGRAM names the binary; the server
// keeps its data in a folder of the run. KYDAI_TEST_PATIENCE makes every wait so many
// times longer, for a machine that has other things to do.
const port = Number(process.env.KYDAI_TEST_E2E_PORT ?? 23211);
const patience = Number(process.env.KYDAI_TEST_PATIENCE ?? 1);
const binary = process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai";

// The shell is the same Chromium without windows, menus and extensions: a test costs half of
// the CPU time in it. Where it is not installed, and for what is measured, the browser as
// people have it.
const whole = "/usr/bin/chromium";
const shell = "/usr/lib/chromium/chromium-headless-shell";
const launch = (executablePath: string) => ({
  executablePath: process.env.CHROMIUM ?? executablePath,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const light = launch(existsSync(shell) ? shell : whole);

// Tests of one detail each, or of what a journey does too. `.ci/run`, which has 20 minutes on two processors, leaves them
// to `make browser-all`.
const details = [
  "access", // games by roles and names; games by keyboard are in every run, as are the checks of pages.test.ts
  "account", // journeys/accounts
  "admin", // journeys/operator
  "after", // journeys/people
  "again", // journeys/evenings
  "apps",
  "bell", // journeys/notices
  "boards",
  "classes", // journeys/classes
  "classwork", // journeys/lesson
  "clubnight", // journeys/powercut
  "clubs",
  "days", // journeys/days
  "details",
  "device", // journeys/device
  "drawing", // journeys/studies
  "editor", // journeys/solve
  "evening", // journeys/evenings
  "eventdesk", // journeys/events
  "eventfiles", // journeys/events
  "events", // journeys/powercut
  "formats",
  // Visits of every run: evenings, people, powercut, classes, and two of device.
  "journeys/accounts",
  "journeys/days",
  "journeys/events",
  "journeys/lesson",
  "journeys/notices",
  "journeys/openings",
  "journeys/operator",
  "journeys/rated",
  "journeys/solve",
  "journeys/strangers",
  "journeys/studies",
  "journeys/together",
  "large",
  "leave",
  "levels",
  "link", // journeys/studies
  "loading",
  "menu",
  "oauth",
  "odds",
  "pair", // journeys/strangers
  "passkey",
  "plans",
  "polish",
  "preview",
  "print",
  "profile", // journeys/rated
  "push", // journeys/notices
  "room",
  "second", // journeys/evenings
  "share", // journeys/studies
  "shown",
  "smallthings",
  "solve", // journeys/solve
  "study", // journeys/studies
  "tabs",
  "talk", // journeys/people
  "tour",
  "twins",
  "visitor",
  "waiting",
  "watch",
  "whynot",
].map((name) => `**/e2e/${name}.test.ts`);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  workers: 1,
  // No test leans on another: all workers are busy to the end.
  fullyParallel: true,
  timeout: 60_000 * patience,
  expect: { timeout: 15_000 * patience },
  reporter: [["line"], ["./e2e/journeys/times.ts"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: "vi-VN",
    // The worker fetches all 120 files of the client for a time without network, a third of
    // the CPU time of a short test. Tests of it, and all journeys, allow it.
    serviceWorkers: "block",
  },
  projects: [
    { name: "pages", testIgnore: ["budget.test.ts", "online.test.ts", ...details], use: { launchOptions: light } },
    { name: "details", testMatch: details, use: { launchOptions: light } },
    // Two players, in `.ci/run` on PostgreSQL and NATS.
    { name: "online", testMatch: "online.test.ts", use: { launchOptions: light } },
    { name: "budgets", testMatch: "budget.test.ts", use: { launchOptions: launch(whole) } },
  ],
  webServer: {
    command: `sh -c 'd=$(mktemp -d) && trap "rm -rf $d" EXIT && ${binary} serve --unlimited --gallery --listen 127.0.0.1:${port} --data $d ${process.env.KYDAI_TEST_FLAGS ?? ""}'`,
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 8000 },
  },
});
