// Shows the text of a hint: first the piece and the idea, then the move and the line. This file is
// loaded with the first hint.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { punctuated, t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import type { LocalGame } from "../session/local";
import { bestOf } from "../session/thought";
import sheet from "../style/hint.css?url";
import { views } from "./board";
import { pieceName, placeName } from "./piecename";
import { explain, sentence, textsOf } from "./reasons";
import { moveText, valueWords } from "./words";

/** Shows the current hint. */
export function HintText({ game }: { game: LocalGame }) {
  const idea = useIdea(game);
  const dressed = useSignal(false);
  useEffect(() => void addSheet(sheet).then(() => (dressed.value = true)), []);
  // The hint belongs to the current position of the game, so it is not shown at earlier positions.
  // The hint replaces the status text.
  const text = game.past.value || game.ended.value ? "" : hintText(game, idea);
  return text && dressed.value ? (
    <p class="hint" role="status">
      {text}
    </p>
  ) : null;
}

/** The reason why the move of the hint is good; "" until the study module has found it. */
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
      () => undefined, // without the study module the hint has no reason
    );
    return () => {
      gone = true;
    };
  }, [thought]);
  return idea.value;
}

async function ideaOf(game: LocalGame, code: string): Promise<string> {
  const { kind, options, start, seed, deal, moves } = game.saved.value;
  const { width, turn, legal } = game.state.value;
  const [why, texts] = await Promise.all([
    explain({ game: kind, options, start, seed, deal, moves, code }),
    textsOf(kind),
  ]);
  const first = why?.reasons?.find((r) => r.role === "does");
  return first ? sentence(first, texts, { kind, width, turn, unsaid: legal.find((m) => m.code === code) }) : "";
}

/** The width of a region of the board, in cells. */
const REGION = 5;

/**
 * The region of the board that contains a square, as the region's first and last square. The result
 * does not reveal the square itself.
 */
export function regionOf(sq: number, width: number, height: number): [number, number] {
  const [x, y] = [sq % width, Math.floor(sq / width)].map((at) => at - (at % REGION)) as [number, number];
  const last = (from: number, size: number) => Math.min(from + REGION, size) - 1;
  return [y * width + x, last(y, height) * width + last(x, width)];
}

function hintText(game: LocalGame, idea: string): string {
  const h = game.hint.value;
  const view = views.value[game.kind];
  const { width, height, legal, turn } = game.state.value;
  const best = legal?.find((m) => h && m.code === bestOf(h.thought));
  const written = moveText(h?.texts[0] ?? (h ? bestOf(h.thought) : ""));
  if (!h || !view || !best || best.to < 0) return h ? t("hint.move", { move: written }) : "";
  const place = (sq: number) => placeName(game.kind, sq, width, turn);
  if (h.step === 1) {
    const piece = pieceName(game.kind, best.from, game.state.value, turn);
    const where = piece
      ? t("hint.piece", { piece, square: place(best.from) })
      : t("hint.stone", { square: regionOf(best.to, width, height).map(place).join("–") });
    return punctuated(`${where} ${idea}`.trim());
  }
  const move = t("hint.move", { move: written });
  const line = h.thought.lines[0];
  return punctuated(
    `${move} ${t("hint.line", { line: h.texts.map(moveText).join(" "), value: valueWords(game.kind, line?.points ?? 0, line?.mate, turn) })}`,
  );
}
