// Runs a review in a separate worker, and notifies the page of each change.
import { computed, signal } from "@preact/signals";
import type { Side } from "../board";
import { WorkerDesk } from "../session/desk";
import type { Study } from "../session/study";
import { report, type Report } from "./judge";
import { PASSES, Review, type Found } from "./run";
import { mainOf, spentOf, subjectOf } from "./subject";

/** The shortest time between two redraws of the page, in milliseconds. */
const DRAW_MS = 100;

/** Depths, in plies, of the searches that separate luck from skill. */
const LUCK_DEPTHS = [1, 2, 3];

/** Nodes per position when the review computes the chances from the knowledge of one side. */
const THROUGH_NODES = 300;

export type Eyes = "both" | Side;

export class Reviewing {
  readonly codes: string[];
  readonly review = signal<Review | null>(null);
  /** The number of the current pass, from 1 to passes; 0 after the last pass. */
  readonly pass = signal(1);
  readonly passes = PASSES.length;
  readonly failed = signal(false);
  /**
   * The number of positions that the server has reviewed (`done`) and of all positions (`of`); null
   * if the server does not review this game.
   */
  readonly server = signal<{ done: number; of: number } | null>(null);
  readonly eyes = signal<Eyes>("both");
  /** Increased after each change of the review, to update values that depend on the review. */
  readonly #version = signal(0);
  readonly #desk: WorkerDesk;
  #spent: number[] = [];
  #gone = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly chances = computed<(number | null)[]>(() => {
    void this.#version.value;
    const r = this.review.value;
    if (!r) return [];
    return this.eyes.value === "both" ? r.chances() : r.eyes[this.eyes.value];
  });
  readonly report = computed<Report | null>(() => {
    void this.#version.value;
    const r = this.review.value;
    return r && report(r.moves(), r.chances(), this.#spent);
  });
  /** The sums of luck and of skill for the first side after each ply; null in a game without luck. */
  readonly sums = computed<{ luck: number[]; skill: number[] } | null>(() => {
    void this.#version.value;
    const r = this.review.value;
    if (!r?.subject.seen) return null;
    const [luck, skill] = [[0], [0]];
    for (const [ply, m] of r.moves().entries()) {
      const sign = (r.subject.sides[ply] ?? "first") === "first" ? 1 : -1;
      const l = r.luck[ply];
      luck.push((luck.at(-1) ?? 0) + (l ? sign * (l.came - l.mean) : 0));
      skill.push((skill.at(-1) ?? 0) - (m ? sign * Math.max(0, m.best - m.played) : 0));
    }
    return { luck, skill };
  });

  /** If the game is a match on the server, the server also reviews it, with deeper searches. */
  constructor(game: Study, match = "") {
    this.codes = mainOf(game);
    this.#desk = new WorkerDesk(game.kind);
    void this.#run(game, match).catch(() => {
      if (!this.#gone) this.failed.value = true;
    });
  }

  get done(): boolean {
    return this.pass.value === 0;
  }

  /** The search result at a ply, or null. */
  at(ply: number): Found | null {
    void this.#version.value;
    return this.review.value?.found[ply] ?? null;
  }

  /** Searches one position with more nodes, when the player asks about it. */
  async deepen(ply: number, nodes: number): Promise<Found | null> {
    if ((this.review.value?.found[ply]?.nodes ?? 0) < nodes) await this.review.value?.look(ply, nodes);
    this.#changed();
    return this.at(ply);
  }

  /** The winning chance of the side to move at a ply, if that side plays the given move. */
  chanceIf(ply: number, code: string, nodes: number): Promise<number | null> {
    return this.review.value?.chanceIf(ply, code, nodes) ?? Promise.resolve(null);
  }

  /**
   * Shows the winning chances as one side knew them ("first" or "second"), or at each move as the
   * player to move knew them ("both").
   */
  async lookAs(eyes: Eyes): Promise<void> {
    this.eyes.value = eyes;
    if (eyes === "both" || !this.review.value || this.review.value.eyes[eyes].length > 0) return;
    await this.review.value.through(
      eyes,
      THROUGH_NODES,
      () => !this.#gone,
      () => this.#changed(),
    );
  }

  close(): void {
    this.#gone = true;
    clearTimeout(this.#timer);
    this.#desk.stop();
  }

  async #run(game: Study, match: string): Promise<void> {
    const subject = await subjectOf(game);
    this.#spent = spentOf(game, subject.sides);
    const review = new Review(subject, (q) => this.#desk.ask(q));
    this.review.value = review;
    const wanted = () => !this.#gone;
    const changed = () => this.#changed();
    // If the server or its connection fails, only the review of this device is used.
    if (match) void this.#onServer(match, review).catch(() => (this.server.value = null));
    for (const [i, pass] of PASSES.entries()) {
      this.pass.value = i + 1;
      await review.pass(pass, wanted, changed);
      const depth = i > 0 && LUCK_DEPTHS[i - 1];
      if (depth) await review.lucks(depth, wanted, changed);
      if (this.#gone) return;
    }
    this.pass.value = 0;
    this.#version.value++;
  }

  async #onServer(match: string, review: Review): Promise<void> {
    const { deepen, timesOf } = await import("./deeper");
    const times = await timesOf(match);
    if (times.length === this.codes.length) this.#spent = times;
    this.#changed();
    await deepen(
      match,
      review,
      () => !this.#gone,
      (done, of) => {
        this.server.value = { done, of };
        this.#changed();
      },
    );
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#version.value++;
    }, DRAW_MS);
  }
}
