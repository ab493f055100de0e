// Lists the views in which a game can be shown.
import type { Side } from "../board";

/** The side whose view it is; "" is a spectator. */
export type View = Side | "";
/** A view, or "all": all pieces are shown after the end. */
export type ViewAs = View | "all";
