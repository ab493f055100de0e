// The menu of an online game lists what the network took at each own move.
import { devices, expect, test } from "@playwright/test";
import { click, invited, moves, ready, word } from "./play";

test("a player sees for each own move what the network took and the server gave back", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await a.setViewportSize({ ...devices["Pixel 7"].viewport, width: 390 });
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  // The first move of each side has a time limit of its own, the second ones are on the clock.
  for (const [i, code] of ["e2e4", "e7e5", "g1f3", "b8c6"].entries()) {
    await click(i % 2 ? b : a, code);
    await Promise.all([moves(a, i + 1), moves(b, i + 1)]);
  }
  for (const [page, own] of [
    [a, [/^1\. e4/, /^2\. Nf3|^2\. Mf3/]],
    [b, [/^1\. e5/, /^2\. Nc6|^2\. Mc6/]],
  ] as const) {
    await page
      .locator(".actions")
      .getByRole("button", { name: word("app.menu") })
      .click();
    await page.getByText(word("lag.title")).click();
    const rows = page.locator(".lag tbody tr");
    await expect(rows).toHaveCount(2);
    for (const [i, text] of own.entries()) await expect(rows.nth(i).locator("th")).toHaveText(text);
    await expect(rows.nth(0)).toContainText(word("lag.free"));
    await expect(rows.nth(1).locator("td").first()).toHaveText(/^\d+ ms$/);
    const [wide, screen] = [await page.locator(".lag").boundingBox(), page.viewportSize()];
    expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeLessThanOrEqual(screen?.width ?? 0);
  }
  await end();
});
