// Shares links. The panel with the link, its QR code and pictures is loaded when a user opens it.
import { again } from "../wire/again";
import type { LocalGame } from "../session/local";
import type { Saved } from "../session/saved";
import { lang, speakOf, t } from "./i18n";
import { tell } from "./shell";

/** A game or a position as its moves: what a link to an analysis contains. */
export interface Played {
  start: string;
  options: Record<string, string>;
  /** The codes that everybody may read: a piece that turned up is named, hidden ones are not. */
  codes: readonly string[];
}

/** A board as it is shown. */
export interface Shown {
  cells: string[];
  width: number;
  height: number;
  turn: "first" | "second";
}

/** The subject of a share sheet. */
export interface Subject {
  title: string;
  kind: string;
  /** The path of its page. Without it the link leads to an analysis of `played`. */
  path?: string;
  /** The id of a match, which the server draws as spectators see it. */
  match?: string;
  played?: Played;
  /** The number of moves in the shown position. */
  ply?: number;
  /** Whether the game is over, so that an animation shows all of it. */
  over?: boolean;
  /** How a game ended that the link contains, and who played it, as the address says them. */
  told?: Record<string, string>;
  /** Whether the second side is at the bottom. */
  flip?: boolean;
  /** The shown position, for a work sheet. */
  shown?: Shown;
  /** The link lacks names, comments or variations that the record has. */
  partly?: boolean;
  /** The link has a variation up to the shown move, not the main line. */
  branch?: boolean;
  /** The path of the shown move of a study. */
  at?: readonly number[];
  /** The stored game, for its record. */
  saved?: Saved;
}

/** The module of the share sheet, with its texts and its style. */
export async function shareSheet() {
  const [sheet] = await Promise.all([again(() => import("../play/sharesheet")), speakOf("share", lang.value)]);
  await sheet.ready();
  return sheet;
}

/** Opens the share sheet of a subject or of a game on this device. */
export async function share(subject: Subject | LocalGame): Promise<void> {
  try {
    (await shareSheet()).open(subject);
  } catch {
    tell(t("error.offline"));
  }
}
