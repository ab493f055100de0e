// Lists the views in which a game can be shown.
import type { Side } from "../board";

/** The side whose view is shown; "" is the view of a spectator. */
export type View = Side | "";
/** A view, or "all" for all pieces, which is possible only after the end. */
export type ViewAs = View | "all";
