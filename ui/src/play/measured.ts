// How strong the levels are: a rating made of what each level scored against
// the one below it. docs/strength.md has the matches; measured.json is made of
// it by `npm run measured`.
import scores from "./measured.json";

/** The rating that level 1 is given in every game. The scale is our own: it compares levels of one game, nothing else. */
export const ANCHOR = 1000;

/** By game, in per cent, from level 2 on; null where the step was not played. */
export const measured: Record<string, (number | null)[]> = scores;

/** The difference in Elo that a score in per cent stands for; null where it stands for none. */
export function eloOf(score: number | null | undefined): number | null {
  if (score === null || score === undefined || score <= 0 || score >= 100) return null;
  return 400 * Math.log10(score / (100 - score));
}

/** The rating of a level; null where a step on the way to it was not measured. */
export function ratingOf(kind: string, level: number): number | null {
  let sum = ANCHOR;
  for (let n = 2; n <= level; n++) {
    const step = eloOf(measured[kind]?.[n - 2]);
    if (step === null) return null;
    sum += step;
  }
  return measured[kind] ? Math.round(sum / 10) * 10 : null;
}
