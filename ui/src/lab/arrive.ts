// Brings a result into view when it arrives below the visible part of the page.
import { useEffect, type MutableRef } from "preact/hooks";

/** Scrolls to the element when there is another result. The keyboard focus stays where it is. */
export function useArrival(el: MutableRef<HTMLElement | null>, result: unknown): void {
  useEffect(() => {
    if (result) el.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
}
