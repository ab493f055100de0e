// Calls functions when the device has a network connection again.
import { useEffect } from "preact/hooks";

/** Calls the function `f` each time the device comes back online while the component is mounted. */
export function useNetwork(f: () => void): void {
  useEffect(() => {
    addEventListener("online", f);
    return () => removeEventListener("online", f);
  });
}
