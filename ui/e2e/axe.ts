// Finds accessibility faults on a page with axe, by WCAG 2.2 AA.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export async function faults(page: Page): Promise<string[]> {
  // The pages have no frames, so the legacy mode, which checks only one page, suffices. It is
  // twice as fast.
  const found = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
}

/**
 * Checks that axe finds no fault in the light theme on a phone and in the dark theme on a wide
 * screen. It also checks that nothing overflows.
 */
export async function sound(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await faults(page)).toEqual([]);
}
