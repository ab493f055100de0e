// Runs the rules and engines in a Web Worker. It receives a compiled module and handles requests
// one after another; the progress of an engine search is sent while it runs.
import "../../build/wasm_exec.js";

interface GoRuntime {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
interface Scope {
  Go: new () => GoRuntime;
  kydai(request: string, progress: (reply: string) => void): string;
  kydaiReady(): void;
}
const scope = globalThis as unknown as Scope;

let ready: Promise<void> | undefined;

async function start(module: WebAssembly.Module): Promise<void> {
  const go = new scope.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await new Promise<void>((resolve) => {
    scope.kydaiReady = resolve;
    void go.run(instance);
  });
}

postMessage({}); // report that the code is loaded
addEventListener("message", (e: MessageEvent<{ module?: WebAssembly.Module; id?: number; request?: string }>) => {
  const { module, id, request } = e.data;
  if (module) {
    ready = start(module);
    return;
  }
  void ready?.then(
    () => {
      const reply = scope.kydai(request ?? "", (thought) => postMessage({ id, thought }));
      postMessage({ id, reply });
    },
    (fault: unknown) =>
      postMessage({ id, reply: JSON.stringify({ error: { code: "no-module", text: String(fault) } }) }),
  );
});
