import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";

// Configures the tests in a real Chromium against the real program. KYDAI_TEST_PROGRAM names the
// binary; the server keeps its data in a temporary folder. KYDAI_TEST_PATIENCE multiplies every
// time limit, for a machine that has other work to do.
const port = Number(process.env.KYDAI_TEST_E2E_PORT ?? 23211);
const patience = Number(process.env.KYDAI_TEST_PATIENCE ?? 1);
const binary = process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai";

// "shell" is the same Chromium without windows, menus and extensions: a test needs half of the CPU
// time in it. The complete browser is used where the shell is not installed, and for tests that
// measure.
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

// These tests check single details, or what a journey also checks. `.ci/run`, which has 20 minutes
// on two processors, leaves them to `make browser-all`.
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
  // The journeys of every run are evenings, people, powercut, classes, and two
  // of device; the following ones are not among them.
  "journeys/accounts",
  "journeys/days",
  "journeys/events",
  "journeys/lab",
  "journeys/lesson",
  "journeys/notices",
  "journeys/openings",
  "journeys/operator",
  "journeys/opponents",
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
  // No test depends on another, so the tests of one file may run at the same
  // time, and all workers are busy to the end.
  fullyParallel: true,
  timeout: 60_000 * patience,
  expect: { timeout: 15_000 * patience },
  reporter: [["line"], ["./e2e/journeys/times.ts"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: "vi-VN",
    // The service worker downloads all 120 files of the client for use without a network. This
    // costs a third of the CPU time of a short test, so it is blocked. Tests of the service worker,
    // and all journeys, allow it.
    serviceWorkers: "block",
  },
  projects: [
    { name: "pages", testIgnore: ["budget.test.ts", "online.test.ts", ...details], use: { launchOptions: light } },
    { name: "details", testMatch: details, use: { launchOptions: light } },
    // Tests with two players; `.ci/run` runs them on PostgreSQL and NATS.
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
