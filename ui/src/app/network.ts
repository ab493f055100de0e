// Reacts to the device coming back online.
import { useEffect } from "preact/hooks";

/** Calls f each time the device comes back online while the component is mounted. */
export function useNetwork(f: () => void): void {
  useEffect(() => {
    addEventListener("online", f);
    return () => removeEventListener("online", f);
  });
}
