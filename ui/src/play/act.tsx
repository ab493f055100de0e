// Buttons that say why they cannot be used. A disabled button says nothing to
// a finger and is skipped by the keyboard, so these stay in reach.
import type { ComponentChildren } from "preact";
import { tell } from "../app/shell";

export interface WhyProps {
  class: string;
  /** Why it cannot be used now; "" or nothing if it can. */
  why?: string;
  /** Where the reason is shown, if not in a passing note. */
  onWhy?(why: string): void;
  /** It is being done. */
  busy?: boolean;
  onClick(): void;
  children: ComponentChildren;
}

export function WhyButton(p: WhyProps) {
  const { why } = p;
  return (
    <button
      type="button"
      class={p.class}
      aria-disabled={why ? "true" : undefined}
      aria-busy={p.busy || undefined}
      title={why || undefined}
      onClick={() => (why ? (p.onWhy ?? tell)(why) : p.onClick())}
    >
      {p.children}
    </button>
  );
}

/** A button under the board: a picture and a word. */
export function Act(p: { text: string; icon: string; why?: string; busy?: boolean; onClick(): void }) {
  return (
    <WhyButton class="act" why={p.why} busy={p.busy} onClick={p.onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={p.icon} />
      </svg>
      <span>{p.text}</span>
    </WhyButton>
  );
}
