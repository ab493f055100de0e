// A study: a game as a tree. It shows one line of the tree; a move that is not on the line is added to the tree as
// a variation, so that nothing is lost.
import { batch, signal } from "@preact/signals";
import type { Side } from "../board";
import { LocalGame, type Deps } from "./local";
import type { Reply, State } from "./messages";
import { apply, type Edit, type Said } from "./edits";
import { treeOf, type Saved } from "./saved";
import * as tree from "./tree";
import type { Keys, Node, Path } from "./tree";

/** What was deleted last: how it is put back, and what was shown. */
export interface Deleted {
  graft: Edit;
  at: Keys;
}

export class Study extends LocalGame {
  readonly tree = signal<Node>(null as never);
  /** The open line from the start to its end, including moves that were taken back. */
  readonly line = signal<Path>([]);
  /** The moves in the user's notation, by node id. */
  readonly texts = signal<ReadonlyMap<number, string>>(new Map());
  readonly deleted = signal<Deleted | null>(null);
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

  /** The place of the shown move. */
  get #keys(): Keys {
    return tree.keysOn(this.tree.value, this.at);
  }

  /** Milliseconds that a side had left after ply moves, from the record's clock at the side's last move. */
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
      const keys = [...this.#keys, code];
      return this.#go(keys, { do: "add", at: keys });
    });
  }

  /** Goes to a move of the tree. */
  async goTo(path: Path): Promise<boolean> {
    return this.#then(() => this.#go(tree.keysOn(this.tree.value, path)));
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
  annotate(said: Said): void {
    this.tree.value = apply(this.tree.value, { do: "say", at: this.#keys, said });
    this.change({ tree: tree.write(this.tree.value) });
  }

  /** Makes the shown variation the main line. */
  async promote(): Promise<boolean> {
    return this.#then(() => this.#go(this.#keys, { do: "lead", at: this.#keys }));
  }

  /** Puts the innermost shown variation one place further up. */
  async raise(): Promise<boolean> {
    return this.#then(() => {
      const keys = this.#keys;
      return this.#go(keys, { do: "raise", at: keys.slice(0, tree.branchAt(this.at)) });
    });
  }

  /** Deletes the shown move with its continuation. */
  async remove(): Promise<boolean> {
    return this.#then(() => this.#cut(this.at));
  }

  /** Deletes the innermost shown variation from its first move on. */
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
    const deleted = { graft, at: this.#keys };
    const gone = await this.#go(above, { do: "cut", at: keys });
    if (gone) this.deleted.value = deleted;
    return gone;
  }

  /** Restores what was deleted last. */
  async restore(): Promise<boolean> {
    return this.#then(async () => {
      const old = this.deleted.value;
      const back = old !== null && (await this.#go(old.at, old.graft));
      if (back) this.deleted.value = null;
      return back;
    });
  }

  /** Opens the line through a place, of the tree as it is after an edit, and shows the place. */
  async #go(keys: Keys, edit?: Edit): Promise<boolean> {
    this.touch();
    this.stopEngine();
    const shown = this.past.value;
    const root = edit ? apply(this.tree.value, edit) : this.tree.value;
    const line = this.#through(root, keys);
    // If the rules end the game earlier than the record does, the line is opened only up to the place.
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

  /** The line through a place: the open line if it contains the place, otherwise its main continuation. */
  #through(root: Node, keys: Keys): Keys {
    const open = tree.keysOn(this.tree.value, this.line.value);
    const stays = keys.every((key, i) => key === open[i]) && tree.pathTo(root, open).length === open.length;
    return stays ? open : tree.keysOn(root, tree.toEnd(root, tree.pathTo(root, keys)));
  }

  async #open(keys: Keys, goal: Keys, edit?: Edit): Promise<void> {
    const moves = goal.map(tree.codeOf);
    const r = await this.#replay(moves);
    // The session has the line now: the moves say so before anything else is asked.
    this.change({ moves, undone: [], ended: null });
    const past = keys.length < goal.length ? await this.#pastAt(keys.length) : null;
    // The tree may have got comments meanwhile.
    const root = edit ? apply(this.tree.value, edit) : this.tree.value;
    batch(() => {
      this.tree.value = root;
      this.line.value = tree.pathTo(root, goal);
      this.past.value = past && { ...past, texts: r.state?.texts };
      this.show(r);
    });
    this.change({ tree: tree.write(root) });
    void this.#write();
  }

  /** Plays the missing moves into the session. */
  #replay(codes: string[]): Promise<Reply> {
    const { moves } = this.saved.value;
    const differs = codes.findIndex((code, i) => code !== moves[i]);
    const count = differs < 0 ? codes.length : differs;
    return this.ask({ op: "replay", count, moves: codes.slice(count) });
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
