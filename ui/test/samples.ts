// Reads the sample boards of all games (games/<game>/ui/samples.json) for the
// gallery and for tests. Example games are left out.
import { readFileSync } from "node:fs";
import { filesOf } from "../scripts/games.mjs";
import type { Mark, Side, Target } from "../src/board";

export interface Sample {
  name: string;
  cells: string[];
  width: number;
  height: number;
  turn: Side;
  legal: Target[];
  premoves: Target[];
  last: [number, number] | null;
  marks: Mark[];
  position: string;
}

/** The samples of each game by its name. */
export const samples: Record<string, Sample[]> = Object.fromEntries(
  Array.from(filesOf("ui/samples.json"), ([game, file]) => [game, JSON.parse(readFileSync(file, "utf8")) as Sample[]]),
);

/** The sample board of a game with the given name. */
export function sampleOf(game: string, name: string): Sample {
  const s = samples[game]?.find((x) => x.name === name);
  if (!s) throw new Error(`no ${game}/${name}`);
  return s;
}
