// Writes the score of each engine level against the level below it, from the table of
// docs/strength.md, to src/play/measured.json. A pair of levels that has not played is null. With
// --check it only compares the two files.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = path.join(ui, "..", "docs", "strength.md");
const target = path.join(ui, "src", "play", "measured.json");

/**
 * The scores in per cent by game, beginning with level 2 against level 1. They come from the table
 * whose first heading is "2 v 1".
 */
export function scores(markdown) {
  const lines = markdown.split("\n");
  const head = lines.findIndex((l) => /^\|\s*\|\s*2 v 1\s*\|/.test(l));
  if (head < 0) throw new Error("docs/strength.md has no table of levels");
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((l) => !l.startsWith("|"));
  const cells = (l) =>
    l
      .split("|")
      .slice(1, -1)
      .map((c) => c.trim());
  const steps = cells(lines[head]).length - 1;
  return Object.fromEntries(
    rows.slice(0, end < 0 ? rows.length : end).map((l) => {
      const [game, ...figures] = cells(l);
      if (figures.length !== steps) throw new Error(`the row of ${game} has ${figures.length} steps, not ${steps}`);
      return [game, figures.map((f) => figure(game, f))];
    }),
  );
}

function figure(game, text) {
  if (text === "–") return null;
  const m = /^(\d+(?:\.\d+)?) %\**$/.exec(text);
  if (!m) throw new Error(`the row of ${game} has ${text}, which is no score`);
  return Number(m[1]);
}

export const write = (all) =>
  `{\n${Object.entries(all)
    .map(([game, list]) => `  "${game}": [${list.map((n) => (n === null ? "null" : n)).join(", ")}]`)
    .join(",\n")}\n}\n`;

/** The text that measured.json should have. */
export const wanted = () => write(scores(readFileSync(source, "utf8")));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--check")) writeFileSync(target, wanted());
  else if (readFileSync(target, "utf8") !== wanted()) {
    console.error("src/play/measured.json does not say what docs/strength.md says: npm run measured");
    process.exit(1);
  }
}
