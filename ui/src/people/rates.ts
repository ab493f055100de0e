// Counts wins, draws and losses of this device's player against each opponent, over all games that
// the device keeps.
import type { Machine, Saved } from "../session/saved";

export interface Count {
  won: number;
  drawn: number;
  lost: number;
}

/** An engine opponent in a game, with the results against it. */
export interface Met extends Count {
  kind: string;
  machine: Machine;
}

/**
 * A key that is equal for engines that play alike: the level, or the algorithm with its depth
 * and simulations.
 */
const same = (kind: string, m: Machine): string =>
  `${kind} ${m.algorithm ? JSON.stringify([m.algorithm.name, m.algorithm.depth, m.algorithm.sims]) : m.level}`;

/**
 * Lists the engine opponents of finished games between a person and an engine, the most frequent
 * opponent first.
 */
export function met(games: readonly Saved[]): Met[] {
  const all = new Map<string, Met>();
  for (const { kind, seats, ended, study } of games) {
    const [first, second] = [seats.first, seats.second];
    const machine = first.kind === "machine" ? first : second.kind === "machine" ? second : null;
    if (study || !ended || !machine || first.kind === second.kind) continue;
    const key = same(kind, machine);
    const one = all.get(key) ?? { kind, machine, won: 0, drawn: 0, lost: 0 };
    if (ended.winner === "none") one.drawn++;
    else if ((ended.winner === "first") === (first === machine)) one.lost++;
    else one.won++;
    all.set(key, one);
  }
  const played = (m: Met) => m.won + m.drawn + m.lost;
  return [...all.values()].toSorted((a, b) => played(b) - played(a));
}

/**
 * The percentage of points that the player has won. If `draws` is false, draws do not count. It is
 * null if no game counts.
 */
export function share({ won, drawn, lost }: Count, draws: boolean): number | null {
  const n = won + lost + (draws ? drawn : 0);
  return n > 0 ? (100 * (won + (draws ? drawn / 2 : 0))) / n : null;
}
