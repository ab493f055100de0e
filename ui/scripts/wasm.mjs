// Builds the rules and engines for the browser into build/, where the worker
// imports them: all modules, or those that are named. Needs Go.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { filesOf } from "./games.mjs";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(ui);
const build = path.join(ui, "build");
mkdirSync(build, { recursive: true });

// Packages that the search does not call are built without inlining, to save bytes.
const flags = readFileSync(path.join(root, "cmd/wasm/build.flags"), "utf8").trim().split("\n");

// A page loads the module of its game: games/<game>/wasm. The lab's algorithms
// and the records are modules of all games that few visits load.
const games = [...filesOf("wasm").keys()];
const named = process.argv.slice(2);
const modules = [
  ...games.map((g) => [g, "", `./games/${g}/wasm`]),
  ["lab", "lab", "./cmd/wasm"],
  ["archive", "", "./cmd/archive"],
];
for (const [name, tags, command] of modules) {
  if (named.length > 0 && !named.includes(name)) continue;
  execFileSync("go", ["build", ...flags, "-tags", tags, "-o", path.join(build, "modules", `${name}.wasm`), command], {
    cwd: root,
    env: { ...process.env, GOOS: "js", GOARCH: "wasm" },
    stdio: "inherit",
  });
}
// Modules of games that are gone.
for (const file of readdirSync(path.join(build, "modules")))
  if (!modules.some(([name]) => file === `${name}.wasm`)) rmSync(path.join(build, "modules", file));
const goroot = execFileSync("go", ["env", "GOROOT"], { cwd: root, encoding: "utf8" }).trim();
copyFileSync(path.join(goroot, "lib/wasm/wasm_exec.js"), path.join(build, "wasm_exec.js"));
