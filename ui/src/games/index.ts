// The games one can draw: games/<name>/ui, loaded when asked for.

import type { GameView } from "../board";
import { again } from "../wire/again";

const folders = import.meta.glob<{ view: GameView }>("../../../games/*/ui/index.ts");

/** The look of a game by its name, with the code that only it needs. */
export async function loadGame(name: string): Promise<GameView> {
  const folder = folders[`../../../games/${name}/ui/index.ts`];
  if (!folder) throw new Error(`no board for ${name}`);
  return (await again(folder)).view;
}
