// Lets the user choose the format of a game record.
import type { Signal } from "@preact/signals";
import { t } from "../app/i18n";

export function FormatField(p: {
  value: Signal<string>;
  formats: readonly string[];
  /** Adds the choice "", which means: detect the format. */
  auto?: boolean;
}) {
  return (
    <label class="field">
      <span>{t("import.format")}</span>
      <select value={p.value} onChange={(e) => (p.value.value = e.currentTarget.value)}>
        {p.auto && <option value="">{t("import.auto")}</option>}
        {p.formats.map((f) => (
          <option key={f} value={f}>
            {f.toUpperCase()}
          </option>
        ))}
      </select>
    </label>
  );
}
