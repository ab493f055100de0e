// Draws the frame of every page: links at the top on wide screens, tabs at the bottom on phones,
// and the place for notifications.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { loading } from "../session/desk";
import { t, type Key } from "./i18n";
import { place } from "./router";
import { hasBell, settings } from "./settings";
import { waiting } from "./turns";

/** The last text announced to screen readers. */
export const said = signal("");
/** A temporary message at the bottom of the page. */
export const note = signal("");
/** Whether this device is online. */
const wired = signal(navigator.onLine);
for (const e of ["online", "offline"]) addEventListener(e, () => (wired.value = navigator.onLine));

export function say(text: string): void {
  said.value = said.value === text ? `${text}\u00a0` : text;
}

let noteTimer: ReturnType<typeof setTimeout> | undefined;
/** Shows a temporary message and announces it to screen readers. */
export function tell(text: string): void {
  note.value = text;
  say(text);
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    // Clear the text, so that a screen reader does not find it after the message has disappeared.
    if (said.value.trim() === text) said.value = "";
    note.value = "";
  }, 5000);
}

/**
 * A link to a page where the user is expected, for example a match that has started. It is cleared
 * when the user opens that page.
 */
export const summons = signal<{ text: string; href: string } | null>(null);

function Summons() {
  const s = summons.value;
  useEffect(() => {
    if (s && place.value === s.href) summons.value = null;
  }, [s, place.value]);
  if (!s) return null;
  return (
    <p class="note summons" role="alert">
      <a href={s.href}>{s.text}</a>
    </p>
  );
}

interface Tab {
  href: string;
  text: Key;
  icon: string;
}

const tabs: readonly Tab[] = [
  { href: "/", text: "nav.play", icon: "M4 20h16M7 20l1-6h8l1 6M9 14l-1-4h8l-1 4M12 10V6M10 4h4" },
  {
    href: "/online",
    text: "nav.online",
    icon: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  },
  { href: "/learn", text: "nav.learn", icon: "M3 8l9-4 9 4-9 4zM7 10v5c3 2 7 2 10 0v-5M21 8v6" },
  { href: "/analysis", text: "nav.analysis", icon: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7" },
  { href: "/settings", text: "app.more", icon: "M5 12h.01M12 12h.01M19 12h.01" },
];

/** The paths that belong to each link of the navigation. */
const below: Record<string, RegExp> = {
  "/": /^\/($|(play|hotseat|game|games)($|\/))/,
  "/online": /^\/(online|ranking|watch|event|club|class|(g|c|player)\/)/,
  "/learn": /^\/(learn|rules|tour)/,
  "/analysis": /^\/(analysis|editor|import)/,
  "/settings": /^\/(settings|lab|account|admin)/,
};

const isAt = (href: string): boolean => below[href]!.test(place.value);

/** Matches the paths of pages with a board. */
const boards = /^\/($|(play|hotseat|game|g|learn)\/.|analysis|editor|tour)/;

/** Moves the focus to the board, because the content before it is long. */
function skip(e: Event): void {
  const cell = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
  if (!cell) return;
  e.preventDefault();
  cell.focus();
}

export function Shell({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    if (!loading.value) return;
    const text = t("app.loading.rules");
    const before = said.value;
    say(text);
    return () => {
      if (said.value.trim() === text) said.value = before;
    };
  }, [loading.value]);
  return (
    <div class={settings.value.zen ? "app zen" : "app"}>
      <a class="skip" href="#main" onClick={skip}>
        {t(boards.test(place.value) ? "app.skip.board" : "app.skip")}
      </a>
      <header class="top">
        <a class="brand" href="/">
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <rect width="40" height="40" rx="9" />
            <path d="M19 15V5.5h1.6L29 8.8l-8.4 3.3V15zM16 16h8l1.3 6h-10.6zM12.6 23h14.8l1.2 5H11.4zM8.8 29h22.4l1.2 5.5H7.6z" />
          </svg>
          {t("app.name")}
        </a>
        {hasBell() && <div class="bellstand" />}
        <nav aria-label={t("nav.main")} class="tabs">
          {tabs.map((tab) => (
            <a key={tab.href} href={tab.href} aria-current={isAt(tab.href) ? "page" : undefined}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={tab.icon} />
              </svg>
              <span>{t(tab.href === "/online" && !wired.value ? "app.offline" : tab.text)}</span>
              {tab.href === "/online" && waiting.value.length > 0 && (
                <b class="count" aria-label={t("nav.turns", { n: waiting.value.length })}>
                  {waiting.value.length}
                </b>
              )}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <p class="note" hidden={!note.value && !loading.value}>
        {note.value || (loading.value && t("app.loading.rules"))}
      </p>
      <Summons />
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
