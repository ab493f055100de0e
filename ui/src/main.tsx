// Starts the client: loads the language, then the page for the current URL.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { boot } from "./app/boot";
import { lang, speak, speakOf } from "./app/i18n";
import { find, place, start, type Page } from "./app/router";
import { routes } from "./app/routes";
import { hasBell, settings } from "./app/settings";
import { Shell } from "./app/shell";
import { addSheet } from "./app/sheets";
import { registerWorker } from "./app/offline";
import { again } from "./wire/again";
import NotFound from "./pages/notfound";
import "./style/app.css";
import "./board/board.css";

interface Shown {
  page: Page;
  params: Record<string, string>;
  path: string;
}

/**
 * Milliseconds from the first rendering of a page until the client loads the list of waiting turns
 * and the bell (the button that opens the player's notices).
 */
const SOON = 2000;

const chosen = () => settings.value.lang || boot.lang;

async function load(path: string): Promise<Shown> {
  const found = find(routes, path) ?? find((await again(() => import("./app/otherroutes"))).otherRoutes, path);
  if (!found) return { page: NotFound, params: {}, path };
  const [{ default: page, prepare }] = await Promise.all([
    again(found.route.load),
    ...(found.route.texts ?? []).map((part) => speakOf(part, chosen())),
  ]);
  // If the preparation of a page fails, the page is drawn anyway and shows the error itself.
  await prepare?.(found.params).catch(() => undefined);
  return { page, params: found.params, path };
}

function App({ first }: { first: Shown }) {
  const [shown, setShown] = useState(first);
  const path = place.value;
  useEffect(() => {
    let stale = false;
    if (path !== shown.path) {
      load(path).then(
        (next) => {
          if (stale) return;
          setShown(next);
          document.getElementById("main")?.focus({ preventScroll: true });
        },
        // The server no longer has this file, for example after an update: reload the page.
        () => stale || location.reload(),
      );
    }
    return () => {
      stale = true;
    };
  }, [path, shown]);
  const Page = shown.page;
  return (
    <Shell>
      <Page key={shown.path} {...shown.params} />
    </Shell>
  );
}

async function main(): Promise<void> {
  const root = document.getElementById("app");
  if (!root) return;
  const [, first] = await Promise.all([speak(chosen()), load(location.pathname)]);
  document.documentElement.lang = lang.value;
  start();
  root.replaceChildren();
  render(<App first={first} />, root);
  registerWorker();
  // When a player plays through the server for the first time, the bell (the button that opens the
  // notices) is loaded with the next page.
  place.subscribe(() => hasBell() && setTimeout(() => void import("./app/watchturns"), SOON));
}

/** Milliseconds until all files of a page are usually loaded. */
const CALM = 4000;
// Load the style sheet for printing early, so that it is available when the user prints.
setTimeout(() => {
  again(() => import("./style/print.css?url")).then(
    (print) => addSheet(print.default),
    () => undefined,
  );
}, CALM);

const reload = () => location.reload();

// If a file of the client could not be loaded, reload the page: after 10 s or, without a connection,
// when the device is online again.
main().catch(() => (navigator.onLine ? setTimeout(reload, 10_000) : addEventListener("online", reload)));
