// The input field for typed moves.
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { t, tOr } from "../app/i18n";
import { settings } from "../app/settings";
import { note, tell } from "../app/shell";
import { notationOf } from "../session/rules";
import type { TableGame } from "./tablegame";

export function Command(p: {
  game: TableGame;
  input: RefObject<HTMLInputElement>;
  /** Called on Escape: the focus returns to the board. */
  onLeave(): void;
}) {
  const text = useSignal("");
  // The move that waits for a second press, where moves are confirmed.
  const asked = useRef("");
  // The name of a notation contains an example.
  const written = /\((.+)\)/.exec(tOr(`notation.${notationOf(p.game.kind)}`, ""))?.[1];
  const example = () => written ?? p.game.state.value.legal?.[0]?.code ?? "";
  const submit = async (e: Event) => {
    e.preventDefault();
    const move = text.value.trim();
    if (settings.value.confirm && move !== asked.current) {
      asked.current = move;
      if (move) tell(t("board.again", { move }));
      return;
    }
    asked.current = "";
    // What was wrong with the move before is said no longer.
    note.value = "";
    if (move && (await p.game.type(move))) text.value = "";
  };
  return (
    <form class="command" onSubmit={(e) => void submit(e)}>
      <label>
        <span>
          {t("play.command")} <kbd aria-hidden="true">/</kbd>
        </span>
        <input
          ref={p.input}
          value={text}
          onInput={(e) => (text.value = e.currentTarget.value)}
          onKeyDown={(e) => e.key === "Escape" && p.onLeave()}
          placeholder={example() ? t("play.command.hint", { example: example() }) : ""}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
      </label>
      <button type="submit" class="button">
        {t("play.command.go")}
      </button>
    </form>
  );
}
