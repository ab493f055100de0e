// Computes ratings of the engine levels from the score of each level against the level below.
// docs/strength.md documents the matches; `npm run measured` creates measured.json from that file.
import scores from "./measured.json";

/** The rating of level 1 in every game. The scale only compares levels of the same game. */
export const ANCHOR = 1000;

/** Scores by game in percent, beginning with level 2 against level 1; null if not measured. */
export const measured: Record<string, (number | null)[]> = scores;

/**
 * The Elo difference that corresponds to a score in percent; null if the score is missing, 0 or
 * 100.
 */
export function eloOf(score: number | null | undefined): number | null {
  if (score === null || score === undefined || score <= 0 || score >= 100) return null;
  return 400 * Math.log10(score / (100 - score));
}

/** The rating of a level, or null if a level below it was not measured. */
export function ratingOf(kind: string, level: number): number | null {
  let sum = ANCHOR;
  for (let n = 2; n <= level; n++) {
    const step = eloOf(measured[kind]?.[n - 2]);
    if (step === null) return null;
    sum += step;
  }
  return measured[kind] ? Math.round(sum / 10) * 10 : null;
}
