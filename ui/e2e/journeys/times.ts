// Prints how long the visits took, and which files took longest, each on one line (a Playwright
// reporter).
import path from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const MOST_FILES = 40;

export default class Times implements Reporter {
  #visits: { title: string; from: number; to: number }[] = [];
  /** The total time of the tests in each file, in seconds. */
  readonly #files = new Map<string, number>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const from = result.startTime.getTime();
    const file = path.basename(test.titlePath()[2] ?? "");
    this.#files.set(file, (this.#files.get(file) ?? 0) + result.duration / 1000);
    // Tests that are declared in visit.ts are visits.
    if (/journeys[\\/]visit\.ts$/.test(test.location.file))
      this.#visits.push({ title: test.title, from, to: from + result.duration });
  }

  onEnd(): void {
    const files = [...this.#files].sort(([, a], [, b]) => b - a);
    if (files.length > MOST_FILES)
      console.log(
        `files: ${files
          .slice(0, MOST_FILES)
          .map(([name, s]) => `${name} ${s.toFixed(0)} s`)
          .join(", ")}`,
      );
    const all = this.#visits.map((v) => ({ ...v, seconds: (v.to - v.from) / 1000 }));
    const longest = all.sort((a, b) => b.seconds - a.seconds)[0];
    if (!longest) return;
    const over = all.filter((v) => v.seconds >= 60).length;
    console.log(
      `visits: ${all.length}, the longest ${longest.seconds.toFixed(0)} s (${longest.title}), ${over} of a minute or more, ${covered(all).toFixed(0)} s in all`,
    );
  }
}

/** The number of seconds during which at least one visit was running. */
function covered(visits: { from: number; to: number }[]): number {
  let end = 0;
  let sum = 0;
  for (const v of [...visits].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, v.to - Math.max(v.from, end));
    end = Math.max(end, v.to);
  }
  return sum / 1000;
}
