// Checks that the simulated visits (the tests in e2e/journeys) find known faults. For each fault of
// faults.json, it edits a copy of the project, builds the client and the program, and runs the
// visits that should fail: on a desktop, or on the device that the fault names. A fault counts as
// found if a visit fails, and all faults must be found. The first run uses the copy without a
// fault, and no visit may fail.
//
//   node e2e/journeys/faults/run.mjs [NAME...]
//
// KYDAI_TEST_FAULTS_DIR is the folder of the copy. With KYDAI_TEST_FAULTS=1/2 and 2/2 each process
// runs every second fault, and with 0/2 only the run without a fault, so that several processes can
// run at the same time on different ports (KYDAI_TEST_E2E_PORT, as for all browser tests).
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../../..");
const copy = process.env.KYDAI_TEST_FAULTS_DIR ?? mkdtempSync(path.join(tmpdir(), "kydai-faults-"));
const [part, parts] = (process.env.KYDAI_TEST_FAULTS ?? "1/1").split("/").map(Number);
const control = part === 0 || parts === 1;
const wanted = process.argv.slice(2);
const faults = JSON.parse(readFileSync(path.join(here, "faults.json"), "utf8"))
  .filter((f) => wanted.length === 0 || wanted.includes(f.name))
  .filter((_, i) => part === 0 || i % parts === part - 1);
const left = new Set(["node_modules", ".git", "test-results", "bin", "out"]);

cpSync(root, copy, { recursive: true, filter: (from) => !left.has(path.basename(from)) });
const modules = path.join(copy, "ui/node_modules");
if (!existsSync(modules)) symlinkSync(path.join(root, "ui/node_modules"), modules);

const run = (cwd, command, args, env = {}) =>
  spawnSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: "utf8", maxBuffer: 1 << 28 });
const must = (r, what) => {
  if (r.status !== 0) throw new Error(`${what}:\n${r.stdout}${r.stderr}`);
};

/** Builds the client with the existing modules, and the program that embeds it. */
function build() {
  const ui = path.join(copy, "ui");
  must(run(ui, "npx", ["vite", "build"]), "vite build");
  for (const script of ["boards", "compress"]) must(run(ui, "node", [`scripts/${script}.mjs`]), script);
  must(run(copy, "go", ["build", "-buildvcs=false", "-o", "kydai", "./cmd/kydai"]), "go build");
}

/**
 * A regular expression for the titles of the visits that should find the given faults, each on the
 * device of its fault.
 */
const visitsOf = (list) =>
  ["desktop", "phone"]
    .map((device) => [
      device,
      list.filter((f) => (f.device ?? "desktop") === device).flatMap((f) => f.visits.split("|")),
    ])
    .filter(([, names]) => names.length > 0)
    .map(([device, names]) => `(${[...new Set(names)].join("|")}).*\\(${device}`)
    .join("|");

/**
 * Runs the visits that should find the given faults. Returns the first visit that fails and its
 * error, or null if all visits pass.
 */
function visits(list, workers = "1") {
  const env = {
    KYDAI_TEST_PROGRAM: path.join(copy, "kydai"),
    KYDAI_TEST_JOURNEY_WAIT: process.env.KYDAI_TEST_JOURNEY_WAIT ?? "8000",
  };
  const args = [
    "playwright",
    "test",
    "journeys",
    "-g",
    visitsOf(list),
    "-x",
    "--workers",
    workers,
    "--reporter",
    "line",
  ];
  const r = run(path.join(copy, "ui"), "npx", args, env);
  if (r.status === 0) return null;
  const said = /› (?:visit › )?([^\n]*?) \((?:phone|desktop), ..\)[^]*?Error: ((?:after |expect\()[^]*?)\n\n/.exec(
    r.stdout,
  );
  if (!said) throw new Error(`the visits did not run:\n${r.stdout}${r.stderr}`);
  return { by: said[1], what: said[2].split("\n").slice(0, 4).join(" ").replace(/\s+/g, " ") };
}

/**
 * Applies the edits of a fault to the copy, runs the function `f` and restores the files. Returns
 * the result of `f`, or false if an edit does not match exactly one place.
 */
function seeded(fault, f) {
  const before = new Map();
  const files = new Map();
  for (const { file, find, put } of fault.edits) {
    if (!before.has(file)) before.set(file, readFileSync(path.join(copy, file), "utf8"));
    const whole = files.get(file) ?? before.get(file);
    if (whole.split(find).length !== 2) {
      console.log(`| ${fault.name} | DOES NOT APPLY to ${file} | |`);
      return false;
    }
    files.set(
      file,
      whole.replace(find, () => put),
    );
  }
  for (const [file, text] of files) writeFileSync(path.join(copy, file), text);
  try {
    return f();
  } finally {
    for (const [file, text] of before) writeFileSync(path.join(copy, file), text);
  }
}

if (control) {
  build();
  const clean = visits(faults, "2");
  if (clean) throw new Error(`without any fault, ${clean.by} fails: ${clean.what}`);
  console.log("without any fault all of these visits pass");
}

let missed = 0;
for (const f of part === 0 ? [] : faults) {
  const ok = seeded(f, () => {
    build();
    const found = visits([f]);
    console.log(found ? `| ${f.name} | ${found.by} | ${found.what} |` : `| ${f.name} | NOT FOUND | |`);
    return found !== null;
  });
  if (!ok) missed++;
}
if (!process.env.KYDAI_TEST_FAULTS_DIR) rmSync(copy, { recursive: true });
console.log(missed === 0 ? "all faults were found" : `${missed} faults were not found`);
process.exit(missed === 0 ? 0 : 1);
