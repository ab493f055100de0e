// Shows a choice as a row of buttons.
/** A choice of one value from a few values. */
export function Pick<T extends string>(p: {
  label: string;
  class?: string;
  name: string;
  value: T;
  values: readonly T[];
  text(v: T): string;
  onPick(v: T): void;
}) {
  return (
    <fieldset class={`pick ${p.class ?? ""}`}>
      <legend>{p.label}</legend>
      <div class="row">
        {p.values.map((v) => (
          <label key={v} class="chip" data-value={v}>
            <input type="radio" name={p.name} value={v} checked={p.value === v} onChange={() => p.onPick(v)} />
            <span>{p.text(v)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
