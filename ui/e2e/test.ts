// Extends Playwright's test function: at the end of a test it closes every context of its browser.
// Otherwise a page that a test leaves open would keep running its sockets, timers and drawing
// during all later tests in the same browser.
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
