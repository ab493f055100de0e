// Reports which games have hidden pieces.
import { infoOf } from "../app/boot";

/**
 * Whether a game has hidden pieces. Such a game has the option "view", because it can be opened in
 * the view of one side.
 */
export const hides = (kind: string): boolean => infoOf(kind)?.options?.some((o) => o.name === "view") ?? false;
