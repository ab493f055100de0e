// Shows the panel under the board while a solution is played.
import { t } from "../app/i18n";
import { WhyButton } from "../play/act";
import { sideName } from "../play/words";
import type { Note, PlayOut } from "./playout";
import { refusal } from "./words";

function noteText(kind: string, out: PlayOut, note: Note): string {
  const side = sideName(kind, out.question.side);
  switch (note.kind) {
    case "done":
      return t(out.question.goal === "draw" ? "solve.play.drawn" : "solve.play.won", { side });
    case "missed":
      return note.move
        ? t("solve.play.missed", { n: out.question.moves, move: note.move })
        : t("solve.play.late", { n: out.question.moves });
    case "fault":
      return refusal(kind, note.fault);
    case "busy":
      return t("solve.play.busy");
    default:
      return t("solve.play.how", { side });
  }
}

export function PlayStrip({ kind, out, onEnd }: { kind: string; out: PlayOut; onEnd(): void }) {
  const note = out.note.value;
  // Reading the signal's value makes this component draw the buttons again whenever the signal
  // changes.
  void out.state.value;
  return (
    <section class="solve" aria-label={t("solve.play")}>
      <h2>{t("solve.play")}</h2>
      <p role="status" data-note={note.kind || (out.yours ? "yours" : "busy")}>
        {noteText(kind, out, note)}
      </p>
      <div class="more">
        <WhyButton class="button" why={out.mayUndo ? "" : t("editor.undo.none")} onClick={() => void out.undo()}>
          {t("solve.play.back")}
        </WhyButton>
        <button type="button" class="button main" onClick={onEnd}>
          {t("solve.play.end")}
        </button>
      </div>
    </section>
  );
}
