// Merges the edits of a study from all tabs of a browser. The order in which the tabs write the
// edits decides: if two tabs comment on the same move, every tab shows the comment that was written
// last (docs/adr/0029).
//
// The study is one entry of the storage, together with the number of its last edit. A short log in
// a second entry contains the latest edits with their numbers. A tab writes under a lock: it first
// applies the edits that other tabs have written since its last reading, and then its own edits.
import { apply, touches, type Edit } from "./edits";
import type { Shelf } from "./saved";
import { sizeOf, type Node } from "./tree";

/** The browser functions that a journal needs; tests replace them. */
export interface Ports {
  shelf: Shelf;
  /** Runs a function while no other tab runs a function under the same name. */
  alone(name: string, f: () => void): void;
  /**
   * Opens a channel between tabs: `tell` reports to the other tabs that this tab has written edits;
   * `hear` is called when another tab has written edits.
   */
  channel(name: string, hear: () => void): { tell(): void; close(): void };
  /** Runs a function after some milliseconds. */
  later(f: () => void, ms: number): void;
}

/** The functions of the open study that the journal calls to show, store and read the tree. */
export interface Pages {
  /** Shows a tree that other tabs have changed. */
  show(root: Node): void;
  /** Stores the study: the tree, and the number of edits in it. */
  write(root: Node, edits: number): void;
  /** The stored tree, and the number of edits in it; null if the study was deleted. */
  read(): { root: Node; edits: number } | null;
}

/**
 * An edit with its number. Without an edit, the entry stands for an edit that was too large for the
 * log and is only in the stored tree.
 */
type Entry = [number: number, edit?: Edit];

const LOG = "kydai.edits.";
/** The log keeps the last KEPT edits. An edit of more than LONGEST characters is not logged. */
const KEPT = 100;
const LONGEST = 4000;
/**
 * A tree with more moves than LARGE is not stored after every edit, but LATER_MS milliseconds
 * later. The log contains the edits at once.
 */
const LARGE = 2000;
const LATER_MS = 1000;

export class Journal {
  readonly #id: string;
  readonly #ports: Ports;
  readonly #pages: Pages;
  readonly #channel: { tell(): void; close(): void };
  /**
   * `#base` is the tree with all edits up to number `#seen`; `#pending` are this tab's edits that
   * are not written yet.
   */
  #base: Node;
  #seen: number;
  #pending: Edit[] = [];
  #shown: Node;
  /** The number of the last edit in the stored tree. */
  #stored: number;
  #asked = false;
  #due = false;
  #closed = false;

  constructor(id: string, root: Node, edits: number, ports: Ports, pages: Pages) {
    this.#id = id;
    this.#ports = ports;
    this.#pages = pages;
    this.#base = this.#shown = root;
    this.#seen = this.#stored = edits;
    this.#catchUp();
    this.#channel = ports.channel(LOG + id, () => this.hear());
  }

  /** The tree with all edits that this tab knows. */
  get shown(): Node {
    return this.#shown;
  }

  /** Applies an edit of this tab, shows the result and writes the edit. */
  edit(e: Edit): Node {
    this.#pending.push(e);
    this.#shown = apply(this.#shown, e);
    this.save();
    return this.#shown;
  }

  /** Stores the study as soon as no other tab is writing. */
  save(): void {
    if (this.#asked || this.#closed) return;
    this.#asked = true;
    this.#ports.alone(LOG + this.#id, () => {
      this.#asked = false;
      if (!this.#closed) this.#commit();
    });
  }

  /** Applies the edits that other tabs have written, and shows the result. */
  hear(): void {
    if (!this.#closed && this.#catchUp()) this.#pages.show(this.#shown);
  }

  /** Stores everything at once without a lock, because the user is leaving the page. */
  flush(): void {
    if (this.#closed || (!this.#asked && !this.#due)) return;
    this.#commit();
    if (this.#due) this.#write();
  }

  close(): void {
    this.flush();
    this.#closed = true;
    this.#channel.close();
  }

  #commit(): void {
    const heard = this.#catchUp();
    const own = this.#pending;
    if (own.length > 0) {
      const log = this.#log();
      for (const e of own) {
        this.#base = apply(this.#base, e);
        this.#seen++;
        log.push(JSON.stringify(e).length > LONGEST ? [this.#seen] : [this.#seen, e]);
      }
      this.#pending = [];
      this.#shown = this.#base;
      // The log keeps only the latest edits. Before an edit drops out of the log, it must be in the
      // stored tree.
      const whole = own.length < KEPT && log.slice(-own.length).every(([, e]) => e);
      if (!whole || this.#seen - this.#stored >= KEPT) this.#write();
      this.#ports.shelf.setItem(LOG + this.#id, JSON.stringify(log.slice(-KEPT)));
      this.#channel.tell();
    }
    if (heard) this.#pages.show(this.#shown);
    if (sizeOf(this.#base) <= LARGE) this.#write();
    else if (!this.#due) {
      this.#due = true;
      this.#ports.later(() => {
        if (this.#due && !this.#closed) this.#ports.alone(LOG + this.#id, () => !this.#closed && this.#write());
      }, LATER_MS);
    }
  }

  #write(): void {
    this.#due = false;
    this.#catchUp();
    this.#pages.write(this.#base, this.#seen);
    this.#stored = this.#seen;
  }

  #log(): Entry[] {
    try {
      const log = JSON.parse(this.#ports.shelf.getItem(LOG + this.#id) ?? "[]") as Entry[];
      return Array.isArray(log) ? log : [];
    } catch {
      return [];
    }
  }

  /**
   * Applies the edits of other tabs before this tab's pending edits. Returns whether there were new
   * edits.
   */
  #catchUp(): boolean {
    const news = this.#log().filter(([n]) => n > this.#seen);
    if (news.length === 0) return false;
    if (news[0]?.[0] !== this.#seen + 1 || news.some(([, e]) => !e)) {
      const stored = this.#pages.read();
      if (stored && stored.edits > this.#seen) {
        this.#base = stored.root;
        this.#seen = this.#stored = stored.edits;
      }
    }
    for (const [n, e] of news) {
      if (n !== this.#seen + 1 || !e) continue;
      this.#base = apply(this.#base, e);
      this.#seen = n;
      this.#spare(e);
    }
    this.#shown = this.#pending.reduce(apply, this.#base);
    return true;
  }

  /**
   * Prevents pending deletions of this tab from removing a move that another tab has just edited:
   * the place of the edit `e` is added to their `keep` lists.
   */
  #spare(e: Edit): void {
    if (e.do === "cut") return;
    const at = e.do === "graft" ? [...e.at, e.branch[0]?.code ?? ""] : e.at;
    this.#pending = this.#pending.map((p) =>
      p.do === "cut" && touches({ ...e, at } as Edit, p.at) ? { ...p, keep: [...(p.keep ?? []), at] } : p,
    );
  }
}

/** Deletes the logs of studies that no longer exist. */
export function tidy(storage: Storage, exists: (id: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
  for (const key of keys) if (key.startsWith(LOG) && !exists(key.slice(LOG.length))) storage.removeItem(key);
}
