// Lets the user choose a game in a form.
import { kinds } from "../app/boot";
import { t } from "../app/i18n";
import { Pick } from "./pick";
import { gameName } from "./words";

/** The choice of a game: its name, with a small board above it if `boards` is set. */
export function PickKind(p: { value: string; boards?: boolean; onPick(kind: string): void }) {
  return (
    <Pick
      label={t("game.choose")}
      class={p.boards ? "boards" : ""}
      name="kind"
      value={p.value}
      values={kinds()}
      text={gameName}
      onPick={p.onPick}
    />
  );
}
