// Shows a number field with bounds.
import { useSignal } from "@preact/signals";
import { number, t } from "../app/i18n";

/**
 * A number field. While the user types a number outside the bounds, the form gets the nearest number
 * inside, and the field names the bounds. The nearest number replaces what was typed when the user
 * leaves the field.
 */
export function NumberField(p: {
  label: string;
  value: number;
  /** The smallest allowed number; the default is 0. */
  least?: number;
  most: number;
  /** The step of the arrow keys; numbers without a step are whole. */
  step?: number;
  onChange(n: number): void;
}) {
  const least = p.least ?? 0;
  // What the user is typing; null if the field shows the number of the form.
  const typed = useSignal<string | null>(null);
  const outside = useSignal(false);
  const type = (text: string) => {
    const n = Number(text);
    const within = Math.max(least, Math.min(p.most, n || 0));
    typed.value = text;
    outside.value = !text || n !== within;
    p.onChange(p.step ? within : Math.round(within));
  };
  return (
    <label class="field">
      <span>
        {p.label}
        <small aria-live="polite">
          {outside.value && ` ${t("number.range", { least: number(least), most: number(p.most) })}`}
        </small>
      </span>
      <input
        type="number"
        min={least}
        max={p.most}
        step={p.step}
        value={typed.value ?? p.value}
        aria-invalid={(typed.value !== null && outside.value) || undefined}
        onInput={(e) => type(e.currentTarget.value)}
        onChange={() => (typed.value = null)}
        onBlur={() => (typed.value = null)}
      />
    </label>
  );
}
