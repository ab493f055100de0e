// Writes games/<game>/ui/samples.json, the positions that the gallery and the tests show: the
// start, the middle and the end of the game in games/<game>/testdata/whole.json. Needs Go. Usage:
//
//   node scripts/samples.mjs GAME
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const [game] = process.argv.slice(2);
if (!game) throw new Error("usage: node scripts/samples.mjs GAME");
const folder = path.join(root, "games", game);
const { moves, seed } = JSON.parse(readFileSync(path.join(folder, "testdata/whole.json"), "utf8"));

const stages = { start: 0, middle: Math.floor(moves.length / 2), end: moves.length };
const input = Object.values(stages)
  .map((n) => `${JSON.stringify({ op: "new", game, seed, moves: moves.slice(0, n) })}\n`)
  .join("");
const answers = execFileSync("go", ["run", "./cmd/wasm"], { cwd: root, input, encoding: "utf8" }).trim().split("\n");
const samples = Object.keys(stages).map((name, i) => {
  const { state: s, error } = JSON.parse(answers[i] ?? "{}");
  if (!s) throw new Error(error?.text ?? `no state of ${name}`);
  const { cells, width, height, turn, legal, position } = s;
  const last = s.last ? [s.last.from, s.last.to] : null;
  return { name, cells, width, height, turn, legal, premoves: s.premoves ?? [], last, marks: s.marks ?? [], position };
});
writeFileSync(path.join(folder, "ui/samples.json"), `[\n${samples.map((x) => JSON.stringify(x)).join(",\n")}\n]\n`);
