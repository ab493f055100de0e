// Reads the data that the server puts into the page: the list of games and, for a page with a live
// board, the start state of its game.
import type { Listed, State } from "../session/messages";
import type { Lang } from "./i18n";

export interface Boot {
  lang: Lang;
  games: Listed[];
  /** The start position of the page's game, so that the board works before the rules are loaded. */
  start?: { kind: string; state: State };
  /**
   * The first position of the page's lesson, so that the board works before the rules are loaded.
   */
  lesson?: { kind: string; state: State };
  /** Whether the server offers online play. */
  online: boolean;
  /** The names of the operator's engine programs, by game. */
  engines?: Record<string, string[]>;
  /** Whether the server shows the gallery (a page with all components, for tests). */
  gallery: boolean;
  version: string;
}

function read(): Boot {
  const text = document.getElementById("boot")?.textContent;
  const given: Partial<Boot> = text ? (JSON.parse(text) as Partial<Boot>) : {};
  return { lang: "vi", games: [], online: false, gallery: import.meta.env.DEV, version: "dev", ...given };
}

export const boot: Boot = read();

/** The names of the games, in display order. */
export function kinds(): string[] {
  return boot.games.map((g) => g.name);
}

export function infoOf(kind: string): Listed | undefined {
  return boot.games.find((g) => g.name === kind);
}
