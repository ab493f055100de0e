// A number from 1 on, with its label.
export function Range(p: { label: string; value: number; most: number; onChange(n: number): void }) {
  return (
    <label class="field">
      <span>{p.label}</span>
      <input
        type="number"
        min={1}
        max={p.most}
        value={p.value}
        onInput={(e) => p.onChange(Math.max(1, Math.min(p.most, Number(e.currentTarget.value) || 1)))}
      />
    </label>
  );
}
