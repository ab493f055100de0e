// After a game with hidden pieces: shows it as each side saw it, as spectators saw it, or with all pieces.
import type { ReadonlySignal } from "@preact/signals";
import { infoOf } from "../app/boot";
import { t } from "../app/i18n";
import type { Eyes as View } from "../session/views";
import { sideName } from "./words";

/** A game that can be shown in other views. */
export interface Seen {
  readonly kind: string;
  readonly mayLook?: ReadonlySignal<boolean>;
  readonly eyes?: ReadonlySignal<View>;
  through?(eyes: View): Promise<void>;
}

/** Whether a game has hidden pieces: then it can be opened as a side's view. */
export const hides = (kind: string): boolean => infoOf(kind)?.options?.some((o) => o.name === "view") ?? false;

const all: readonly View[] = ["first", "second", "", "all"];

export function Eyes({ game }: { game: Seen }) {
  if (!game.mayLook?.value || !hides(game.kind)) return null;
  const name = (v: View) =>
    v === "all" ? t("eyes.all") : v === "" ? t("eyes.onlooker") : t("eyes.side", { side: sideName(game.kind, v) });
  return (
    <label class="field eyes">
      <span>{t("eyes.label")}</span>
      <select value={game.eyes?.value ?? ""} onChange={(e) => void game.through?.(e.currentTarget.value as View)}>
        {all.map((v) => (
          <option key={v} value={v}>
            {name(v)}
          </option>
        ))}
      </select>
    </label>
  );
}
