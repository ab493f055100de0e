// Runs the WebAssembly modules of the build in this process. The rules and engine
// of each game are called through a function.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { instantiate } from "../../engine/nnue/browser/kernels.mjs";

interface Scope {
  Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };
  kydai: Answer;
  kydaiReady(): void;
}

/**
 * Handles a request and returns the reply, both as JSON texts. Progress reports of the engine go to
 * progress.
 */
export type Answer = (request: string, progress: (t: string) => void) => string;

const build = path.resolve(import.meta.dirname, "../build") + path.sep;

/** The games whose modules `npm run wasm` has built. */
export function builtGames(): string[] {
  try {
    const names = readdirSync(`${build}modules`).map((file) => file.replace(/\.wasm$/, ""));
    return names.filter((name) => name !== "lab" && name !== "archive");
  } catch {
    return [];
  }
}

/** Starts the module of a game, or "archive". */
export async function startModule(game: string): Promise<Answer> {
  const scope = globalThis as unknown as Scope;
  // The runtime of Go is a plain script that sets a global.
  // oxlint-disable-next-line no-eval -- our own build
  (0, eval)(readFileSync(`${build}wasm_exec.js`, "utf8"));
  const go = new scope.Go();
  const module = await WebAssembly.compile(readFileSync(`${build}modules/${game}.wasm`));
  const kernels = readFileSync(path.resolve(import.meta.dirname, "../../engine/nnue/browser/kernels.wasm"));
  const instance = await instantiate(module, go.importObject, kernels);
  await new Promise<void>((resolve) => {
    scope.kydaiReady = resolve;
    void go.run(instance);
  });
  return scope.kydai;
}
