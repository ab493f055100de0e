// Prepares the game of a study for a review: its main line, who moved, and what each side saw.
import type { Side } from "../board";
import { infoOf } from "../app/boot";
import { hides } from "../play/hidden";
import { chance } from "../play/words";
import { rules } from "../session/rules";
import { other } from "../board/state";
import type { Request, State } from "../session/messages";
import type { Study } from "../session/study";
import { clockOf, codesOn, nodesOn, toEnd } from "../session/tree";
import type { Subject } from "./run";

/**
 * Plies of an opening, in which a side may move several times in a row; after these plies the sides
 * alternate.
 */
const OPENING = 8;

const SCORES = { first: 1, second: 0, none: 0.5 };

/** The codes of the moves of the main line. */
export const mainOf = (g: Study): string[] => codesOn(g.tree.value, toEnd(g.tree.value, []));

export async function subjectOf(g: Study): Promise<Subject> {
  const { kind, options, start, seed, deal } = g.saved.value;
  const codes = mainOf(g);
  const game = { game: kind, options, start, seed, deal };
  const dealt = hides(kind) && !options.view && (Boolean(deal) || !start);
  const scale = infoOf(kind)?.scale ?? 200;
  const end = await opened({ ...game, moves: codes });
  const sides = await sidesOf(game, codes, end.turn);
  const seen = async (view: Side) => (await opened({ ...game, moves: codes, view })).codes;
  return {
    game,
    codes,
    dealt,
    ...(hides(kind)
      ? { seen: dealt ? { first: await seen("first"), second: await seen("second") } : { first: codes, second: codes } }
      : {}),
    sides,
    end: end.why ? SCORES[end.winner ?? "none"] : null,
    chance: (points, mate, turn) => chance(points, mate, turn, scale),
  };
}

/** Computes the state of a game with the rules module. */
async function opened(q: Omit<Request, "op">): Promise<State> {
  const r = await rules.ask({ ...q, op: "new" });
  rules.ask({ op: "drop", session: r.session }).catch(() => undefined);
  if (!r.state) throw new Error("no state");
  return r.state;
}

/** The side to move at each ply, including the position after the last move. */
async function sidesOf(game: Subject["game"], codes: string[], last: Side): Promise<Side[]> {
  const n = codes.length;
  const sides = Array.from({ length: n + 1 }, (_, ply) => ((n - ply) % 2 === 0 ? last : other(last)));
  for (let ply = 0; ply < Math.min(OPENING, n); ply++)
    sides[ply] = (await opened({ ...game, moves: codes.slice(0, ply) })).turn;
  return sides;
}

/**
 * The time of each move of the main line in milliseconds, from the record: the move's own time, or
 * the clock times with the increment of the time control. Empty if any move of the record has no
 * time.
 */
export function spentOf(g: Study, sides: readonly Side[]): number[] {
  const control = g.saved.value.tags?.find((x) => x.name === "TimeControl")?.value ?? "";
  const [, base, add = "0"] = /^(\d+)(?:\+(\d+))?$/.exec(control) ?? [];
  const left: Partial<Record<Side, number>> = base ? { first: Number(base) * 1000, second: Number(base) * 1000 } : {};
  const out: number[] = [];
  for (const [i, node] of nodesOn(g.tree.value, toEnd(g.tree.value, [])).slice(1).entries()) {
    const [, h, m, s] = /\[%emt (\d+):(\d+):([\d.]+)\]/.exec(node.comments.join(" ")) ?? [];
    const side = sides[i] ?? "first";
    const [before, after] = [left[side], clockOf(node)];
    if (after !== null) left[side] = after;
    if (s) out.push((Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000);
    else if (before !== undefined && after !== null) out.push(Math.max(0, before + Number(add) * 1000 - after));
    else return [];
  }
  return out;
}
