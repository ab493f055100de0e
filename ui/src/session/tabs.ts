// Sends the edits of a study to the other tabs of the browser.
import { library } from "./here";
import { tidy, type Ports } from "./journal";

/** Without Web Locks, which a page over plain http does not have, a tab does not wait for others. */
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
    // While a page was frozen by the browser, it did not receive the messages of
    // other tabs.
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
