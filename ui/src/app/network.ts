// The network of this device coming back.
import { useEffect } from "preact/hooks";

/** Calls f each time the network comes back while the component is there. */
export function useNetwork(f: () => void): void {
  useEffect(() => {
    addEventListener("online", f);
    return () => removeEventListener("online", f);
  });
}
