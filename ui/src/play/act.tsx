// Draws buttons that explain why they cannot be used. A disabled button gives no feedback on touch
// and is skipped by the keyboard, so these buttons stay enabled.
import type { ComponentChildren } from "preact";
import { tell } from "../app/shell";

export interface WhyProps {
  class: string;
  /** The reason why the button cannot be used now; "" or undefined if it can be used. */
  why?: string;
  /** Shows the reason; the default is a temporary message. */
  onWhy?(why: string): void;
  /** Whether the action of the button is in progress. */
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

/** A button under the board: an icon and a word. */
export function Act(p: { text: string; icon: string; main?: boolean; why?: string; busy?: boolean; onClick(): void }) {
  return (
    <WhyButton class={p.main ? "act main" : "act"} why={p.why} busy={p.busy} onClick={p.onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={p.icon} />
      </svg>
      <span>{p.text}</span>
    </WhyButton>
  );
}
