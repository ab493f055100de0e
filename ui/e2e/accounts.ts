// These helpers create accounts for the tests.
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { word } from "./play";
import { password } from "./server";

/** A name that no other test uses. */
export const nameOf = (n: number): string =>
  `${n ? "Bình" : "An"} ${Array.from(String(Date.now() * 1000 + Math.floor(Math.random() * 1000)), (d) => "bcdghklmnp"[Number(d)]).join("")}`;

/** Turns the guest of a page into an account. Returns the player's id. */
export async function register(page: Page, name: string): Promise<string> {
  const me = (await (await page.request.get("/api/me")).json()) as { player: string };
  const made = await page.request.post("/api/account", { data: { name, password } });
  expect(made.ok(), await made.text()).toBe(true);
  return me.player;
}

export interface Two {
  /** In pages, names and ids the player of the first side comes first. */
  pages: [Page, Page];
  names: [string, string];
  ids: [string, string];
  end(): Promise<void>;
}

/** Creates two accounts, each in its own browser context. */
export async function twoAccounts(browser: Browser, options: BrowserContextOptions = {}): Promise<Two> {
  const [one, two] = await Promise.all([browser.newContext(options), browser.newContext(options)]);
  const pages: [Page, Page] = [await one.newPage(), await two.newPage()];
  const names: [string, string] = [nameOf(0), nameOf(1)];
  const ids: [string, string] = [await register(pages[0], names[0]), await register(pages[1], names[1])];
  return { pages, names, ids, end: async () => void (await Promise.all([one.close(), two.close()])) };
}

/** The first player challenges the second player, who accepts. Returns the path of the match. */
export async function challenge({ pages: [a, b], ids }: Two, terms: Record<string, unknown>): Promise<string> {
  const made = await a.request.post("/api/offers", { data: { side: "first", to: ids[1], ...terms } });
  const offer = (await made.json()) as { id: string };
  expect(made.ok(), JSON.stringify(offer)).toBe(true);
  await b.goto(`/c/${offer.id}`);
  await b.getByRole("button", { name: word("online.accept") }).click();
  await b.waitForURL(/\/g\//);
  await a.goto(new URL(b.url()).pathname);
  return new URL(b.url()).pathname;
}
