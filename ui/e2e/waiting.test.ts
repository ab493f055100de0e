// Tests moves made without a connection, and spectators on a slow connection.
import { expect, type Page } from "@playwright/test";
import { test } from "./test";
import { cell, click, invited, moves, ready, status, word } from "./play";

const list = (page: Page) => page.locator(".moves li button");

test("a move made without a network waits in view and arrives when the network is back", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  await click(a, "e2e4");
  await Promise.all([moves(a, 1), moves(b, 1)]);
  // The move is shown as e4 as soon as the rules module is loaded. Wait for this, then cut the
  // connection.
  await expect(list(b)).toHaveText(["e4"]);
  await b.context().setOffline(true);
  await click(b, "b8c6");
  const waiting = b.locator(".moves .waiting");
  await expect(waiting).toHaveText("Nc6…");
  await expect(status(b)).toHaveText(word("play.sending"));
  await expect(list(b)).toHaveText(["e4"]);
  await expect(list(a)).toHaveText(["e4"]);
  await b.context().setOffline(false);
  await expect(list(a)).toHaveText(["e4", "Nc6"]);
  await expect(list(b)).toHaveText(["e4", "Nc6"]);
  await expect(waiting).toHaveCount(0);
  await expect(cell(b, "c6")).not.toHaveAttribute("aria-label", new RegExp(word("board.empty")));
  await expect(status(a)).toContainText(word("play.yourturn"));
  await expect(status(b)).not.toHaveText(word("play.sending"));
  await end();
});

test("an onlooker with a slow network sees no codes and has no box for moves", async ({ browser }) => {
  const { a, b, end } = await invited(browser);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await Promise.all([ready(a), ready(b)]);
  const codes = ["e2e4", "e7e5", "g1f3", "b8c6"];
  for (const [i, code] of codes.entries()) {
    await click(i % 2 === 0 ? a : b, code);
    await Promise.all([moves(a, i + 1), moves(b, i + 1)]);
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  // `seen` collects every text that the move list has shown since the start.
  await page.addInitScript(() => {
    const seen = ((window as unknown as { seen: string[] }).seen = []) as string[];
    new MutationObserver(() => {
      for (const el of document.querySelectorAll(".moves li button, .moves li em")) seen.push(el.textContent ?? "");
      if (document.querySelector("form.command")) seen.push("form.command");
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  // Load each WebAssembly module two seconds late.
  await page.route(/\.wasm/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.goto(a.url());
  await ready(page);
  await expect(list(page)).toHaveText(["e4", "e5", "Nf3", "Nc6"]);
  await click(a, "f1b5");
  await expect(list(page)).toHaveText(["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  await expect(page.locator("form.command")).toHaveCount(0);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => /^[a-h][1-8][a-h][1-8]|command/.test(text))).toEqual([]);
  // A spectator cannot move a piece.
  await click(page, "a7a6");
  await expect(page.locator(".moves .waiting")).toHaveCount(0);
  await context.close();
  await end();
});
