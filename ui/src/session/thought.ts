// Reads the result of an engine search.
import type { Thought } from "./messages";

/** The engine's best move; "" if there is none. */
export const bestOf = (t: Thought): string => t.lines[0]?.codes[0] ?? "";
