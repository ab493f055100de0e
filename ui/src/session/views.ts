// Whose eyes a game is looked at with.
import type { Side } from "../board";

/** Whose eyes a state is for; "" is a spectator. */
export type View = Side | "";
/** A viewer, or "all": everything is shown, once the game is over. */
export type Eyes = View | "all";
