// Measures the cost of pages, for the tests that set limits (budgets). On a shared machine, elapsed
// time says little about a page, so the tests measure the CPU time of the page's main thread, which
// does not grow while other processes use the CPU. A slow phone takes four times as long.
// KYDAI_TEST_QUIET=1 promises that nothing else runs on the machine: then the browser is slowed
// down by a factor of four, and elapsed time counts too.
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { get } from "node:http";

export const quiet = process.env.KYDAI_TEST_QUIET === "1";

/** A phone takes this many times as long as this machine. */
export const PHONE = 4;

/** Milliseconds from one frame to the next on a screen of 60 Hz. */
export const FRAME = 1000 / 60;

const part = (values: number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * of)] ?? NaN;
export const median = (values: number[]): number => part(values, 1 / 2);
/**
 * Other work on the machine only adds time. So this is the median on a quiet machine, otherwise the
 * lower quartile, which the slow runs do not change.
 */
export const typical = (values: number[]): number => part(values, quiet ? 1 / 2 : 1 / 4);

/** Slows the browser down to the speed of a phone, for measurements of real time. */
export async function slow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: PHONE });
}

/** The phone connection that Lighthouse assumes. */
export async function mobileNetwork(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const perSecond = (1.6e6 / 8) * 0.9;
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: perSecond,
    uploadThroughput: perSecond,
  });
}

/** Measures the CPU time of a page's main thread so far, in milliseconds. */
export class Meter {
  private constructor(private cdp: CDPSession) {}

  static async on(page: Page): Promise<Meter> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    return new Meter(cdp);
  }

  async read(): Promise<number> {
    const { metrics } = await this.cdp.send("Performance.getMetrics");
    return (metrics.find((m) => m.name === "TaskDuration")?.value ?? NaN) * 1000;
  }

  /**
   * The CPU time from the start of an action until its result is on the screen, in milliseconds.
   */
  async of(page: Page, act: () => Promise<unknown>): Promise<number> {
    const before = await this.read();
    await act();
    await nextFrame(page);
    return (await this.read()) - before;
  }

  /** The CPU time that the measurement itself needs, in milliseconds. */
  async own(page: Page): Promise<number> {
    const all: number[] = [];
    for (let i = 0; i < 5; i++) all.push(await this.of(page, () => Promise.resolve()));
    return median(all);
  }
}

/** Waits until the result of an action is on the screen. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0))));

export interface Seen {
  /** The sum of all layout shifts. */
  cls: number;
  /** The time of the largest contentful paint, in milliseconds. */
  lcp: number;
  /**
   * How long the user waited for the response to each event, by the event's name, in milliseconds.
   */
  events: { name: string; duration: number }[];
}

/** Makes every page of a context record layout shifts, paints and delays of events. */
export async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: { cls: number; lcp: number; events: { name: string; duration: number }[] } = {
      cls: 0,
      lcp: 0,
      events: [],
    };
    Object.assign(globalThis, { seen });
    type Entry = PerformanceEntry & { value: number; interactionId?: number };
    const observe = (o: PerformanceObserverInit & { durationThreshold?: number }, f: (e: Entry) => void) =>
      new PerformanceObserver((l) => (l.getEntries() as Entry[]).forEach(f)).observe(o);
    observe({ type: "layout-shift", buffered: true }, (e) => (seen.cls += e.value));
    observe({ type: "largest-contentful-paint", buffered: true }, (e) => (seen.lcp = e.startTime));
    observe({ type: "event", durationThreshold: 16 }, (e) => {
      if (e.interactionId) seen.events.push({ name: e.name, duration: e.duration });
    });
  });
}

export const seen = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Counts the frames during an action: their number and their rate per second. */
export async function frames(page: Page, act: () => Promise<unknown>): Promise<{ n: number; rate: number }> {
  await page.evaluate(() => {
    const count = { n: -1, from: 0, to: 0, on: true };
    Object.assign(globalThis, { count });
    const step = (now: number) => {
      if (count.n++ < 0) count.from = now;
      count.to = now;
      if (count.on) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  await act();
  return page.evaluate(() => {
    const { count } = globalThis as unknown as { count: { n: number; from: number; to: number; on: boolean } };
    count.on = false;
    return { n: count.n, rate: (1000 * count.n) / (count.to - count.from) };
  });
}

/** The size of a file with gzip compression, in bytes. */
export function gzipped(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
