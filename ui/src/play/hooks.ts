// Contains hooks and helpers that many pages use.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Refused } from "../session/desk";
import { again } from "../wire/again";
import { errorText } from "./words";

/** The error text for any thrown value. */
export const faultText = (e: unknown): string => errorText(e instanceof Refused ? e.code : "internal");

/** The reason why something could not be opened, and a function that tries again. */
export interface Failure {
  text: string;
  retry(): unknown;
}

/**
 * Loads a module when `wanted` becomes true or positive; null until the module is loaded. After a
 * failure, a new value of `wanted` loads it again.
 */
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

/**
 * Calls the function `f` when an element is laid out, and again whenever its size changes, until
 * the returned function is called.
 */
export function sized(el: Element, f: () => void): () => void {
  const observer = new ResizeObserver(f);
  observer.observe(el);
  return () => observer.disconnect();
}
