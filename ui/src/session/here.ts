// The desks, the library and the games of this page.
import { infoOf } from "../app/boot";
import { lang, type Lang } from "../app/i18n";
import { settings } from "../app/settings";
import { views } from "../play/board";
import { WorkerDesk } from "./desk";
import { Desks } from "./desks";
import { LocalGame, type Deps } from "./local";
import type { State } from "./messages";
import { fresh, Library, type NewGame, type Saved } from "./saved";

export const rules = new Desks();
export const engine = new Desks();
const lab = new WorkerDesk("lab");
export const library = new Library(localStorage);

/** Notations that belong to a language of the client. */
const homely: Partial<Record<Lang, string>> = { vi: "vietnamese" };

/** The notation that the viewer wants for a game: the one chosen, the one of the language, or the usual one. */
export function notationOf(kind: string): string {
  const known = infoOf(kind)?.notations ?? [];
  const own = homely[lang.value] ?? "";
  return settings.value.notation[kind] || (known.includes(own) ? own : known[0]) || "";
}

export function deps(kind: string): Deps {
  return {
    rules,
    engine,
    lab,
    save: (s) => library.put(s),
    now: () => Date.now(),
    notation: () => notationOf(kind),
    lang: () => lang.value,
    swapped: (position) => views.value[kind]?.colour?.(position, "first") === "second",
  };
}

/** A new game; it is kept from its first move on. */
export const begin = (g: NewGame): Saved => fresh(g, Date.now(), Math.random);

/** Opens a game. */
export const open = (saved: Saved): Promise<LocalGame> => LocalGame.open(saved, deps(saved.kind));

/** Opens a game before its first move, whose start is known: at once, before the rules are loaded. */
export const openAt = (saved: Saved, start: State): LocalGame => new LocalGame(saved, start, deps(saved.kind));
