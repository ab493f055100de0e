// A study: a game as a tree. It shows one line of the tree; a move that is not on the line is added to the tree as
// a variation, so that nothing is lost.
import { batch, signal } from "@preact/signals";
import type { Side } from "../board";
import { LocalGame, type Deps } from "./local";
import type { Reply, State } from "./messages";
import { treeOf, type Saved } from "./saved";
import * as tree from "./tree";
import type { Node, Path, Place } from "./tree";

export class Study extends LocalGame {
  readonly tree = signal<Node>(null as never);
  /** The open line from the start to its end, including moves that were taken back. */
  readonly line = signal<Path>([]);
  /** The moves in the user's notation, by node id. */
  readonly texts = signal<ReadonlyMap<number, string>>(new Map());
  /** The tree before the last deletion. */
  readonly before = signal<Place | null>(null);
  #last = Promise.resolve(true);
  /** The notation of the texts. */
  #written = "";

  constructor(saved: Saved, start: State, deps: Deps) {
    super(saved, start, deps);
    this.branches = true;
    const root = tree.read(treeOf(saved));
    this.tree.value = root;
    this.line.value = tree.pathOf(root, [...saved.moves, ...saved.undone]);
  }

  static override async open(saved: Saved, deps: Deps): Promise<Study> {
    const g = new Study(saved, null as never, deps);
    await g.reopen();
    void g.#write();
    return g;
  }

  /** The path to the shown move. */
  get at(): Path {
    return this.line.value.slice(0, this.shown.value.ply);
  }

  get node(): Node {
    return tree.nodeAt(this.tree.value, this.at);
  }

  /** The codes of the main line to its end; null if a variation is shown. */
  get mainLine(): string[] | null {
    const main = this.at.every((n) => n === 0);
    return main ? tree.codesOn(this.tree.value, tree.toEnd(this.tree.value, [])) : null;
  }

  /** Whether the end of the main line is shown. */
  get atEnd(): boolean {
    const { length } = tree.toEnd(this.tree.value, []);
    return this.at.length === length && this.at.every((n) => n === 0);
  }

  get #place(): Place {
    return { root: this.tree.value, path: this.at };
  }

  /** Milliseconds that a side had left after ply moves, from the record's clock at the side's last move. */
  leftAt(s: Side, ply: number): number | null {
    const parity = this.begins === s ? 1 : 0;
    const last = ply % 2 === parity ? ply : ply - 1;
    return last > 0 ? tree.clockOf(tree.nodeAt(this.tree.value, this.line.value.slice(0, last))) : null;
  }

  override async move(code: string): Promise<boolean> {
    return this.#then(() => this.#go(tree.play(this.#place, code)));
  }

  /** Goes to a move of the tree. */
  async goTo(path: Path): Promise<boolean> {
    return this.#then(() => this.#go({ root: this.tree.value, path }));
  }

  /** Runs changes one after another: each starts with the tree of the previous one. */
  #then(act: () => Promise<boolean>): Promise<boolean> {
    this.#last = this.#last.then(act, act);
    return this.#last;
  }

  override async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
    // Moves that were taken back are still on the line.
    if (ply > now && (await this.redo())) return;
    if (ply >= now || ply < 0) return super.look(ply);
    try {
      this.past.value = await this.#pastAt(ply);
    } catch (e) {
      this.refuse(e);
    }
  }

  async #pastAt(ply: number): Promise<State | null> {
    const r = await this.ask({ op: "at", count: ply });
    const legal = await this.apart(ply, async (_, state) => state?.legal ?? []);
    return r.state ? { ...r.state, codes: [], legal, texts: this.state.value.texts } : null;
  }

  override async type(text: string): Promise<boolean> {
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
      this.refuse(e);
      return false;
    }
  }

  /** Formats the moves again after a change of the notation. */
  override async refresh(): Promise<void> {
    await super.refresh();
    await this.#write();
  }

  /** Changes the comments or signs of the shown move, or of the start. */
  annotate(part: Partial<Pick<Node, "before" | "comments" | "signs">>): void {
    this.#keep(tree.annotate(this.#place, part));
  }

  /** Makes the shown variation the main line from its branching point. */
  async promote(): Promise<boolean> {
    return this.#then(() => {
      const { root, path } = tree.promote({ root: this.tree.value, path: this.at });
      const rest = this.line.value.slice(path.length);
      return this.#go({ root, path }, [...path, ...rest]);
    });
  }

  /** Deletes the shown move with its continuation. */
  async remove(): Promise<boolean> {
    return this.#then(async () => {
      const old = this.#place;
      const gone = await this.#go(tree.remove(old));
      if (gone) this.before.value = old;
      return gone;
    });
  }

  /** Restores what was deleted last. */
  async restore(): Promise<boolean> {
    return this.#then(async () => this.before.value !== null && this.#go(this.before.value));
  }

  /** Opens the line through a place, possibly of another tree, and shows the place. */
  async #go({ root, path }: Place, line = this.#through(root, path)): Promise<boolean> {
    this.touch();
    this.stopEngine();
    const shown = this.past.value;
    // If the rules end the game earlier than the record does, the line is opened only up to the place.
    for (const goal of line.length > path.length ? [line, path] : [path]) {
      try {
        await this.#open(root, path, goal);
        return true;
      } catch (e) {
        if (goal !== path) continue;
        this.past.value = shown && { ...shown };
        this.state.value = { ...this.state.value };
        this.refuse(e);
      }
    }
    return false;
  }

  /** The line through a place: the open line if it contains the place, otherwise its main continuation. */
  #through(root: Node, path: Path): Path {
    const open = this.line.value;
    const stays = root === this.tree.value && path.every((n, i) => n === open[i]);
    return stays ? open : tree.toEnd(root, path);
  }

  async #open(root: Node, path: Path, line: Path): Promise<void> {
    const moves = tree.codesOn(root, line);
    const r = await this.#replay(moves);
    this.change({ moves, undone: [], ended: null, tree: tree.write(root) });
    const past = path.length < line.length ? await this.#pastAt(path.length) : null;
    batch(() => {
      this.tree.value = root;
      this.line.value = line;
      this.before.value = null;
      this.past.value = past && { ...past, texts: r.state?.texts };
      this.show(r);
    });
    void this.#write();
  }

  /** Plays the missing moves into the session. */
  #replay(codes: string[]): Promise<Reply> {
    const { moves } = this.saved.value;
    const differs = codes.findIndex((code, i) => code !== moves[i]);
    const count = differs < 0 ? codes.length : differs;
    return this.ask({ op: "replay", count, moves: codes.slice(count) });
  }

  #keep(root: Node): void {
    this.tree.value = root;
    this.before.value = null;
    this.change({ tree: tree.write(root) });
  }

  /** Formats the moves that have no text yet. */
  async #write(): Promise<void> {
    const key = [this.deps.notation(), this.viewAs.value].join(" ");
    if (key !== this.#written) this.texts.value = new Map();
    this.#written = key;
    const root = this.tree.value;
    for (const { path, nodes } of tree.lines(root)) {
      if (nodes.every((n) => this.texts.value.has(n.id))) continue;
      const moves = tree.codesOn(root, tree.toEnd(root, path));
      const r = await this.ask({ op: "texts", moves }).catch(() => null);
      if (key !== this.#written) return;
      const texts = new Map(this.texts.value);
      const from = Math.max(0, path.length - 1);
      for (const [i, n] of nodes.entries()) texts.set(n.id, r?.texts?.[from + i] ?? n.code);
      this.texts.value = texts;
    }
  }
}
