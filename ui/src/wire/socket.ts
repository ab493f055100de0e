// Opens the socket of the page. It reconnects after a random delay, repeats its subscriptions, and
// measures the lag.
import { signal } from "@preact/signals";
import type { Asked, Told } from "./messages";

export type Listener = (m: Told) => void;
export type Line = "connecting" | "open" | "lost";

/** The methods of WebSocket that are used here, so that tests can replace it. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((e?: { code: number }) => void) | null;
  onmessage: ((e: { data: string }) => void) | null;
}

export interface SocketDeps {
  connect(): Wire;
  now(): number;
  random(): number;
  later(ms: number, f: () => void): () => void;
}

/**
 * The close code of a server that restarts. The server closes its connections one after another
 * over some time, so a client may reconnect at once.
 */
const RESTART = 1012;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
const PING_EVERY = 5000;
/** A connection is considered dead if a ping has no answer for this long, in milliseconds. */
const DEAD_AFTER = 12_000;

/** Full jitter: a random delay up to a bound that doubles with each failure. */
export function waitFor(failures: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
}

export class Socket {
  readonly line = signal<Line>("connecting");
  /** The smoothed round-trip time in milliseconds; 0 while unknown. */
  readonly lag = signal(0);
  /** Milliseconds by which the server's clock is ahead of this device's clock. */
  offset = 0;
  readonly #deps: SocketDeps;
  readonly #listeners = new Set<Listener>();
  /** The requests that are sent again after each reconnection, by key. */
  readonly #standing = new Map<string, () => Asked>();
  #wire: Wire | null = null;
  #failures = 0;
  #pings = new Map<number, number>();
  #n = 0;
  #cancel: (() => void)[] = [];
  #closed = false;

  constructor(deps: SocketDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#closed = false;
    if (!this.#wire) this.#open();
  }

  stop(): void {
    this.#closed = true;
    for (const c of this.#cancel) c();
    this.#cancel = [];
    this.#wire?.close();
    this.#wire = null;
  }

  /** Called when the device goes offline or online: reconnect at once without a delay. */
  network(on: boolean): void {
    const w = this.#wire;
    if (!on && w) {
      w.close();
      w.onclose?.();
    } else if (on && !w && !this.#closed) {
      this.#failures = 0;
      this.#open();
    }
  }

  listen(f: Listener): () => void {
    this.#listeners.add(f);
    return () => this.#listeners.delete(f);
  }

  /**
   * Sends a request now and again after each reconnection, until the returned function is called.
   */
  stand(key: string, ask: () => Asked): () => void {
    this.#standing.set(key, ask);
    this.send(ask());
    return () => this.#standing.delete(key);
  }

  /**
   * Sends a message if connected, and reports whether it was sent. The caller must keep messages
   * that must arrive.
   */
  send(m: Asked): boolean {
    if (this.line.value !== "open" || !this.#wire) return false;
    this.#wire.send(JSON.stringify(m));
    return true;
  }

  #open(): void {
    const w = this.#deps.connect();
    this.#wire = w;
    w.onopen = () => {
      if (this.#wire !== w) return;
      this.line.value = "open";
      this.#failures = 0;
      this.#pings.clear();
      for (const ask of this.#standing.values()) this.send(ask());
      this.#ping(w);
    };
    w.onmessage = (e) => {
      const m = JSON.parse(e.data) as Told;
      this.#hear(m);
      for (const f of this.#listeners) f(m);
    };
    w.onclose = (e) => {
      if (this.#wire !== w) return;
      this.#wire = null;
      this.line.value = "lost";
      if (this.#closed) return;
      const wait = e?.code === RESTART ? 0 : waitFor(this.#failures++, this.#deps.random);
      this.#cancel.push(this.#deps.later(wait, () => !this.#closed && !this.#wire && this.#open()));
    };
  }

  #hear(m: Told): void {
    // A notice is passed on as an event of the window, because the code of the bell may not be
    // loaded yet.
    if (m.t === "notice") dispatchEvent(new Event(m.t));
    if (m.t !== "pong") return;
    const sent = this.#pings.get(m.n);
    if (sent === undefined) return;
    this.#pings.delete(m.n);
    const trip = this.#deps.now() - sent;
    this.lag.value = Math.round(this.lag.value === 0 ? trip : this.lag.value * 0.7 + trip * 0.3);
    this.offset = m.now + trip / 2 - this.#deps.now();
  }

  #ping(w: Wire): void {
    if (this.#wire !== w) return;
    const now = this.#deps.now();
    for (const sent of this.#pings.values()) {
      if (now - sent > DEAD_AFTER) {
        w.close();
        w.onclose?.();
        return;
      }
    }
    this.#pings.set(++this.#n, now);
    this.send({ t: "ping", n: this.#n });
    this.#cancel.push(this.#deps.later(PING_EVERY, () => this.#ping(w)));
  }
}

/** The socket of the page, opened on first use. */
let own: Socket | undefined;
export function socket(): Socket {
  own ??= opened();
  own.start();
  return own;
}

function opened(): Socket {
  const s = new Socket({
    connect: () =>
      new WebSocket(
        `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`,
      ) as unknown as Wire,
    now: () => Date.now(),
    random: Math.random,
    later: (ms, f) => {
      const timer = setTimeout(f, ms);
      return () => clearTimeout(timer);
    },
  });
  for (const e of ["online", "offline"]) addEventListener(e, () => s.network(navigator.onLine));
  return s;
}
