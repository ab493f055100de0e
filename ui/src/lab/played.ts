// Says which of the moves that a user has typed cannot be played, and how a move is written.
import { t } from "../app/i18n";
import { errorText } from "../play/words";
import { noMove } from "../session/desk";
import type { Reply, Request } from "../session/messages";

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
