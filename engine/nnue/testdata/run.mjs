// Runs a Go program for browsers under node, with the kernels or without them.
// Usage: node run.mjs WASM_EXEC PROGRAM KERNELS|none ARGUMENT...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { instantiate } from "../browser/kernels.mjs";

const [, , exec, program, kernels, ...rest] = process.argv;
const require = createRequire(import.meta.url);
globalThis.require = require;
globalThis.fs = require("node:fs");
globalThis.path = require("node:path");
require(exec);

const go = new globalThis.Go();
go.argv = [program, ...rest];
go.env = { TMPDIR: "/tmp" };
go.exit = process.exit;
const module = await WebAssembly.compile(readFileSync(program));
const bytes = kernels === "none" ? undefined : readFileSync(kernels);
await go.run(await instantiate(module, go.importObject, bytes));
