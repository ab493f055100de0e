// Builds the rules and engines as WebAssembly modules into build/, from where the worker imports
// them: all modules, or the modules named on the command line. Needs Go.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { filesOf } from "./games.mjs";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(ui);
const build = path.join(ui, "build");
mkdirSync(build, { recursive: true });

// The build flags turn inlining off for packages that the search does not call, to save bytes.
const flagsIn = (file) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);
const flags = flagsIn(path.join(root, "cmd/wasm/build.flags"));

// Leave out the compiler flags of the server (release/small.flags), so that every build creates the
// same modules.
const goflags = (process.env.GOFLAGS ?? "")
  .split(" ")
  .filter((flag) => !flag.startsWith("-gcflags="))
  .join(" ");

// A page loads the module of its game: games/<game>/wasm. The study module of the game, the lab's
// algorithms and the records are modules that few visits load.
const games = [...filesOf("wasm").keys()];
const named = process.argv.slice(2);
const modules = [
  ...games.map((g) => [g, "", `./games/${g}/wasm`]),
  ...games.map((g) => [`study-${g}`, "study", `./games/${g}/study`]),
  ["lab", "lab", "./cmd/wasm"],
  ["archive", "", "./cmd/archive"],
];
// The study modules have a separate folder, so that the code of the pages for playing does not list
// them.
const folderOf = (name) => path.join(build, name.startsWith("study-") ? "study" : "modules");
const fileOf = (name) => path.join(folderOf(name), `${name}.wasm`);
for (const [name, tags, command] of modules) {
  if (named.length > 0 && !named.includes(name)) continue;
  // A game may have additional flags in its own file.
  const own = flagsIn(path.join(root, command, "build.flags"));
  execFileSync("go", ["build", ...flags, ...own, "-tags", tags, "-o", fileOf(name), command], {
    cwd: root,
    env: { ...process.env, GOFLAGS: goflags, GOOS: "js", GOARCH: "wasm" },
    stdio: "inherit",
  });
}
// Delete the modules of games that no longer exist.
for (const folder of ["modules", "study"].map((name) => path.join(build, name)))
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    if (!modules.some(([name]) => path.join(folder, file) === fileOf(name))) rmSync(path.join(folder, file));
// The nets that come with the program, which browsers fetch as files: games/<game>/engine/shipped.
const nets = path.join(build, "nets");
rmSync(nets, { recursive: true, force: true });
mkdirSync(nets);
for (const [game, file] of filesOf("engine/shipped/default.net")) copyFileSync(file, path.join(nets, `${game}.net`));
const goroot = execFileSync("go", ["env", "GOROOT"], { cwd: root, encoding: "utf8" }).trim();
copyFileSync(path.join(goroot, "lib/wasm/wasm_exec.js"), path.join(build, "wasm_exec.js"));
