// Connects to a desk (the session server with rules and engine, in a Web Worker). Each request
// returns a promise of its reply. The WebAssembly module is loaded with the first request.
import { signal } from "@preact/signals";
import { again } from "../wire/again";
import type { Problem, Reply, Request, Thought } from "./messages";

/** Answers requests about games: a session server with rules and engine. */
export interface Desk {
  ask(request: Request, progress?: (t: Thought) => void): Promise<Reply>;
  /** Stops all running requests. They fail with "stopped". */
  stop(): void;
}

/** A request that the session server (desk) refused, with an error code for translation. */
export class Refused extends Error {
  readonly code: string;
  /** The fault of a position and the values in its message: see game.Error in Go. */
  readonly why: string | undefined;
  readonly values: string[];
  constructor(problem: Problem) {
    super(problem.text);
    this.code = problem.code;
    this.why = problem.why;
    this.values = problem.values ?? [];
  }
}

/** The error code if a text is not a legal move of the position; "" for other errors. */
export const noMove = (e: unknown): string => (e instanceof Refused && e.code.endsWith("-move") ? e.code : "");

/**
 * The URLs of the WebAssembly modules: one per game with rules, engine and session server (desk);
 * "lab" with every game; "archive" for records. studies.ts has the URLs of study modules.
 */
const files = import.meta.glob<string>("./*.wasm", {
  base: "../../build/modules",
  query: "?url",
  import: "default",
  eager: true,
});

/** Whether a module has been loading for longer than MOMENT_MS. */
export const loading = signal(false);
const MOMENT_MS = 300;
let waiting = 0;

/** Sets `loading` if a promise takes longer than MOMENT_MS. */
async function waitFor<T>(what: Promise<T>): Promise<T> {
  waiting++;
  const timer = setTimeout(() => (loading.value = true), MOMENT_MS);
  try {
    return await what;
  } finally {
    clearTimeout(timer);
    if (--waiting === 0) loading.value = false;
  }
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Fetches and compiles a module by its name or URL, once for all workers. */
function theModule(name: string): Promise<WebAssembly.Module> {
  const known = compiled.get(name);
  if (known) return known;
  const made = again(() => compile(files[`./${name}.wasm`] ?? name)).catch(unfetched);
  compiled.set(name, made);
  made.catch(() => compiled.delete(name));
  return made;
}

function unfetched(): never {
  throw new Refused({ code: "no-module", text: "the module could not be fetched" });
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw answer;
  // A module can be compiled during its download only if the server sends it as application/wasm.
  if (answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Starts a worker. The promise resolves when the worker reports that its code is loaded. */
function spawn(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = () => resolve(worker);
    worker.onerror = reject;
  });
}

interface Open {
  resolve(r: Reply): void;
  reject(e: Error): void;
  progress?: (t: Thought) => void;
}

/**
 * A session server (desk) in its own worker, with the module of a game, "lab", "archive", or a
 * module by its URL. A worker cannot be interrupted, so stop() terminates it; the next request
 * starts a new worker.
 */
export class WorkerDesk implements Desk {
  readonly #module: string;
  #worker: Promise<Worker> | undefined;
  #open = new Map<number, Open>();
  #last = 0;
  /** Whether the engine had to begin without its net; it then stays without. */
  #plain?: boolean;

  constructor(module: string) {
    this.#module = module;
  }

  async ask(request: Request, progress?: (t: Thought) => void): Promise<Reply> {
    this.#worker ??= this.#start();
    const mine = this.#worker;
    let worker: Worker;
    try {
      worker = await mine;
    } catch (e) {
      if (this.#worker === mine) this.#worker = undefined;
      throw e;
    }
    if (this.#worker !== mine) throw new Refused({ code: "stopped", text: "stopped" });
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, progress });
      worker.postMessage({ id, request: JSON.stringify({ ...request, id }) });
    });
  }

  stop(): void {
    void this.#worker?.then(
      (w) => w.terminate(),
      () => undefined,
    );
    this.#worker = undefined;
    for (const o of this.#open.values()) o.reject(new Refused({ code: "stopped", text: "stopped" }));
    this.#open.clear();
  }

  async #start(): Promise<Worker> {
    const [module, worker] = await waitFor(Promise.all([theModule(this.#module), again(spawn).catch(unfetched)]));
    worker.onmessage = (e: MessageEvent<{ id: number; reply?: string; thought?: string; plain?: boolean }>) => {
      this.#plain ||= e.data.plain;
      const o = this.#open.get(e.data.id);
      if (!o) return;
      if (e.data.thought !== undefined) {
        const r = JSON.parse(e.data.thought) as Reply;
        if (r.thought) o.progress?.(r.thought);
        return;
      }
      this.#open.delete(e.data.id);
      const r = JSON.parse(e.data.reply ?? "{}") as Reply;
      if (r.error) o.reject(new Refused(r.error));
      else o.resolve(r);
    };
    worker.postMessage({ module, plain: this.#plain });
    return worker;
  }
}

/** Loads the module of a game before it is needed, when the page is idle. */
export function warm(game: string): void {
  theModule(game).catch(() => undefined);
}
