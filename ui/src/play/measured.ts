// What each level scored against the one below it, in per cent, from level 2
// on; docs/strength.md says how it was measured.
import scores from "./measured.json";

export const measured: Record<string, number[]> = scores;
