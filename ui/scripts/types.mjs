// Writes src/wire/api.ts from docs/openapi.json. With --check it only reports
// whether the file is up to date. The generator needs an older compiler than the
// client, so it has a folder of its own.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tool = path.join(ui, "scripts", "types");
if (!existsSync(path.join(tool, "node_modules")))
  execFileSync("npm", ["ci", "--silent"], { cwd: tool, stdio: "inherit" });
const made = execFileSync("npx", ["openapi-typescript", path.join(ui, "..", "docs", "openapi.json")], {
  cwd: tool,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
// The formats of numbers (int64, double) say nothing in TypeScript, so their comments are left out.
const text = made.replace(/^ *\/\*\* Format: \w+ \*\/\n/gm, "").replace(/^( *\/\*\*\n) *\* Format: \w+\n/gm, "$1");
const file = path.join(ui, "src", "wire", "api.ts");
const now = existsSync(file) ? readFileSync(file, "utf8") : "";
if (process.argv.includes("--check")) {
  if (now !== text) {
    console.error("src/wire/api.ts is not what docs/openapi.json says: npm run types");
    process.exit(1);
  }
} else writeFileSync(file, text);
