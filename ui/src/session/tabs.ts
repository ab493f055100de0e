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
    // A page that the browser had frozen did not receive the messages of other tabs.
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
