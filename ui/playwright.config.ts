import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";

// Configures the tests in a real Chromium against the real program. KYDAI_TEST_PROGRAM names the
// binary; the server keeps its data in a temporary folder. KYDAI_TEST_PATIENCE multiplies every
// time limit, for a busy machine.
const port = Number(process.env.KYDAI_TEST_E2E_PORT ?? 23211);
const patience = Number(process.env.KYDAI_TEST_PATIENCE ?? 1);
const binary = process.env.KYDAI_TEST_PROGRAM ?? "../bin/kydai";

// The headless shell is the same Chromium without windows, menus and extensions: a test needs half
// of the CPU time in the shell. The complete browser is used where the shell is not installed, and
// for tests that measure performance.
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

// These tests check single details, or repeat checks of a journey (a long test in e2e/journeys).
// `.ci/run`, which has 20 minutes on two processors, leaves these tests to `make browser-all`.
const details = [
  "access", // Checks games by roles and names. Every run has tests of games by keyboard and pages.test.ts.
  "account", // The test journeys/accounts covers the checks of account.test.ts.
  "admin", // The test journeys/operator covers the checks of admin.test.ts.
  "after", // The test journeys/people covers the checks of after.test.ts.
  "again", // The test journeys/evenings covers the checks of again.test.ts.
  "apps",
  "bell", // The test journeys/notices covers the checks of bell.test.ts.
  "boards",
  "classes", // The test journeys/classes covers the checks of classes.test.ts.
  "classwork", // The test journeys/lesson covers the checks of classwork.test.ts.
  "clubnight", // The test journeys/powercut covers the checks of clubnight.test.ts.
  "clubs",
  "days", // The test journeys/days covers the checks of days.test.ts.
  "details",
  "device", // The test journeys/device covers the checks of device.test.ts.
  "drawing", // The test journeys/studies covers the checks of drawing.test.ts.
  "editor", // The test journeys/solve covers the checks of editor.test.ts.
  "evening", // The test journeys/evenings covers the checks of evening.test.ts.
  "eventdesk", // The test journeys/events covers the checks of eventdesk.test.ts.
  "eventfiles", // The test journeys/events covers the checks of eventfiles.test.ts.
  "events", // The test journeys/powercut covers the checks of events.test.ts.
  "formats",
  // Every run has the journeys evenings, people, powercut and classes, and two tests of the journey
  // device. The following journeys are not in every run.
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
  "lessonday",
  "leave",
  "levels",
  "link", // The test journeys/studies covers the checks of link.test.ts.
  "loading",
  "menu",
  "oauth",
  "odds",
  "pair", // The test journeys/strangers covers the checks of pair.test.ts.
  "passkey",
  "plans",
  "polish",
  "preview",
  "print",
  "profile", // The test journeys/rated covers the checks of profile.test.ts.
  "push", // The test journeys/notices covers the checks of push.test.ts.
  "room",
  "second", // The test journeys/evenings covers the checks of second.test.ts.
  "share", // The test journeys/studies covers the checks of share.test.ts.
  "shown",
  "smallthings",
  "solve", // The test journeys/solve covers the checks of solve.test.ts.
  "study", // The test journeys/studies covers the checks of study.test.ts.
  "tabs",
  "talk", // The test journeys/people covers the checks of talk.test.ts.
  "tour",
  "twins",
  "visitor",
  "voice",
  "waiting",
  "watch",
  "whynot",
].map((name) => `**/e2e/${name}.test.ts`);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  workers: 1,
  // No test depends on another test, so the tests of one file may run in parallel. All workers then
  // stay busy until the end of the run.
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
