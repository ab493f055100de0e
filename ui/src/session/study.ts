// A study: a game as a tree. It is looked at along one line, and a move that the
// line does not have goes into the tree beside it, so that nothing is lost.
import { batch, signal } from "@preact/signals";
import type { Side } from "../board";
import { LocalGame, type Deps } from "./local";
import type { Reply, State } from "./messages";
import { treeOf, type Saved } from "./saved";
import * as tree from "./tree";
import type { Node, Path, Place } from "./tree";

export class Study extends LocalGame {
  readonly tree = signal<Node>(null as never);
  /** The line that is open, from the start to its end; moves that were taken back included. */
  readonly line = signal<Path>([]);
  /** Moves as people write them, by the ids of their nodes. */
  readonly texts = signal<ReadonlyMap<number, string>>(new Map());
  /** The tree as it was before something was taken away. */
  readonly before = signal<Place | null>(null);
  #last = Promise.resolve(true);
  /** In what the texts are written. */
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

  /** The path to what is shown. */
  get at(): Path {
    return this.line.value.slice(0, this.shown.value.ply);
  }

  get node(): Node {
    return tree.nodeAt(this.tree.value, this.at);
  }

  get #place(): Place {
    return { root: this.tree.value, path: this.at };
  }

  /** Milliseconds that a side had left after ply moves, as the record tells it of the side's last move. */
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

  /** One change after the other: each begins with the tree that the last one has left. */
  #then(act: () => Promise<boolean>): Promise<boolean> {
    this.#last = this.#last.then(act, act);
    return this.#last;
  }

  override async look(ply: number): Promise<void> {
    const now = this.state.value.ply;
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
      // A typed move is one of the position that is shown.
      const r = await this.apart(ply, (session) =>
        rules.ask({ op: "read", session, text, notation: notation(), lang: lang() }),
      );
      return await this.move(r.code ?? "");
    } catch (e) {
      this.refuse(e);
      return false;
    }
  }

  /** Writes the moves anew, when the notation was changed. */
  override async refresh(): Promise<void> {
    await super.refresh();
    await this.#write();
  }

  /** Says something of the move that is shown, or of the start. */
  annotate(part: Partial<Pick<Node, "before" | "comments" | "signs">>): void {
    this.#keep(tree.annotate(this.#place, part));
  }

  /** Makes the variation that is shown the main line from where it began. */
  async promote(): Promise<boolean> {
    return this.#then(() => {
      const { root, path } = tree.promote({ root: this.tree.value, path: this.at });
      const rest = this.line.value.slice(path.length);
      return this.#go({ root, path }, [...path, ...rest]);
    });
  }

  /** Takes away the move that is shown, with all that follows it. */
  async remove(): Promise<boolean> {
    return this.#then(async () => {
      const old = this.#place;
      const gone = await this.#go(tree.remove(old));
      if (gone) this.before.value = old;
      return gone;
    });
  }

  /** Puts back what was taken away. */
  async restore(): Promise<boolean> {
    return this.#then(async () => this.before.value !== null && this.#go(this.before.value));
  }

  /** Opens the line through a place, which may be one of another tree, and looks at the place. */
  async #go({ root, path }: Place, line = this.#through(root, path)): Promise<boolean> {
    this.touch();
    this.stopEngine();
    const shown = this.past.value;
    // What the rules end earlier than the record does is opened as far as to the place.
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

  /** The line through a place: the one that is open, if it goes there, else the main one from there. */
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

  /** Plays into the session what it does not hold yet. */
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

  /** Has the rules write the moves that are not written yet. */
  async #write(): Promise<void> {
    const key = [this.deps.notation(), this.eyes.value].join(" ");
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
