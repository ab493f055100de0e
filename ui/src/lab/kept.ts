// Stores the results of lab games on this device, and computes totals.
import { hasDepth, readSpec } from "./spec";

const SHELF = "kydai.lab";
/** The number of stored games; older games are dropped. */
export const MOST = 5000;

/**
 * A player of a lab game. `depth` and `sims` are undefined for algorithms without these settings.
 */
export interface Player {
  /** The algorithm with its settings as text. */
  algorithm: string;
  depth?: number;
  sims?: number;
}

/** A finished game. The field `points` is the score of player `a`: 1, 0.5 or 0. */
export interface Row {
  /** The end of the game, in unix milliseconds. */
  at: number;
  kind: string;
  a: Player;
  b: Player;
  /** Whether player a moved first. */
  first: boolean;
  seed: number;
  points: number;
  plies: number;
}

export interface Line {
  player: Player;
  /** The opponent; undefined: all opponents together. */
  opponent?: Player;
  wins: number;
  draws: number;
  losses: number;
}

/** Returns the player with only the settings that the algorithm uses. */
export function playerOf(algorithm: string, depth: number, sims: number): Player {
  const { name } = readSpec(algorithm);
  if (name === "mcts") return { algorithm, sims };
  return hasDepth(name) ? { algorithm, depth } : { algorithm };
}

/** The player as text. Players with the same settings have the same text. */
export const nameOf = (p: Player): string =>
  p.algorithm + (p.depth ? `,depth=${p.depth}` : "") + (p.sims ? `,sims=${p.sims}` : "");

const isRow = (r: unknown): r is Row => {
  const row = r as Partial<Row> | null;
  return typeof row?.kind === "string" && typeof row.points === "number" && !!row.a?.algorithm && !!row.b?.algorithm;
};

/** All stored games, oldest first. */
export function kept(store: Storage): Row[] {
  try {
    const list = JSON.parse(store.getItem(SHELF) ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(isRow) : [];
  } catch {
    return [];
  }
}

/** Stores a game. It returns false if the device cannot store the game. */
export function keep(store: Storage, row: Row): boolean {
  try {
    store.setItem(SHELF, JSON.stringify([...kept(store), row].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the stored games of one kind, and returns them. */
export function forget(store: Storage, kind: string): Row[] {
  const all = kept(store);
  store.setItem(SHELF, JSON.stringify(all.filter((r) => r.kind !== kind)));
  return all.filter((r) => r.kind === kind);
}

/**
 * Puts deleted games back, before the games that were played after the deletion. It returns false
 * if the device cannot store them.
 */
export function restore(store: Storage, rows: readonly Row[]): boolean {
  try {
    store.setItem(SHELF, JSON.stringify([...rows, ...kept(store)].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Totals the games by player, or, if `apart` is true, by player and opponent. Each game counts for
 * both of its players.
 */
export function sum(rows: readonly Row[], apart: boolean): Line[] {
  const lines = new Map<string, Line>();
  for (const r of rows) {
    for (const [player, opponent, points] of [
      [r.a, r.b, r.points],
      [r.b, r.a, 1 - r.points],
    ] as const) {
      const key = apart ? `${nameOf(player)} ${nameOf(opponent)}` : nameOf(player);
      const line = lines.get(key) ?? { player, ...(apart ? { opponent } : {}), wins: 0, draws: 0, losses: 0 };
      if (points > 0.5) line.wins++;
      else if (points < 0.5) line.losses++;
      else line.draws++;
      lines.set(key, line);
    }
  }
  const order = (l: Line) => `${nameOf(l.player)} ${l.opponent ? nameOf(l.opponent) : ""}`;
  return [...lines.values()].toSorted((x, y) => order(x).localeCompare(order(y), "en", { numeric: true }));
}

/**
 * The win rate of a line with its 95 % interval by Wilson's method. Draws count only if `draws` is
 * true. It is null if no game counts.
 */
export function rate(l: Line, draws: boolean): { rate: number; low: number; high: number } | null {
  const n = l.wins + l.losses + (draws ? l.draws : 0);
  if (n === 0) return null;
  const p = (l.wins + (draws ? l.draws / 2 : 0)) / n;
  const z = 1.959964;
  const middle = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return { rate: p, low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) };
}

/** Formats the table as CSV, with the same columns as `kydai lab stats`. */
export function csv(kind: string, lines: readonly Line[]): string {
  const head =
    "game,player,algorithm,depth,opponent,opponent_algorithm,opponent_depth,games,wins,draws,losses,score,low,high,decided,decided_low,decided_high";
  const share = (v?: number) => (v === undefined ? "" : v.toFixed(4));
  const cell = (text: string) => (text.includes(",") ? `"${text}"` : text);
  const body = lines.map((l) => {
    const [all, decided] = [rate(l, true), rate(l, false)];
    const side = (p?: Player) => (p ? [cell(nameOf(p)), cell(p.algorithm), String(p.depth ?? "")] : ["", "", ""]);
    return [
      kind,
      ...side(l.player),
      ...side(l.opponent),
      l.wins + l.draws + l.losses,
      l.wins,
      l.draws,
      l.losses,
      share(all?.rate),
      share(all?.low),
      share(all?.high),
      share(decided?.rate),
      share(decided?.low),
      share(decided?.high),
    ].join(",");
  });
  return [head, ...body, ""].join("\n");
}
