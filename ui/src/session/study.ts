// Plays a study: a game as a tree of moves. The study shows one line of the tree. A move outside
// this line is added to the tree as a variation, so that no move is lost.
import { batch, signal } from "@preact/signals";
import type { Side } from "../board";
import { LocalGame, type Deps } from "./local";
import { noMove, Refused } from "./desk";
import type { Reply, State } from "./messages";
import { apply, type Edit, type Said } from "./edits";
import { Journal, type Ports } from "./journal";
import { treeOf, type Saved } from "./saved";
import * as tree from "./tree";
import type { Keys, Node, Path } from "./tree";

/** Error codes that do not mean that a move is illegal. */
const BROKEN = new Set(["no-module", "stopped", "offline", "internal"]);

/** The move list is drawn again whenever this many lines have received their move texts. */
const TEXTS = 50;
/** In a large tree, the moves' texts are requested after this pause, in milliseconds. */
const CALM_MS = 120;

export interface StudyDeps extends Deps {
  /** Connects to the other tabs of the browser; undefined: no other tab can open the study. */
  tabs?: Ports;
  /** Returns the stored study with an id. */
  stored?(id: string): Saved | null;
}

/**
 * The functions that replace the storage and the channel for a study that no other tab can open.
 */
const lonely: Ports = {
  shelf: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  alone: (_, f) => f(),
  channel: () => ({ tell: () => undefined, close: () => undefined }),
  later: (f) => f(),
};

/**
 * The last deletion: the edit that restores the deleted moves (`graft`), and the place of the move
 * that was shown before the deletion (`at`).
 */
export interface Deleted {
  graft: Edit;
  at: Keys;
}

export class Study extends LocalGame {
  readonly tree = signal<Node>(null as never);
  /** The open line from the start to its end, including moves that redo can play. */
  readonly line = signal<Path>([]);
  /** The moves in the user's notation, by node id. */
  readonly texts = signal<ReadonlyMap<number, string>>(new Map());
  readonly deleted = signal<Deleted | null>(null);
  /** Functions that write unfinished input, such as a typed comment, into the tree. */
  readonly drafts = new Set<() => void>();
  readonly #journal: Journal;
  #last = Promise.resolve(true);
  /**
   * The number of the latest call of #write. An earlier call that is still running stops when it
   * sees a larger number.
   */
  #run = 0;
  /** The notation and the view in which the texts of the moves were written last. */
  #written = "";

