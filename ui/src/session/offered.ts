// Contains the functions that only the menu of a game on this device needs: offering a draw, and
// leaving the first move to the engine.
import { type LocalGame } from "./local";

/** Before this ply the engine refuses draws. */
export const EARLY_PLIES = 10;

/** From this ply on, the engine accepts a draw in an even position. */
const LATE_PLIES = 60;

/** The largest score of an even position, in hundredths of the value of the smallest piece. */
const LEVEL_POINTS = 30;

/** The time limit of the engine's search for this decision, in milliseconds. */
const DRAW_MS = 500;

/** Whether the engine accepts a draw at the ply `ply` if its score is `points`. */
export function takesDraw(points: number, ply: number): boolean {
  return points < -LEVEL_POINTS || (points <= LEVEL_POINTS && ply >= LATE_PLIES);
}

/** The reason why the engine cannot consider a draw now; "" if it can. */
export function noDraw(game: LocalGame): "" | "start" | "early" | "thinking" {
  const { ply, claim } = game.state.value;
  if (ply === 0) return "start";
  if (game.mine === "both" || claim) return "";
  if (ply < EARLY_PLIES) return "early";
  return game.thinking.value ? "thinking" : "";
}

/**
 * Offers a draw to the engine, which decides by its evaluation. If two people play on this device,
 * the draw counts as agreed.
 */
export async function offerDraw(game: LocalGame): Promise<boolean> {
  const { turn, ply, claim } = game.state.value;
  const asked = game.turns;
  if (game.mine === "both" || claim) {
    game.end({ why: claim ? "claim" : "agreement", winner: "none" });
    return true;
  }
  if (noDraw(game) || game.mine === "none") return false;
  game.thinking.value = true;
  try {
    const best = (await game.think({ limits: { time: DRAW_MS } })).lines[0];
    if (asked !== game.turns) return false;
    const forTurn = best ? (best.mate ? Math.sign(best.mate) * 1e5 : best.points) : 0;
    const machine = game.seat(turn).kind === "machine" ? forTurn : -forTurn;
    if (!takesDraw(machine, ply)) return false;
    game.end({ why: "agreement", winner: "none" });
    return true;
  } finally {
    if (asked === game.turns) game.thinking.value = false;
  }
}

/** Exchanges the seats before the first move, so that the engine moves first. */
export async function giveFirst(game: LocalGame): Promise<void> {
  const { first, second } = game.saved.value.seats;
  game.seats({ first: second, second: first });
  try {
    await game.refresh();
  } catch (e) {
    game.refuse(e);
  }
}
