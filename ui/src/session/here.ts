// The desks, the library and the games of this page.
import { infoOf } from "../app/boot";
import { settings } from "../app/settings";
import { WorkerDesk } from "./desk";
import { LocalGame, type Deps } from "./local";
import type { State } from "./messages";
import { fresh, Library, type NewGame, type Saved } from "./saved";

export const rules = new WorkerDesk();
export const engine = new WorkerDesk();
export const library = new Library(localStorage);

/** The notation that the viewer wants for a game: as the games list them, the usual one first. */
export function notationOf(kind: string): string {
  return settings.value.notation[kind] || infoOf(kind)?.notations?.[0] || "";
}

function deps(kind: string): Deps {
  return {
    rules,
    engine,
    save: (s) => library.put(s),
    now: () => Date.now(),
    notation: () => notationOf(kind),
  };
}

/** A new game; it is kept from its first move on. */
export const begin = (g: NewGame): Saved => fresh(g, Date.now(), Math.random);

/** Opens a game. With a start in hand it is there at once. */
export async function open(saved: Saved, start?: State): Promise<LocalGame> {
  if (start && saved.moves.length === 0 && saved.undone.length === 0) {
    return new LocalGame(saved, start, deps(saved.kind));
  }
  return LocalGame.open(saved, deps(saved.kind));
}
