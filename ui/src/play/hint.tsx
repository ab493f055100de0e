// The text of a hint: the piece and the idea, then the move, then the line. Loaded with the first hint.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import type { LocalGame } from "../session/local";
import { bestOf } from "../session/thought";
import { views } from "./board";
import { explain, sentence, textsOf } from "./reasons";
import { moveText, pieceName, placeName, valueWords } from "./words";

/** The current hint. */
export function HintText({ game }: { game: LocalGame }) {
  const idea = useIdea(game);
  const text = hintText(game, idea);
  return text ? (
    <p class="hint" role="status">
      {text}
    </p>
  ) : null;
}

/** Why the move of the hint is good, once it is known. */
function useIdea(game: LocalGame): string {
  const idea = useSignal("");
  const thought = game.hint.value?.thought;
  useEffect(() => {
    idea.value = "";
    if (!thought) return;
    let gone = false;
    ideaOf(game, bestOf(thought)).then(
      (text) => {
        if (!gone) idea.value = text;
      },
      () => undefined, // without the study module there is a hint all the same
    );
    return () => {
      gone = true;
    };
  }, [thought]);
  return idea.value;
}

async function ideaOf(game: LocalGame, code: string): Promise<string> {
  const { kind, options, start, seed, deal, moves } = game.saved.value;
  const { width, turn } = game.state.value;
  const [why, texts] = await Promise.all([
    explain({ game: kind, options, start, seed, deal, moves, code }),
    textsOf(kind),
  ]);
  const first = why?.reasons?.find((r) => r.role === "does");
  return first ? sentence(first, texts, { kind, width, turn }) : "";
}

function hintText(game: LocalGame, idea: string): string {
  const h = game.hint.value;
  const view = views.value[game.kind];
  const { width, legal, turn } = game.state.value;
  const best = legal?.find((m) => h && m.code === bestOf(h.thought));
  const written = moveText(h?.texts[0] ?? (h ? bestOf(h.thought) : ""));
  if (!h || !view || !best || best.to < 0) return h ? t("hint.move", { move: written }) : "";
  const place = (sq: number) => placeName(game.kind, sq, width, turn);
  if (h.step === 1) {
    const piece = pieceName(game.kind, best.from, game.state.value, turn);
    const where = piece
      ? t("hint.piece", { piece, square: place(best.from) })
      : t("hint.stone", { square: place(best.to) });
    return `${where} ${idea}`.trim();
  }
  const move = t("hint.move", { move: written });
  if (h.step === 2) return move;
  const line = h.thought.lines[0];
  return `${move} ${t("hint.line", { line: h.texts.map(moveText).join(" "), value: valueWords(game.kind, line?.points ?? 0, line?.mate, turn) })}`;
}
