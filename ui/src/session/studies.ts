// Loads the study module of a game (rules, engine, solver and texts) when it is first used.
import { WorkerDesk } from "./desk";
import type { Reply, Request, Thought } from "./messages";

const files = import.meta.glob<string>("../../build/study/*.wasm", { query: "?url", import: "default", eager: true });

/**
 * A worker with the study module of a game. Each part of a page has its own worker, so that stop()
 * does not stop the requests of another part.
 */
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

  /**
   * Asks the service worker to cache the module for use without a connection, also if the service
   * worker was not running when the module was fetched.
   */
  #keep(): void {
    this.#kept = true;
    if (!("serviceWorker" in navigator)) return;
    void navigator.serviceWorker.ready.then((r) => r.active?.postMessage({ keep: [this.#url] }));
  }
}
