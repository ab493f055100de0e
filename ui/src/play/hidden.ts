// Tells which games have hidden pieces.
import { infoOf } from "../app/boot";

/** Whether a game has hidden pieces: then it can be opened as a side's view. */
export const hides = (kind: string): boolean => infoOf(kind)?.options?.some((o) => o.name === "view") ?? false;
