// The real rules and engines for tests: the module of the build, run in this
// process.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Refused, type Desk } from "../src/session/desk";
import type { Reply, Request, Thought } from "../src/session/messages";

const file = fileURLToPath(new URL("../build/desk.wasm", import.meta.url));

/** Whether `npm run wasm` has made the module. */
export const built = existsSync(file);

interface Scope {
  Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };
  kydai(request: string, progress: (t: string) => void): string;
  kydaiReady(): void;
}

export async function realDesk(): Promise<Desk> {
  const scope = globalThis as unknown as Scope;
  // The runtime is a plain script that sets a global.
  // oxlint-disable-next-line no-eval -- our own build
  (0, eval)(readFileSync(fileURLToPath(new URL("../build/wasm_exec.js", import.meta.url)), "utf8"));
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiate(readFileSync(file), go.importObject);
  await new Promise<void>((resolve) => {
    scope.kydaiReady = resolve;
    void go.run(instance);
  });
  const answer = scope.kydai;
  return {
    async ask(q: Request, progress?: (t: Thought) => void): Promise<Reply> {
      const r = JSON.parse(
        answer(JSON.stringify(q), (t) => {
          const said = JSON.parse(t) as Reply;
          if (said.thought) progress?.(said.thought);
        }),
      ) as Reply;
      if (r.error) throw new Refused(r.error);
      return r;
    },
    stop() {},
  };
}
