// What an engine thought, read.
import type { Thought } from "./messages";

/** The move that an engine would play; "" if it knows none. */
export const bestOf = (t: Thought): string => t.lines[0]?.codes[0] ?? "";
