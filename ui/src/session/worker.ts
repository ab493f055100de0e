// Runs the rules and engines in a Web Worker. It receives a compiled module and handles requests
// one after another; the progress of an engine search is sent while it runs.
import "../../build/wasm_exec.js";
import { instantiate } from "../../../engine/nnue/browser/kernels.mjs";
import kernels from "../../../engine/nnue/browser/kernels.wasm?url&inline";
import { Nets, type Teach } from "./nets";

interface GoRuntime {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
interface Scope {
  Go: new () => GoRuntime;
  kydai(request: string, progress: (reply: string) => void): string;
  kydaiNet?: Teach;
  kydaiReady(): void;
}
const scope = globalThis as unknown as Scope;

/** The files of the nets that come with this version. There may be none. */
const files = import.meta.glob<string>("./*.net", {
  base: "../../build/nets",
  query: "?url",
  import: "default",
  eager: true,
});
const nets = new Nets(
  (game) => files[`./${game}.net`],
  (game, file) => scope.kydaiNet?.(game, file) ?? "none",
);

let ready: Promise<void> | undefined;
/** Settles when the last request has its reply. */
let last = Promise.resolve();

async function start(module: WebAssembly.Module): Promise<void> {
  const go = new scope.Go();
  const side = Uint8Array.from(atob(kernels.slice(kernels.indexOf(",") + 1)), (c) => c.charCodeAt(0));
  const instance = await instantiate(module, go.importObject, side);
  await new Promise<void>((resolve) => {
    scope.kydaiReady = resolve;
    void go.run(instance);
  });
}

postMessage({}); // report that the code is loaded
addEventListener(
  "message",
  (e: MessageEvent<{ module?: WebAssembly.Module; plain?: boolean; id?: number; request?: string }>) => {
    const { module, plain, id, request = "" } = e.data;
    if (module) {
      nets.plain = plain;
      ready = start(module);
      ready.catch(() => undefined); // the next request reports the fault
      return;
    }
    // A request waits for those before it, also while a net is fetched.
    last = last.then(async () => {
      try {
        await ready;
        if (await nets.need(request)) postMessage({ plain: true });
        postMessage({ id, reply: scope.kydai(request, (thought) => postMessage({ id, thought })) });
      } catch (fault) {
        postMessage({ id, reply: JSON.stringify({ error: { code: "no-module", text: String(fault) } }) });
      }
    });
  },
);
