// Lets the user choose an engine level, and describes each level.
import { useSignal } from "@preact/signals";
import { infoOf } from "../app/boot";
import { lang, speakOf, t, tx } from "../app/i18n";
import { fitOf } from "../session/today";
import { useLater } from "./hooks";

export interface LevelProps {
  kind: string;
  /** The level; 0 means the opponent that matches the player's strength. */
  level: number;
  label?: string;
  /** The name of the radio group; needed if a page has several. */
  name?: string;
  onPick(n: number): void;
}

export function LevelPicker(p: LevelProps) {
  const most = infoOf(p.kind)?.levels ?? 9;
  const level = p.level || Math.round(fitOf(p.kind));
  const asked = useSignal(false);
  const rated = useLater(asked.value, async () => {
    await speakOf("people", lang.value);
    return import("../rate/strength");
  });
  return (
    <fieldset class="levels">
      <legend>{p.label ?? t("level.label")}</legend>
      <div class="row" role="radiogroup" aria-label={p.label ?? t("level.label")}>
        {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
          <label key={n} class="level">
            <input
              type="radio"
              name={`level-${p.name ?? p.label ?? ""}`}
              value={n}
              checked={level === n}
              aria-label={String(n)}
              onChange={() => p.onPick(n)}
            />
            <span data-face={n} title={tx(`level.name.${n}`)} />
            <small aria-hidden="true">{n}</small>
          </label>
        ))}
      </div>
      <p>
        <b>
          {level} · {tx(`level.name.${level}`)}
        </b>{" "}
        {tx(`level.about.${level}`)}
      </p>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={!p.level}
          checked={!p.level}
          onChange={() => p.onPick(p.level ? 0 : level)}
        />
        <span>
          {t("level.fit")} <small>{t("level.fit.about")}</small>
        </span>
      </label>
      <details onToggle={() => (asked.value = true)}>
        <summary>{t("level.elo")}</summary>
        {rated && <rated.Strength kind={p.kind} level={level} />}
      </details>
    </fieldset>
  );
}
