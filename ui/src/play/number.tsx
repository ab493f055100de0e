// Shows a number field with bounds.
export function NumberField(p: {
  label: string;
  value: number;
  /** The smallest allowed number; the default is 0. */
  least?: number;
  most: number;
  onChange(n: number): void;
}) {
  const least = p.least ?? 0;
  return (
    <label class="field">
      <span>{p.label}</span>
      <input
        type="number"
        min={least}
        max={p.most}
        value={p.value}
        onInput={(e) => p.onChange(Math.max(least, Math.min(p.most, Number(e.currentTarget.value) || least)))}
      />
    </label>
  );
}
