// A number within bounds, to type or to step.
export function NumberField(p: {
  label: string;
  value: number;
  /** 0 without it. */
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
