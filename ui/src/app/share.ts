// Shares links. The panel with the link, its QR code and pictures is loaded when a user opens it.
import { again } from "../wire/again";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { lang, speakOf, t } from "./i18n";
import { tell } from "./shell";

/** A game or a position, given by its moves: the content of a link to an analysis. */
export interface Played {
  start: string;
  options: Record<string, string>;
  /**
   * The codes of the moves as the public may know them: a revealed piece is named, a hidden piece
   * is not.
   */
  codes: readonly string[];
}

/** A board as it is displayed, for a work sheet. */
export interface Shown {
  cells: string[];
  width: number;
  height: number;
  turn: "first" | "second";
}

/** The game, position or study that a share sheet shares. */
export interface Subject {
  title: string;
  kind: string;
  /** The path of the subject's page. Without a path the link leads to an analysis of `played`. */
  path?: string;
  /** The id of a match, which the server draws as spectators see it. */
  match?: string;
  played?: Played;
  /** The number of moves in the shown position. */
  ply?: number;
  /** Whether the game is over. If so, an animation shows the whole game. */
  over?: boolean;
  /**
   * The result of the game in the link and the names of its players, as query parameters of the
   * link.
   */
  told?: Record<string, string>;
  /** Whether the second side is at the bottom. */
  flip?: boolean;
  /** The shown position, for a worksheet. */
  shown?: Shown;
  /** Whether the link lacks names, comments or variations that the record has. */
  partly?: boolean;
  /** Whether the link contains a variation up to the shown move and not the main line. */
  branch?: boolean;
  /** The path of the shown move in the tree of a study. */
  at?: readonly number[];
  /** The stored game, from which the record file is made. */
  saved?: Saved;
}

/** Loads the module of the share sheet, with its texts and its style. */
export async function shareSheet() {
  const [sheet] = await Promise.all([again(() => import("../play/sharesheet")), speakOf("share", lang.value)]);
  await sheet.ready();
  return sheet;
}

/** Opens the share sheet for a subject or for a game on this device. */
export async function share(subject: Subject | LocalGame): Promise<void> {
  try {
    (await shareSheet()).open(subject);
  } catch {
    tell(t("error.offline"));
  }
}
