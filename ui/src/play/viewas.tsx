// Shows a finished game with hidden pieces as each side saw it, as spectators saw it, or with all
// pieces.
import type { ReadonlySignal } from "@preact/signals";
import { t } from "../app/i18n";
import type { ViewAs as View } from "../session/views";
import { sideName } from "./words";

/** A game that can be shown in other views. */
export interface Seen {
  readonly kind: string;
  readonly mayLook?: ReadonlySignal<boolean>;
  readonly viewAs?: ReadonlySignal<View>;
  through?(viewAs: View): Promise<void>;
}

const all: readonly View[] = ["first", "second", "", "all"];

/** The field to choose a view. */
export function ViewAs({ game }: { game: Seen }) {
  const name = (v: View) =>
    v === "all" ? t("eyes.all") : v === "" ? t("eyes.onlooker") : t("eyes.side", { side: sideName(game.kind, v) });
  return (
    <label class="field eyes">
      <span>{t("eyes.label")}</span>
      <select value={game.viewAs?.value ?? ""} onChange={(e) => void game.through?.(e.currentTarget.value as View)}>
        {all.map((v) => (
          <option key={v} value={v}>
            {name(v)}
          </option>
        ))}
      </select>
    </label>
  );
}
