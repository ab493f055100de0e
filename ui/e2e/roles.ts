// Checks a page as one user sees it, in Vietnamese and in English, on a phone, on a phone held
// sideways and on a desktop: accessibility (axe), width, language, title, and the errors that the
// browser logs.
import { type Browser, expect, type Page } from "@playwright/test";
import { faults } from "./axe";
import type { Guest } from "./clubhouse";
import { word } from "./play";

const patience = Number(process.env.KYDAI_TEST_PATIENCE ?? 1);

export type Lang = "vi" | "en";

/** A page to check: the user who opens it, its address, and what to do before the check. */
export interface Stop {
  name: string;
  who: Guest;
  path: string;
  /** Set if the page must say that there is nothing at its address for this user. */
  missing?: true;
  /**
   * What must be visible before the check: the key of a text, or a function that waits until the
   * page is ready.
   */
  shows?: string | ((page: Page, lang: Lang) => Promise<unknown>);
  /** What to do on the page before the check. By default all folded parts are opened. */
  act?: (page: Page, lang: Lang) => Promise<unknown>;
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 740, height: 360 },
  { width: 360, height: 740 },
] as const;

/** Opens all folded parts of the page, also those inside other folded parts. */
export async function unfoldAll(page: Page): Promise<void> {
  await page
    .locator("main details:not([open])")
    .evaluateAll((all) => all.forEach((d) => ((d as HTMLDetailsElement).open = true)));
}

// These letters occur in Vietnamese but not in English.
const vietnamese = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/i;
const keys = /\b(app|play|event|events|club|clubs|class|classes|card|cards|task|simul|demo|mine|error|nav)\.[a-z]+\b/;

/** Returns an action that opens only the folded part whose heading is the text of a key. */
export const opens =
  (key: string) =>
  (page: Page, lang: Lang): Promise<void> =>
    page
      .locator("summary", { hasText: word(key, lang) })
      .first()
      .click();

/** Lists the elements that are wider than the window, for the message of a failure. */
const wide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return Array.from(document.querySelectorAll("main *, header *"))
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
      .map((e) => `${e.tagName.toLowerCase()}.${e.className} ${(e.textContent ?? "").slice(0, 40)}`)
      .slice(-4);
  });

/**
 * Checks the page in its present state at all sizes. axe runs only at the sizes whose indexes are
 * in `axeAt`. Returns the faults.
 */
export async function looksRight(page: Page, lang: Lang, axeAt: readonly number[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [i, size] of sizes.entries()) {
    await page.setViewportSize(size);
    const over = await wide(page);
    if (over.length > 0) wrong.push(`wider than ${size.width}: ${over.join("; ")}`);
    if (axeAt.includes(i)) wrong.push(...(await faults(page)).map((f) => `axe at ${size.width}: ${f}`));
  }
  const seen = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    tab: document.querySelector(".tabs [aria-current=page]") !== null,
    heads: Array.from(document.querySelectorAll("h1")).filter((h) => h.checkVisibility()).length,
    text: document.body.innerText,
  }));
  if (seen.lang !== lang) wrong.push(`lang ${seen.lang}`);
  if (!seen.title) wrong.push("no title");
  if (!seen.tab) wrong.push("no tab is the current one");
  if (seen.heads !== 1) wrong.push(`${seen.heads} headings of the first level`);
  const text = seen.text.replace(/kỳ đài|Tiếng Việt/gi, "");
  if (lang === "en" && vietnamese.test(text))
    wrong.push(
      `Vietnamese: ${text
        .split("\n")
        .filter((l) => vietnamese.test(l))
        .join(" | ")}`,
    );
  if (lang === "vi" && !vietnamese.test(text)) wrong.push("no Vietnamese");
  if (keys.test(text)) wrong.push(`a key of a text: ${keys.exec(text)?.[0]}`);
  return wrong;
}

/**
 * Opens a page in a language, checks it and returns its faults. Vietnamese pages have the light
 * theme, English pages the dark theme.
 */
async function visitStop(browser: Browser, stop: Stop, lang: Lang, axeAt: readonly number[]): Promise<string[]> {
  const options = { locale: lang === "vi" ? "vi-VN" : "en-GB", viewport: sizes[0], reducedMotion: "reduce" } as const;
  const page = await stop.who.page(browser, { ...options, colorScheme: lang === "vi" ? "light" : "dark" });
  page.setDefaultTimeout(20_000 * patience);
  const wrong: string[] = [];
  page.on("console", (m) => {
    // If the page must say that there is nothing for this user, its request fails with 403 or 404,
    // which the browser logs as an error.
    const missing = stop.missing && /40[34]/.test(m.text()) && m.location().url.includes("/api/");
    if (m.type() === "error" && !missing) wrong.push(`console: ${m.text()} ${m.location().url}`);
  });
  page.on("pageerror", (e) => wrong.push(`error: ${e.message}`));
  try {
    await page.goto(stop.path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main")).not.toContainText(word("online.connecting", lang));
    const { shows } = stop;
    if (typeof shows === "string") await expect(page.getByText(word(shows, lang)).first()).toBeVisible();
    else await shows?.(page, lang);
    await (stop.act ?? unfoldAll)(page, lang);
    await expect(page.getByText(word("event.why.loading", lang)).filter({ visible: true })).toHaveCount(0);
    wrong.push(...(await looksRight(page, lang, axeAt)));
  } catch (e) {
    wrong.push(e instanceof Error ? e.message : String(e));
  }
  await page.context().close();
  return wrong.map((w) => `${stop.name} (${lang}): ${w}`);
}

/**
 * Checks all pages. A short run checks them alternately in Vietnamese with axe on a phone and in
 * English with axe on a desktop. A complete run (`whole`) checks each page in both languages with
 * axe at all sizes. Every run checks the width at all sizes.
 */
export async function lookAtAll(browser: Browser, stops: readonly Stop[], whole: boolean): Promise<void> {
  const wrong: string[] = [];
  for (const [i, stop] of stops.entries())
    for (const [n, lang] of (["vi", "en"] as const).entries())
      if (whole) wrong.push(...(await visitStop(browser, stop, lang, [0, 1, 2])));
      else if (i % 2 === n) wrong.push(...(await visitStop(browser, stop, lang, lang === "vi" ? [2] : [0])));
  expect(wrong).toEqual([]);
}
