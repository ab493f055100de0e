// Explains the fault of a position in the user's language. The rules module returns a code and
// values: see game.Error in Go.
import { tOr, tx } from "../app/i18n";
import type { Problem } from "../session/messages";
import { lookOf, views } from "./board";

/** The kinds of values in each fault, in the order in which the rules return them. */
export const faults: Record<string, readonly ("piece" | "side" | "at" | "n" | "most")[]> = {
  one: ["piece"],
  most: ["piece", "n", "most"],
  pieces: ["side", "n", "most"],
  place: ["piece", "at"],
  check: ["side"],
  facing: [],
  hidden: ["side"],
  castle: [],
  passing: [],
  ranks: ["n", "most"],
  rank: ["at", "n", "most"],
  letter: ["piece"],
  turn: [],
};

function pieceName(kind: string, token: string): string {
  const at = { sq: 0, width: 1, height: 1, orientation: "first" as const, look: lookOf(kind) };
  const piece = views.value[kind]?.piece(token, at);
  return piece ? tx(piece.name) : token;
}

/** The reason why a position is invalid, as a sentence. */
export function positionFault(kind: string, { why = "", values = [] }: Pick<Problem, "why" | "values">): string {
  const params: Record<string, string> = {};
  for (const [i, name] of (faults[why] ?? []).entries()) {
    const value = values[i] ?? "";
    params[name] =
      name === "side" ? tx(`side.${value}`) : name === "piece" && why !== "letter" ? pieceName(kind, value) : value;
  }
  return tOr(`fault.${why}`, tx("fault.text"), params);
}
