// Builds the rules and engines for the browser into build/, where the worker
// imports them. Needs Go.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(ui);
const build = path.join(ui, "build");
mkdirSync(build, { recursive: true });

// What is not in the way of the engines is built small: without inlining.
const flags = readFileSync(path.join(root, "cmd/wasm/build.flags"), "utf8").trim().split("\n");

// The desk is what games need; the lab's algorithms and the records are
// modules that few visits load.
const modules = [
  ["desk.wasm", "", "./cmd/wasm"],
  ["lab.wasm", "lab", "./cmd/wasm"],
  ["archive.wasm", "", "./cmd/archive"],
];
for (const [name, tags, command] of modules) {
  execFileSync("go", ["build", ...flags, "-tags", tags, "-o", path.join(build, name), command], {
    cwd: root,
    env: { ...process.env, GOOS: "js", GOARCH: "wasm" },
    stdio: "inherit",
  });
}
const goroot = execFileSync("go", ["env", "GOROOT"], { cwd: root, encoding: "utf8" }).trim();
copyFileSync(path.join(goroot, "lib/wasm/wasm_exec.js"), path.join(build, "wasm_exec.js"));
