// Decides what the page of an online game says about an opponent who is not there, and to which
// page a game belongs.
import type { Side } from "../board";
import { t } from "../app/i18n";
import type { OnlineGame } from "../session/online";
import type { Ended } from "../session/saved";
import type { Home } from "./offers";

/** Whether a side has made a move in the game. */
export const hasMoved = ({ moved, state }: Pick<OnlineGame, "moved" | "state">, s: Side): boolean =>
  moved > 1 || (moved === 1 && state.value.turn !== s);

/**
 * Whether the teacher has stopped the game of a child. Only the server stops a game without naming a
 * side, and it does so when a simul ends.
 */
export const stopped = (end: Ended | null): boolean => end?.why === "abort" && (end.by ?? "none") === "none";

/** Whether this tab belongs to a child of a class; the page of the class stores this. */
export const isChild = (): boolean => sessionStorage.getItem("kydai.class") !== null;

/** The page to which the viewer returns after a game: the tournament, or the class of a child. */
export function homeOf(event: string | undefined, child: boolean, end: Ended | null): Home | undefined {
  if (event !== undefined)
    return { text: t("event.match.back"), href: `/event/${encodeURIComponent(event)}`, only: true };
  return child ? { text: t("simul.match.back"), href: "/classes", only: stopped(end) } : undefined;
}
