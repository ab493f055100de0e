// Creates the engines, the library and the open games of this device.
import { lang } from "../app/i18n";
import { views } from "../play/board";
import { again } from "../wire/again";
import { WorkerDesk } from "./desk";
import { Desks } from "./desks";
import { LocalGame, type Deps } from "./local";
import type { State } from "./messages";
import { notationOf, rules } from "./rules";
import { fresh, Library, type NewGame, type Saved } from "./saved";
import { today } from "./today";

export const engine = new Desks();
const lab = new WorkerDesk("lab");
export const library = new Library(localStorage);

export function deps(kind: string): Deps {
  return {
    rules,
    engine,
    lab,
    save: (s) => library.put(s),
    now: () => Date.now(),
    notation: () => notationOf(kind),
    lang: () => lang.value,
    // If the module opponent.ts cannot be loaded, for example without a connection, the engine's
    // own best move is played.
    answer: (game, seat) =>
      again(() => import("./opponent").then((m) => m.answer)).then(
        (answer) => answer(game, seat),
        () => game.plain(seat),
      ),
    swapped: (position) => views.value[kind]?.colour?.(position, "first") === "second",
  };
}

/**
 * Creates a game. An opponent that matches the player's strength gets its current level. The game
 * is stored after its first move.
 */
export const begin = (g: NewGame): Saved => {
  const { first, second } = g.seats;
  return fresh(
    { ...g, seats: { first: today(g.kind, first), second: today(g.kind, second) } },
    Date.now(),
    Math.random,
  );
};

/** Opens a game. */
export const open = (saved: Saved): Promise<LocalGame> => LocalGame.open(saved, deps(saved.kind));

/** Opens a game whose start state is known, before the rules module is loaded. */
export const openAt = (saved: Saved, start: State): LocalGame => new LocalGame(saved, start, deps(saved.kind));
