// Starts the service worker. With the service worker, pages that were loaded once work without a
// connection.
import { lang, t } from "./i18n";
import { tell } from "./shell";

export function registerWorker(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  addEventListener("load", register, { once: true });
  if (document.readyState === "complete") register();
}

function register(): void {
  navigator.serviceWorker
    .register("/sw.js")
    .then((r) => {
      r.addEventListener("updatefound", () => {
        const next = r.installing;
        next?.addEventListener("statechange", () => {
          if (next.state === "installed" && navigator.serviceWorker.controller) void announce();
        });
      });
    })
    .catch(() => undefined);
  // Large files are downloaded last, after all other files.
  void navigator.serviceWorker.ready.then((r) => r.active?.postMessage({ rest: lang.value }));
}

/** Announces a new version of the client, unless this page already runs the new version. */
async function announce(): Promise<void> {
  const files = (await (await fetch("/offline.json")).json()) as string[];
  if (!files.includes(new URL(import.meta.url).pathname)) tell(t("app.update"));
}
