// Loads the data about opponents from a game's folder: characters, openings and the opening book.
// This file is loaded when an opponent plays.
import type { Side } from "../board";
import type { Messages, Lang } from "../app/i18n";
import { again } from "../wire/again";
import type { Facts, Weakness } from "./taste";

export interface Opening {
  name: string;
  side: Side;
  /**
   * The side's moves in order. Each step lists alternative moves; the step is complete after one of
   * these moves.
   */
  plan: string[][];
}

export interface Character {
  /** The name of the character's trait. */
  name: string;
  taste: Facts;
  /**
   * The weakness: a kind of move that this character overlooks more often than other characters of
   * the level.
   */
  weakness?: Weakness;
  /**
   * The largest loss of winning chance for a move that is chosen by `taste`; undefined: the usual
   * limit (SLACK).
   */
  slack?: number;
  /** The names of the openings that the character prefers. */
  likes?: string[];
  /** The node limit of the search for moves of about equal value. */
  nodes: number;
}

export interface Characters {
  openings: Opening[];
  /** The characters by level, the weakest first. */
  characters: Character[];
}

const sets = import.meta.glob<{ default: Characters }>("../../../games/*/text/characters.json");
const books = import.meta.glob<{ default: { lines: string[] } }>("../../../games/*/text/book.json");
const texts = import.meta.glob<{ default: Messages }>("../../../games/*/text/characters.*.json");

/** Loads the opponents of a game; null if the game's folder has none. */
export async function charactersOf(kind: string): Promise<Characters | null> {
  const file = sets[`../../../games/${kind}/text/characters.json`];
  return file ? ((await again(file)).default as Characters) : null;
}

/** Loads the lines of a game's opening book; empty if the game has no book. */
export async function bookOf(kind: string): Promise<string[]> {
  const file = books[`../../../games/${kind}/text/book.json`];
  return file ? (await again(file)).default.lines : [];
}

/** Loads the names of a game's openings in a language, by key. */
export async function openingTexts(kind: string, l: Lang): Promise<Messages> {
  const file = texts[`../../../games/${kind}/text/characters.${l}.json`];
  return file ? (await again(file)).default : {};
}

/** The character of a level. A level above the last character's level gets the last character. */
export const at = (all: Characters, level: number): Character | undefined =>
  all.characters[Math.min(level, all.characters.length) - 1];

/**
 * The opening that a character plays with a side: the opening that the user asked for, or a
 * preferred opening, chosen by the game's seed.
 */
export function openingFor(
  all: Characters,
  who: Character,
  side: Side,
  seed: number,
  asked?: string,
): Opening | undefined {
  const wish = all.openings.find((o) => o.name === asked);
  if (wish) return wish.side === side ? wish : undefined;
  const liked = all.openings.filter((o) => o.side === side && who.likes?.includes(o.name));
  return liked[seed % liked.length];
}

/**
 * The moves that continue an opening: the first step of the opening's plan that contains none of
 * the side's own moves (`own`).
 */
export const wanted = (o: Opening, own: readonly string[]): string[] =>
  o.plan.find((step) => !step.some((code) => own.includes(code))) ?? [];