  constructor(saved: Saved, start: State, deps: StudyDeps) {
    super(saved, start, deps);
    this.branches = true;
    this.#journal = new Journal(saved.id, tree.read(treeOf(saved)), saved.edits ?? 0, deps.tabs ?? lonely, {
      show: (root) => this.#adopt(root),
      write: (root, edits) => {
        this.saved.value = { ...this.saved.value, tree: tree.write(root), edits };
        deps.save(this.saved.value);
      },
      read() {
        const stored = deps.stored?.(saved.id);
        return stored ? { root: tree.read(treeOf(stored)), edits: stored.edits ?? 0 } : null;
      },
    });
    const root = this.#journal.shown;
    this.tree.value = root;
    this.line.value = tree.pathOf(root, [...saved.moves, ...saved.undone]);
  }

  static override async open(saved: Saved, deps: StudyDeps): Promise<Study> {
    const g = new Study(saved, null as never, deps);
    try {
      await g.reopen();
    } catch (e) {
      await g.#shorten(e);
    }
    void g.#write();
    return g;
  }

  /**
   * Opens as many moves of the line as the rules accept, because a link may contain illegal moves.
   */
  async #shorten(why: unknown): Promise<void> {
    const all = [...this.saved.value.moves, ...this.saved.value.undone];
    if (!(why instanceof Refused) || BROKEN.has(why.code) || all.length === 0) throw why;
    const opens = async (n: number): Promise<boolean> => {
      this.saved.value = { ...this.saved.value, moves: all.slice(0, n), undone: [] };
      return this.reopen().then(
        () => true,
        () => false,
      );
    };
    // Finds by binary search the largest number of moves that can be opened.
    let most = 0;
    for (let step = 2 ** Math.floor(Math.log2(all.length)); step >= 1; step /= 2)
      if (most + step < all.length && (await opens(most + step))) most += step;
    if (!(await opens(most))) throw why;
    this.line.value = this.line.value.slice(0, most);
    this.refuse(why);
  }

  /** The path to the shown move. */
  get at(): Path {
    return this.line.value.slice(0, this.shown.value.ply);
  }

  get node(): Node {
    return tree.nodeAt(this.tree.value, this.at);
  }

  /** The codes of the whole main line; null if a variation is shown. */
  get mainLine(): string[] | null {
    const main = this.at.every((n) => n === 0);
    return main ? tree.codesOn(this.tree.value, tree.toEnd(this.tree.value, [])) : null;
  }

  /** Whether the shown move is the last move of the main line. */
  get atEnd(): boolean {
    const { length } = tree.toEnd(this.tree.value, []);
    return this.at.length === length && this.at.every((n) => n === 0);
  }

  /** The place of the shown move: the keys (mostly codes) of the moves that lead to it. */
  get place(): Keys {
    return tree.keysOn(this.tree.value, this.at);
  }

  /**
   * Milliseconds that a side had left after `ply` moves, as the record stores them with the side's
   * last move; null if unknown.
   */
  leftAt(s: Side, ply: number): number | null {
    const parity = this.begins === s ? 1 : 0;
    const last = ply % 2 === parity ? ply : ply - 1;
    return last > 0 ? tree.clockOf(tree.nodeAt(this.tree.value, this.line.value.slice(0, last))) : null;
  }

  override async move(code: string): Promise<boolean> {
    return this.#then(() => {
      const { at, node } = this;
      const known = tree.childOf(node, code);
      if (known >= 0) return this.#go(tree.keysOn(this.tree.value, [...at, known]));
      const keys = [...this.place, code];
      return this.#go(keys, { do: "add", at: keys });
    });
  }

  /** Shows a move of the tree. */
  async goTo(path: Path): Promise<boolean> {
    return this.#then(() => this.#go(tree.keysOn(this.tree.value, path)));
  }

  /**
   * Runs an action after all earlier actions, so that it starts with the tree of the previous
   * action.
   */
  #then(act: () => Promise<boolean>): Promise<boolean> {
    this.#last = this.#last.then(act, act);
    return this.#last;
  }

  override async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    // The requested move may have been taken back. It is still in the line of the study, so redo
    // shows it again.
    if (ply > now && (await this.redo())) return;
    if (ply >= now || ply < 0) return super.look(ply);
    try {
      this.past.value = await this.#pastAt(ply);
      void this.#write();
    } catch (e) {
      this.refuse(e);
    }
  }

  /** Runs f with a temporary session at the given ply. */
  async apart<T>(ply: number, f: (session: number, state?: State) => Promise<T>): Promise<T> {
    const { kind, options, start, seed, deal, moves } = this.saved.value;
    const { rules } = this.deps;
    const view = this.viewAs.value;
    const r = await rules.ask({ op: "new", game: kind, options, start, seed, deal, moves: moves.slice(0, ply), view });
    const session = r.session ?? 0;
    try {
      return await f(session, r.state);
    } finally {
      rules.ask({ op: "drop", session }).catch(() => undefined);
    }
  }

  /** Formats lines of codes that start at the given ply in the user's notation. */
  async write(ply: number, lines: string[][]): Promise<string[][]> {
    const notation = this.deps.notation();
    const { rules } = this.deps;
    return this.apart(ply, (session) =>
      Promise.all(
        lines.map(async (codes) => (await rules.ask({ op: "write", session, moves: codes, notation })).texts ?? codes),
      ),
    );
  }

  async #pastAt(ply: number): Promise<State | null> {
    const r = await this.ask({ op: "at", count: ply });
    const legal = await this.apart(ply, async (_, state) => state?.legal ?? []);
    return r.state ? { ...r.state, codes: [], legal, texts: this.state.value.texts } : null;
  }

  override async type(text: string): Promise<boolean | string> {
    const ply = this.past.value?.ply;
    if (ply === undefined) return super.type(text);
    const { rules, notation, lang } = this.deps;
    try {
      // A typed move belongs to the shown position.
      const r = await this.apart(ply, (session) =>
        rules.ask({ op: "read", session, text, notation: notation(), lang: lang() }),
      );
      return await this.move(r.code ?? "");
    } catch (e) {
      return noMove(e) || (this.refuse(e), false);
    }
  }

  /** Formats the moves again after a change of the notation. */
  override async refresh(): Promise<void> {
    await super.refresh();
    await this.#write();
  }

  /**
   * Changes the comments or signs of a move or of the start. The default place is the shown move.
   */
  annotate(said: Said, at: Keys = this.place): void {
    this.#edit({ do: "say", at, said });
  }

  /** Makes the shown variation the main line. */
  async promote(): Promise<boolean> {
    return this.#then(() => this.#go(this.place, { do: "lead", at: this.place }));
  }

  /** Moves the innermost shown variation one place up among its siblings. */
  async raise(): Promise<boolean> {
    return this.#then(() => {
      const keys = this.place;
      return this.#go(keys, { do: "raise", at: keys.slice(0, tree.branchAt(this.at)) });
    });
  }

  /** Deletes the shown move with its continuation. */
  async remove(): Promise<boolean> {
    return this.#then(() => this.#cut(this.at));
  }

  /** Deletes the innermost shown variation, beginning with its first move. */
  async removeVariation(): Promise<boolean> {
    return this.#then(() => this.#cut(this.at.slice(0, tree.branchAt(this.at))));
  }

  async #cut(path: Path): Promise<boolean> {
    const index = path.at(-1);
    if (index === undefined) return false;
    const root = this.tree.value;
    const keys = tree.keysOn(root, path);
    const above = keys.slice(0, -1);
    const graft: Edit = { do: "graft", at: above, index, branch: tree.branchOf(tree.nodeAt(root, path)) };
    const deleted = { graft, at: this.place };
    const gone = await this.#go(above, { do: "cut", at: keys });
    if (gone) this.deleted.value = deleted;
    return gone;
  }

  /** Restores the last deletion. */
  async restore(): Promise<boolean> {
    return this.#then(async () => {
      const old = this.deleted.value;
      const back = old !== null && (await this.#go(old.at, old.graft));
      if (back) this.deleted.value = null;
      return back;
    });
  }

  /**
   * Opens the line through a place and shows the place. If an edit is given, the line belongs to
   * the tree after the edit.
   */
  async #go(keys: Keys, edit?: Edit): Promise<boolean> {
    this.touch();
    this.stopEngine();
    const shown = this.past.value;
    const root = edit ? apply(this.tree.value, edit) : this.tree.value;
    const line = this.#through(root, keys);
    // The record may contain moves after the end of the game by the rules. Then the whole line
    // cannot be opened, but only its part up to the selected move.
    for (const goal of line.length > keys.length ? [line, keys] : [keys]) {
      try {
        await this.#open(keys, goal, edit);
        return true;
      } catch (e) {
        if (goal !== keys) continue;
        this.past.value = shown && { ...shown };
        this.state.value = { ...this.state.value };
        this.refuse(e);
      }
    }
    return false;
  }

  /**
   * The line that is opened to show the place `keys`: the open line if it contains the place,
   * otherwise the path to the place and the main continuation after it.
   */
  #through(root: Node, keys: Keys): Keys {
    const open = tree.keysOn(this.tree.value, this.line.value);
    const stays = keys.every((key, i) => key === open[i]) && tree.pathTo(root, open).length === open.length;
    return stays ? open : tree.keysOn(root, tree.toEnd(root, tree.pathTo(root, keys)));
  }

  async #open(keys: Keys, goal: Keys, edit?: Edit): Promise<void> {
    const moves = goal.map(tree.codeOf);
    const r = await this.#replay(moves);
    // The session of the rules module already contains the moves of the line, so the saved moves
    // must be updated before another request is sent.
    this.saved.value = { ...this.saved.value, moves, undone: [], ended: null };
    const past = keys.length < goal.length ? await this.#pastAt(keys.length) : null;
    batch(() => {
      if (edit) this.#edit(edit);
      // The tree may have been edited while the requests were running, so the path is computed in
      // the current tree.
      this.line.value = tree.pathTo(this.tree.value, goal);
      this.past.value = past && { ...past, texts: r.state?.texts };
      this.show(r);
    });
    this.change({});
    if (this.line.value.length < goal.length) this.#settle(goal);
    void this.#write();
  }

  /** Applies an edit to the current tree, and stores the result. */
  #edit(e: Edit): void {
    const root = this.#journal.edit(e);
    this.tree.value = root;
    this.saved.value = { ...this.saved.value, tree: tree.write(root), updated: this.deps.now() };
  }

  protected override change(part: Partial<Saved>): void {
    this.saved.value = { ...this.saved.value, ...part, updated: this.deps.now() };
    this.#journal.save();
  }

  /** Replaces the tree by the tree that other tabs have changed. */
  #adopt(root: Node): void {
    const line = tree.keysOn(this.tree.value, this.line.value);
    batch(() => {
      this.tree.value = root;
      this.line.value = tree.pathTo(root, line);
      this.saved.value = { ...this.saved.value, tree: tree.write(root) };
    });
    if (this.line.value.length < line.length) this.#settle(line);
    void this.#write();
  }

  /** After another tab has deleted moves of the open line, shows the last move that is left. */
  #settle(line: Keys): void {
    void this.#then(() => {
      const left = tree.keysOn(this.tree.value, tree.pathTo(this.tree.value, line));
      return this.#go(left.slice(0, Math.min(left.length, this.shown.value.ply)));
    });
  }

  /** Stores all unsaved changes, because the user is leaving the page. */
  leave(): void {
    for (const write of this.drafts) write();
    this.#journal.flush();
  }

  override close(): void {
    this.leave();
    this.#journal.close();
    super.close();
  }

  /** Replaces the moves of the session from the first move that differs. */
  #replay(codes: string[]): Promise<Reply> {
    const { moves } = this.saved.value;
    const differs = codes.findIndex((code, i) => code !== moves[i]);
    const count = differs < 0 ? codes.length : differs;
    return this.ask({ op: "replay", count, moves: codes.slice(count) });
  }

  /** Formats the moves that do not have a text yet. */
  async #write(): Promise<void> {
    const key = [this.deps.notation(), this.viewAs.value].join(" ");
    if (key !== this.#written) this.texts.value = new Map();
    this.#written = key;
    const root = this.tree.value;
    const run = ++this.#run;
    // In a large tree, each step of the user displays other lines, so the texts of these lines are
    // requested only after the user has paused.
    if (tree.sizeOf(root) > tree.MANY) await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    if (run !== this.#run) return;
    const texts = new Map(this.texts.value);
    let fresh = 0;
    for (const { path, nodes } of tree.linesIn(root, tree.partAt(root, this.at))) {
      if (nodes.every((n) => texts.has(n.id))) continue;
      const moves = [...tree.codesOn(root, path), ...nodes.slice(1).map((n) => n.code)];
      const r = await this.ask({ op: "texts", moves }).catch(() => null);
      // While the request was running, the notation or the displayed part of the tree has changed.
      // A new call of #write is already in progress, so this call stops.
      if (key !== this.#written) return;
      if (run !== this.#run && tree.sizeOf(root) > tree.MANY) break;
      for (const [i, n] of nodes.entries()) texts.set(n.id, r?.texts?.[path.length - 1 + i] ?? n.code);
      if (++fresh % TEXTS === 0) this.texts.value = new Map([...this.texts.value, ...texts]);
    }
    if (fresh % TEXTS > 0) this.texts.value = new Map([...this.texts.value, ...texts]);
  }
}
