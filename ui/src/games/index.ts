// The games one can draw: the folders beside this file, loaded when asked for.

import type { GameView } from "../board";

const folders = import.meta.glob<{ view: GameView }>("./*/index.ts");

/** The look of a game by its name, with the code that only it needs. */
export async function loadGame(name: string): Promise<GameView> {
  const folder = folders[`./${name}/index.ts`];
  if (!folder) throw new Error(`no board for ${name}`);
  return (await folder()).view;
}
