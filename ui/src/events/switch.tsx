// Shows a switch in a form.
export function Switch(p: { text: string; on: boolean; disabled?: boolean; onChange(on: boolean): void }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={p.on}
        checked={p.on}
        disabled={p.disabled}
        onChange={(e) => p.onChange(e.currentTarget.checked)}
      />
      <span>{p.text}</span>
    </label>
  );
}
