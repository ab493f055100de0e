// Loads the study module of a game (rules, engine, solver and texts) when it is first used.
import { WorkerDesk } from "./desk";
import type { Reply, Request, Thought } from "./messages";

const files = import.meta.glob<string>("../../build/study/*.wasm", { query: "?url", import: "default", eager: true });

/** A worker with the study module of a game. Each user has its own, so that stop() stops nobody else's requests. */
export class StudyDesk extends WorkerDesk {
  readonly #url: string;
  #kept = false;

  constructor(game: string) {
    const url = files[`../../build/study/study-${game}.wasm`] ?? "";
    super(url);
    this.#url = url;
  }

  override async ask(request: Request, progress?: (t: Thought) => void): Promise<Reply> {
    try {
      return await super.ask(request, progress);
    } finally {
      if (!this.#kept) this.#keep();
    }
  }

  /** The service worker keeps the module for a time without a connection, also if it was not there for the fetch. */
  #keep(): void {
    this.#kept = true;
    if (!("serviceWorker" in navigator)) return;
    void navigator.serviceWorker.ready.then((r) => r.active?.postMessage({ keep: [this.#url] }));
  }
}
