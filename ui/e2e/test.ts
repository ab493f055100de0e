// The test of Playwright, which at its end closes every context of its browser. A page that a test leaves open goes on
// with its sockets, clocks and drawings beside all later tests of the same browser.
import { test as base } from "@playwright/test";

export const test = base.extend<{ tidy: undefined }>({
  tidy: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
