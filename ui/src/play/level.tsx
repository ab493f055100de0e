// How strong the machine is, with a line about each level.
import { infoOf } from "../app/boot";
import { t, tx } from "../app/i18n";
import { measured } from "./measured";

export function LevelPicker(p: { kind: string; level: number; label?: string; onPick(n: number): void }) {
  const most = infoOf(p.kind)?.levels ?? 8;
  const score = measured[p.kind]?.[p.level - 2];
  return (
    <fieldset class="levels">
      <legend>{p.label ?? t("level.label")}</legend>
      <div class="row" role="radiogroup" aria-label={p.label ?? t("level.label")}>
        {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
          <label key={n} class="level">
            <input type="radio" name={`level-${p.label ?? ""}`} value={n} checked={p.level === n} onChange={() => p.onPick(n)} />
            <span>{n}</span>
          </label>
        ))}
      </div>
      <p>
        {tx(`level.about.${p.level}`)} {score ? t("level.step", { n: score }) : ""}
      </p>
    </fieldset>
  );
}
