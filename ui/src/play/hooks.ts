// Contains hooks and helpers that many pages use.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Refused } from "../session/desk";
import { again } from "../wire/again";
import { errorText } from "./words";

/** The text of any thrown value. */
export const faultText = (e: unknown): string => errorText(e instanceof Refused ? e.code : "internal");

/** Why something could not be opened, and another attempt. */
export interface Failure {
  text: string;
  retry(): unknown;
}

/** A module that is loaded once it is wanted; null until then. After a failure another value of wanted tries again. */
export function useLater<T>(wanted: boolean | number, load: () => Promise<T>): T | null {
  const module = useSignal<T | null>(null);
  useEffect(() => {
    if (wanted && !module.value)
      again(load).then(
        (m) => (module.value = m),
        () => undefined,
      );
  }, [wanted]);
  return module.value;
}

/** Calls a function once an element is laid out, and again whenever its size changes; returns how to stop that. */
export function sized(el: Element, f: () => void): () => void {
  const observer = new ResizeObserver(f);
  observer.observe(el);
  return () => observer.disconnect();
}
