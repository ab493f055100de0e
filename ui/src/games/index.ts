// Loads the UI of a game from games/<name>/ui on demand.

import type { GameView } from "../board";
import { again } from "../wire/again";

const folders = import.meta.glob<{ view: GameView }>("../../../games/*/ui/index.ts");

/** Loads the view of a game with its code. */
export async function loadGame(name: string): Promise<GameView> {
  const folder = folders[`../../../games/${name}/ui/index.ts`];
  if (!folder) throw new Error(`no board for ${name}`);
  return (await again(folder)).view;
}
