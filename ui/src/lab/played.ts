// Says which of the moves that a user has typed cannot be played, and how a move is written.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { errorText } from "../play/words";
import { noMove } from "../session/desk";
import type { Reply, Request } from "../session/messages";
import { lab } from "./desk";

/**
 * Names the first move that cannot be played, with an example of a legal move in its place; "" if
 * all moves can be played.
 */
export async function wrongMove(
  ask: (q: Request) => Promise<Reply>,
  kind: string,
  moves: readonly string[],
): Promise<string> {
  let example = "";
  for (let n = 0; n <= moves.length; n++) {
    try {
      const { session, state } = await ask({ op: "new", game: kind, moves: moves.slice(0, n), seed: 1 });
      await ask({ op: "drop", session });
      example = state?.legal?.find((m) => m.to >= 0)?.code ?? example;
    } catch (e) {
      const code = noMove(e);
      if (!code) throw e;
      return t("lab.played.wrong", { n, move: moves[n - 1] ?? "", fault: errorText(code), example });
    }
  }
  return "";
}

/** Two legal first moves of a game as codes, as an example of how moves are typed. */
export async function exampleOf(ask: (q: Request) => Promise<Reply>, kind: string): Promise<string> {
  const moves: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { session, state } = await ask({ op: "new", game: kind, moves, seed: 1 });
    await ask({ op: "drop", session });
    const code = state?.legal?.find((m) => m.to >= 0)?.code;
    if (!code) break;
    moves.push(code);
  }
  return moves.join(" ");
}

/** The example of exampleOf; "" until the lab's module is loaded. */
export function useExample(kind: string): string {
  const example = useSignal("");
  useEffect(() => {
    let gone = false;
    exampleOf((q) => lab.ask(q), kind).then(
      (found) => void (gone || (example.value = found)),
      () => undefined,
    );
    return () => void (gone = true);
  }, [kind]);
  return example.value;
}
