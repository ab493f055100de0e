// The opponents of a game as data of its folder: characters, openings and the book. Loaded when an opponent plays.
import type { Side } from "../board";
import type { Messages, Lang } from "../app/i18n";
import { again } from "../wire/again";
import type { Facts } from "./taste";

export interface Opening {
  name: string;
  side: Side;
  /** The side's moves in their order; a step is done by any of its moves. */
  plan: string[][];
}

export interface Character {
  /** The name of its trait. */
  name: string;
  taste: Facts;
  /** The names of openings that it likes. */
  likes?: string[];
  /** The limit of the search that finds moves of about equal value. */
  nodes: number;
}

export interface Characters {
  openings: Opening[];
  /** By level, the weakest first. */
  characters: Character[];
}

const sets = import.meta.glob<{ default: Characters }>("../../../games/*/text/characters.json");
const books = import.meta.glob<{ default: { lines: string[] } }>("../../../games/*/text/book.json");
const texts = import.meta.glob<{ default: Messages }>("../../../games/*/text/characters.*.json");

/** The opponents of a game; null if its folder has none. */
export async function charactersOf(kind: string): Promise<Characters | null> {
  const file = sets[`../../../games/${kind}/text/characters.json`];
  return file ? ((await again(file)).default as Characters) : null;
}

/** The lines of a game's book; none without a book. */
export async function bookOf(kind: string): Promise<string[]> {
  const file = books[`../../../games/${kind}/text/book.json`];
  return file ? (await again(file)).default.lines : [];
}

/** The names of a game's openings by key. */
export async function openingTexts(kind: string, l: Lang): Promise<Messages> {
  const file = texts[`../../../games/${kind}/text/characters.${l}.json`];
  return file ? (await again(file)).default : {};
}

/** The character of a level; a level beyond the last one has the last one's. */
export const at = (all: Characters, level: number): Character | undefined =>
  all.characters[Math.min(level, all.characters.length) - 1];

/** The opening that a character plays for a side: the one it was asked for, or one that it likes, by the seed of the game. */
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

/** The moves with which an opening goes on: the first step of its plan that is not done yet. */
export const wanted = (o: Opening, own: readonly string[]): string[] =>
  o.plan.find((step) => !step.some((code) => own.includes(code))) ?? [];
