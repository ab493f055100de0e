// Shows the input field for typed moves.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tOr } from "../app/i18n";
import { settings } from "../app/settings";
import { note, said, tell } from "../app/shell";
import { notationOf } from "../session/rules";
import type { TableGame } from "./tablegame";

/**
 * The example move that the name of a notation contains in parentheses, which the field shows.
 */
export const exampleIn = (name: string): string | undefined => /[(（](.+)[)）]/u.exec(name)?.[1];

export function Command(p: {
  game: TableGame;
  input: RefObject<HTMLInputElement>;
  /** Called when the user presses Escape, to move the focus back to the board. */
  onLeave(): void;
  /** Called with a text that is not a legal move, and with the error code. */
  onRefused(text: string, code: string): void;
}) {
  // The typed move that waits for a second press of Enter, if moves must be confirmed.
  const asked = useRef("");
  // At the end of the game the field disappears. If the field has the focus, the focus moves to the
  // button for the next step.
  useEffect(
    () => () => {
      if (document.activeElement === p.input.current)
        setTimeout(() => document.querySelector<HTMLElement>(".act.main")?.focus());
    },
    [],
  );
  const written = exampleIn(tOr(`notation.${notationOf(p.game.kind)}`, ""));
  const example = written ?? p.game.state.value.legal?.[0]?.code;
  const submit = async (e: Event) => {
    e.preventDefault();
    const input = p.input.current!;
    const move = input.value.trim();
    if (settings.value.confirm && move !== asked.current) {
      asked.current = move;
      if (move) tell(t("board.again", { move }));
      return;
    }
    asked.current = "";
    // Remove the explanation for the previous refused move.
    note.value = said.value = "";
    if (!move) return;
    const done = await p.game.type(move);
    if (done === true) input.value = "";
    else if (done) {
      p.onRefused(move, done);
      input.select();
    }
  };
  return (
    <form class="command" onSubmit={(e) => void submit(e)}>
      <label>
        <span>
          {t("play.command")} <kbd aria-hidden="true">/</kbd>
        </span>
        <input
          ref={p.input}
          onKeyDown={(e) => e.key === "Escape" && p.onLeave()}
          placeholder={example && t("play.command.hint", { example })}
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
