// Runs a visit: one or more people, each in their own browser context, act one after another. After
// every step the pages of all people are checked.
import { type Browser, type BrowserContext, type Page } from "@playwright/test";
import { test } from "../test";
import { differences, type Told } from "./check";
import { Person } from "./person";
import { readPage, type Sight } from "./read";
import { long } from "../play";
import { startRules } from "./rules";
import { page as plainPage, type Scene } from "./scene";
import type { Lang } from "./words";

const patience = Number(process.env.KYDAI_TEST_PATIENCE ?? 1);
/** How long a page may take until it shows the expected content, in milliseconds. */
export const WAIT = Number(process.env.KYDAI_TEST_JOURNEY_WAIT ?? 12_000 * patience);

export type Device = "phone" | "desktop";
const windows: Record<Device, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

/** What Math.random returns in every visit: a constant, so that the tests can compute the deal. */
export const LUCK = 0.375;
export const SEED = LUCK * 2 ** 52;

export class Visit {
  readonly people: Person[] = [];
  readonly steps: string[] = [];
  /** The address of the visit's own server; "" for the server of all tests. */
  origin = "";
  readonly #contexts: BrowserContext[] = [];
  constructor(
    readonly browser: Browser,
    readonly device: Device,
    readonly lang: Lang,
  ) {}

  get phone(): boolean {
    return this.device === "phone";
  }

  /** Adds a person with an empty browser profile. */
  async person(who: string, lang: Lang = this.lang): Promise<Person> {
    const context = await this.browser.newContext({
      viewport: windows[this.device],
      locale: lang === "vi" ? "vi-VN" : "en-GB",
      // The first person has a service worker, which stores all files for offline use; the other
      // people do without one to save time.
      serviceWorkers: this.people.length === 0 ? "allow" : "block",
      ...(this.origin ? { baseURL: this.origin } : {}),
      ...(this.phone ? { hasTouch: true, isMobile: true } : {}),
    });
    this.#contexts.push(context);
    await context.addInitScript((luck) => {
      Math.random = () => luck;
      // Engines play at their lowest level from the first game on.
      if (localStorage.getItem("kydai.settings") === null)
        localStorage.setItem("kydai.settings", JSON.stringify({ level: 1 }));
    }, LUCK);
    const p = new Person(this, who, context, await context.newPage(), lang);
    this.people.push(p);
    return p;
  }

  /** Runs one action of a person, then checks all pages. */
  async step(what: string, act: () => Promise<void>): Promise<void> {
    this.steps.push(what);
    try {
      await act();
    } catch (e) {
      const message = String(e instanceof Error ? e.message : e);
      throw new Error(`${this.#where()}: ${message}\n${await this.#heard()}`, { cause: e });
    }
    for (const p of this.people) if (p.here) await this.#check(p);
  }

  /**
   * The status texts of all pages and the last responses to their requests, for the message of a
   * failure.
   */
  async #heard(): Promise<string> {
    const all = this.people.filter((p) => p.here && !p.page.isClosed());
    const lines = all.map(async (p) => `${p.who}: ${await said(p.page).catch(String)}; asked ${p.asked.join(", ")}`);
    return (await Promise.all(lines)).join("\n");
  }

  #where(): string {
    const last = this.steps.slice(-4).map((s, i, all) => `${this.steps.length - all.length + i + 1}. ${s}`);
    return `after ${last.join("; ")}`;
  }

  /** Reads a page repeatedly until it shows the expected content. */
  async #check(p: Person): Promise<void> {
    const until = Date.now() + WAIT;
    for (;;) {
      const wrong = await this.#look(p);
      if (wrong.length === 0) return;
      if (Date.now() > until)
        throw new Error(`${this.#where()}\n${p.who} sees:\n  ${wrong.join("\n  ")}\n${await said(p.page)}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }

  async #look(p: Person): Promise<string[]> {
    try {
      const told = await p.told();
      return differences(await readPage(p.page), p.scene, p.taste, told);
    } catch (e) {
      // A page cannot be read during a navigation.
      return [e instanceof Error ? e.message : String(e)];
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#contexts.map((c) => c.close()));
  }
}

/**
 * The devices of a visit that people usually make on a desktop: every run tests it on the desktop,
 * only `make browser-all` also on the phone.
 */
export const desktopFirst: readonly Device[] = ["desktop", "phone"];

export type { Page, Scene, Sight, Told };
export { plainPage };

/** The texts of a page's status messages, for the message of a failure. */
async function said(page: Page): Promise<string> {
  const texts = await page.locator("[role=status], [role=alert], [aria-selected=true]").allTextContents();
  return `The page says: ${texts.filter(Boolean).join(" | ")}`;
}

/**
 * Declares a visit on a phone and on a desktop, each in another language, or on one device only.
 * The first device is part of every run, the second device only of `make browser-all`. A rare visit
 * runs only in `make browser-all`.
 */
export function visit(
  name: string,
  phone: Lang,
  play: (v: Visit) => Promise<void>,
  devices: readonly Device[] = ["phone", "desktop"],
  rare = false,
): void {
  const langs: Record<Device, Lang> = { phone, desktop: phone === "vi" ? "en" : "vi" };
  test.describe("visit", () => {
    test.describe.configure({ mode: "parallel" });
    for (const [i, device] of devices.entries()) {
      const full = `${name} (${device}, ${langs[device]})`;
      test(full, long(rare || i > 0), ({ browser }) => {
        // Every step has its own time limit; the whole visit may take as long as the machine
        // needs.
        test.setTimeout(300_000 * patience);
        return run(name, new Visit(browser, device, langs[device]), play);
      });
    }
  });
}

async function run(name: string, v: Visit, play: (v: Visit) => Promise<void>): Promise<void> {
  await startRules();
  const from = Date.now();
  try {
    await play(v);
  } finally {
    await v.end();
  }
  const n = v.steps.length;
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  if (process.env.KYDAI_TEST_JOURNEY_TIMES) console.log(`${name} (${v.device}): ${n} steps, ${seconds} s`);
  if (n < 40 || n > 150) throw new Error(`a visit has 40 to 150 steps; this one has ${n}`);
}
