// Sends the edits of a study to the other tabs of the browser.
import { library } from "./here";
import { tidy, type Ports } from "./journal";

/**
 * Runs a function under a lock shared by all tabs. A page over plain http does not have Web Locks,
 * so there the function runs without a lock.
 */
const alone: Ports["alone"] = (name, f) => {
  if (!("locks" in navigator)) f();
  else navigator.locks.request(name, f).catch(() => undefined);
};

export const ports: Ports = {
  shelf: localStorage,
  alone,
  channel(name, hear) {
    const channel = new BroadcastChannel(name);
    channel.onmessage = hear;
    // Messages of other tabs do not reach a page while the browser has frozen it, so the edits are
    // read when the page is shown again.
    addEventListener("pageshow", hear);
    return {
      tell: () => channel.postMessage(0),
      close() {
        removeEventListener("pageshow", hear);
        channel.close();
      },
    };
  },
  later: (f, ms) => void setTimeout(f, ms),
};

tidy(localStorage, (id) => library.get(id) !== null);
