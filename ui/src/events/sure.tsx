// Asks for confirmation before a button acts.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export function Sure(p: {
  text: string;
  /** The accessible name of the button, if its text alone is not clear. */
  label?: string;
  /** Whether the button is the main next step. */
  main?: boolean;
  question: string;
  yes: string;
  no: string;
  busy: boolean;
  onYes(): void;
}) {
  const asking = useSignal(false);
  const no = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  // When the question opens, the keyboard focus moves to the answer "no", which
  // changes nothing; when the question closes, the focus returns to the button.
  useEffect(() => {
    if (asking.value) no.current?.focus();
    else if (was.current) first.current?.focus();
    was.current = asking.value;
  }, [asking.value]);
  if (!asking.value)
    return (
      <button
        ref={first}
        type="button"
        class={p.main ? "button main wide" : "button"}
        aria-label={p.label}
        disabled={p.busy}
        onClick={() => (asking.value = true)}
      >
        {p.text}
      </button>
    );
  return (
    <div class="sure" role="group" aria-label={p.question}>
      <p>{p.question}</p>
      <button
        type="button"
        class="button"
        disabled={p.busy}
        onClick={() => {
          asking.value = false;
          p.onYes();
        }}
      >
        {p.yes}
      </button>
      <button ref={no} type="button" class="button" onClick={() => (asking.value = false)}>
        {p.no}
      </button>
    </div>
  );
}
