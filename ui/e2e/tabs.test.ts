// Tests two tabs of one browser that edit the same study: both tabs and the storage must end in the
// same state, with every edit that was shown.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { long, moves, ready, word } from "./play";

/** A pseudorandom generator with the same numbers in every run. */
function lots(seed: number): (n: number) => number {
  let at = seed;
  return (n) => (at = (at * 48271) % 2147483647) % n;
}

const list = async (page: Page) => (await page.locator(".moves ol").innerText()).replace(/\s+/g, " ").trim();

interface Stored {
  tree: { moves: unknown[] };
}

/** The study as the device has stored it. */
const stored = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((k) => k.startsWith("kydai.game."));
    return JSON.parse(localStorage.getItem(key ?? "") ?? "{}") as Stored;
  });

const record = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *";

/** Makes a random edit in a tab, as a user does. */
async function edit(page: Page, random: (n: number) => number, n: number): Promise<void> {
  const buttons = page.locator(".moves li button");
  const count = await buttons.count();
  const kind = random(10);
  // The other tab may delete a move at the same moment. Then this click has no effect, as it would
  // for a person.
  const press = (at: number) =>
    buttons
      .nth(at)
      .click({ timeout: 3000 })
      .catch(() => undefined);
  if (count > 0) await press(random(count));
  if (kind < 4) {
    const field = page.locator(".notes textarea").last();
    await field.fill(`c${n}`);
    await field.blur();
    return;
  }
  if (kind < 8) {
    // Type a new legal move, so that the tree grows.
    await page.locator(".command input").fill(["a3", "h3", "a6", "h6", "b3", "b6", "g3", "g6"][random(8)] ?? "a3");
    await page.locator(".command input").press("Enter");
    return;
  }
  const name = kind === 8 ? word("notes.promote") : random(4) === 0 ? word("notes.delete") : word("notes.sign.1");
  const button = page.locator(".notes").getByRole("button", { name, exact: true });
  if (await button.isVisible()) await button.click({ timeout: 3000 }).catch(() => undefined);
}

for (const edits of [60, 1000])
  test(`two tabs make ${edits} edits of one study`, long(edits > 100), async ({ page, context }) => {
    test.setTimeout(edits * 4000 + 120_000);
    await page.goto("/import");
    await page.getByLabel(word("import.paste")).fill(record);
    await page.getByRole("button", { name: word("import.go"), exact: true }).click();
    await expect(page).toHaveURL(/analysis\/[a-z]+\?game=/);
    await moves(page, 10);
    const off = page.getByRole("button", { name: word("analysis.off") });
    if (await off.isVisible()) await off.click();
    const other = await context.newPage();
    await other.goto(`${page.url()}&engine=off`);
    await moves(other, 10);
    for (const p of [page, other]) await p.locator(".notes summary").click();
    const random = lots(edits);
    for (let n = 0; n < edits; n += 2) {
      // Edit in both tabs at the same time.
      await Promise.all([edit(page, lots(n * 2 + 3), n), edit(other, lots(n * 2 + 7919), n + 1)]);
      if (random(20) === 0)
        await expect.poll(async () => (await list(page)) === (await list(other)), { timeout: 30_000 }).toBe(true);
    }
    await ready(page);
    await expect.poll(async () => (await list(page)) === (await list(other)), { timeout: 30_000 }).toBe(true);
    const kept = await stored(page);
    expect(await stored(other)).toEqual(kept);
    const shown = await list(page);
    // A third tab, which reads the storage, must show the same study.
    const third = await context.newPage();
    await third.goto(other.url());
    await ready(third);
    await expect.poll(() => list(third)).toBe(shown);
    expect(kept.tree.moves.length).toBeGreaterThan(0);
  });
