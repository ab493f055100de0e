// Simulates a child in a lesson that runs in real time: the child does what its page offers.
import { expect, type Browser, type Page } from "@playwright/test";
import { cell, squares, word } from "./play";
import type { Server } from "./server";

/** The solutions of the first steps of the chess lessons. */
export const STEPS = ["a1a8", "c1g5", "d1h5", "c3d5"];

export interface Card {
  nick: string;
  name: string;
  code: string;
  link: string;
}

export interface View {
  viewer?: string;
  turn?: string;
  result?: unknown;
  legal?: { code: string }[];
}

/** Counts the children's actions by kind; the test prints the counts. */
export const seen: Record<string, number> = {};
export const count = (what: string, n = 1) => (seen[what] = (seen[what] ?? 0) + n);
/** Faults that a person at the page would not notice: script errors and refused requests. */
export const faults: string[] = [];

/**
 * Whether the server is down at the moment because the test killed it. Requests may fail then; the pages must reconnect by
 * themselves.
 */
export const power = { off: false };

export const put = (key: string, params: Record<string, string | number>): string =>
  Object.entries(params).reduce((text, [k, v]) => text.replace(`{${k}}`, String(v)), word(key));

/** A generator of pseudorandom numbers from 0 to 1. The seed makes a lesson repeatable. */
export function random(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const TABLET = { viewport: { width: 800, height: 1200 }, hasTouch: true, isMobile: true };
export const LAPTOP = { viewport: { width: 1280, height: 800 } };

export async function arrive(browser: Browser, server: Server, device: object, who: string): Promise<Page> {
  const context = await browser.newContext({ ...device, locale: "vi-VN", baseURL: server.origin });
  const page = await context.newPage();
  page.on("pageerror", (e) => faults.push(`${who}: ${e.message}`));
  page.on("response", (r) => {
    if (r.status() >= 400 && !power.off)
      faults.push(`${who}: ${r.status()} ${r.request().method()} ${new URL(r.url()).pathname}`);
  });
  return page;
}

/** A simulated child with a tablet or a phone, who does what the page offers. */
export class Child {
  /** Set while the device is off. */
  away = false;
  /** Whether the child has resigned its game of the simul. */
  tired = false;
  constructor(
    readonly card: Card,
    public page: Page,
    readonly rand: () => number,
    /**
     * The length of the lesson divided by 45 minutes; the pauses of the child are scaled by this
     * factor.
     */
    readonly scale: number,
  ) {}

  /** Pauses like a child: 2 to 15 seconds, scaled with the length of the lesson. */
  pause = () => this.page.waitForTimeout((2000 + 13000 * this.rand()) * Math.min(1, this.scale));

  async scan(): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(this.card.link);
    await expect(this.page.getByText(put("mine.hello", { nick: this.card.nick }))).toBeVisible();
    count("cards scanned");
  }

  /**
   * Does what the open page offers: opens a task, or makes a move in a lesson or a match. From any
   * other page the child returns to the class.
   */
  async next(): Promise<void> {
    const at = new URL(this.page.url()).pathname;
    if (at === "/classes") return this.home();
    if (at.startsWith("/learn/")) return this.learn();
    if (at.startsWith("/g/")) return this.match(at.slice(3));
    await this.page.goto("/classes");
  }

  async home(): Promise<void> {
    const tasks = this.page.locator('.task:not([data-state="done"])');
    if ((await tasks.count()) === 0) return;
    await tasks.first().click();
    count("tasks opened");
  }

  async learn(): Promise<void> {
    for (const code of STEPS) {
      const [from = "", to = ""] = squares(code);
      const piece = await cell(this.page, from)
        .getAttribute("aria-label", { timeout: 5000 })
        .catch(() => null);
      if (!piece || /trống/i.test(piece)) continue;
      await cell(this.page, from).click({ force: true });
      await cell(this.page, to).click({ force: true });
      count("moves in lessons");
      break;
    }
    const done = this.page.locator(".main", { hasText: word("learn.class") });
    const next = this.page.getByRole("button", { name: word("learn.next") });
    await expect(done.or(next).first())
      .toBeVisible({ timeout: 10_000 })
      .catch(() => undefined);
    if (await done.isVisible()) return void (await done.click());
    if (await next.isVisible()) await next.click();
  }

  async match(id: string): Promise<void> {
    const r = await this.page.request.get(`/api/matches/${id}`);
    const view = (await r.json()) as View;
    if (view.result) {
      await this.page.goto("/classes");
      return void count("games ended");
    }
    if (view.turn !== view.viewer || !view.legal?.length) return;
    const mate = view.legal.find((t) => t.code === "e1e8");
    const plain = view.legal.filter((t) => squares(t.code).length === 2 && /\d$/.test(t.code));
    const code = (mate ?? plain[Math.floor(this.rand() * plain.length)])?.code;
    if (!code) return;
    for (const square of squares(code)) await cell(this.page, square).click({ force: true });
    count("moves of children");
  }

  /** Acts until the lesson ends. While its device is off, the child does nothing. */
  async live(until: () => boolean): Promise<void> {
    while (!until()) {
      await this.pause().catch(() => new Promise((done) => setTimeout(done, 500)));
      if (this.away || until()) continue;
      try {
        await this.next();
      } catch (e) {
        if (!this.away && !power.off && !until()) faults.push(`${this.card.nick}: ${String(e).split("\n")[0]}`);
      }
    }
  }
}
