// Prints a table row with the Lighthouse figures of one page, each the median of the given reports.
// Lists the audits with a score below 0.9 on standard error. Exits with code 1 if the performance
// score is below 95 or the accessibility score is below 100.
import { readFileSync } from "node:fs";

const [page, ...files] = process.argv.slice(2);
const reports = files.map((f) => JSON.parse(readFileSync(f, "utf8")));
const median = (of) => reports.map(of).sort((a, b) => a - b)[reports.length >> 1];

const score = (name) => Math.round(100 * median((r) => r.categories[name].score));
const value = (name) => median((r) => r.audits[name].numericValue);
const performance = score("performance");
const accessibility = score("accessibility");
const seconds = (name) => `${(value(name) / 1000).toFixed(2)} s`;
console.log(
  `| ${page} | ${performance} | ${accessibility} | ${seconds("first-contentful-paint")} | ${seconds("largest-contentful-paint")} | ` +
    `${Math.round(value("total-blocking-time"))} ms | ${value("cumulative-layout-shift").toFixed(3)} | ${Math.round(value("total-byte-weight") / 1000)} kB |`,
);

const lacking = new Set();
for (const r of reports)
  for (const c of Object.values(r.categories))
    for (const { id, weight } of c.auditRefs)
      if (weight > 0 && (r.audits[id].score ?? 1) < 0.9) lacking.add(`${id}: ${r.audits[id].title}`);
for (const l of lacking) console.error(`    ${l}`);

process.exit(performance >= 95 && accessibility === 100 ? 0 : 1);
