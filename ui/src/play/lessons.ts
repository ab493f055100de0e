// Loads the steps of the lessons: positions and goals, with texts in the reader's
// language.
import type { Lang } from "../app/i18n";
import { again } from "../wire/again";

export interface Step {
  start: string;
  moves: string[];
  goal: string[];
  text: string;
}

const steps = import.meta.glob<{ default: Omit<Step, "text">[] }>("../../../games/*/text/lessons.json");
const texts = import.meta.glob<{ default: string[] }>("../../../games/*/text/lessons.*.json");

export const hasLessons = (kind: string): boolean => `../../../games/${kind}/text/lessons.json` in steps;

/**
 * The title of a step: its first sentence without the ** marks; if the title ends with a colon, the
 * colon is removed.
 */
export const titleOf = (s: Pick<Step, "text">): string =>
  (/^.*?[.:。：！!](?=\s|$|[^\d])/u.exec(s.text)?.[0] ?? s.text).replaceAll("**", "").replace(/[:：]$/u, "");

/**
 * The coordinates for the boards of a game's lessons, so that the board shows what the texts speak of: letters if a
 * text names a square, such as b2, otherwise the first of the game's kinds of coordinates.
 */
export const coordinatesOf = (list: readonly Pick<Step, "text">[], known: readonly string[] = []): string =>
  list.some((s) => /\b[a-z]\d/u.test(s.text)) ? "letters" : (known[0] ?? "letters");

/** Loads the lessons of a game in a language; empty if the game has no lessons. */
export async function lessonsOf(kind: string, l: Lang): Promise<Step[]> {
  const file = steps[`../../../games/${kind}/text/lessons.json`];
  const words = texts[`../../../games/${kind}/text/lessons.${l}.json`];
  if (!file || !words) return [];
  const [list, said] = await Promise.all([again(file), again(words)]);
  return list.default.map(({ start, moves, goal }, i) => ({ start, moves, goal, text: said.default[i] ?? "" }));
}
