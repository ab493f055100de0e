// Routes addresses to pages: paths with :names, one page per route. Pages are
// loaded on demand.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Part } from "./i18n";

export interface PageProps {
  kind?: string;
  id?: string;
  /** Selects a variant of the same page. */
  view?: string;
}
export type Page = ComponentType<PageProps>;
export interface Route {
  path: string;
  /** Text files that the page needs in addition to "board". */
  texts?: readonly Part[];
  load(): Promise<{
    default: Page;
    /** Loads the data that the page needs before it is shown. */
    prepare?(params: PageProps): Promise<unknown>;
  }>;
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** Finds the first route that matches a path. */
export function find(routes: readonly Route[], path: string): Match | null {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((w, i) => {
      const part = parts[i] ?? "";
      if (!w.startsWith(":")) return w === part;
      params[w.slice(1)] = decode(part);
      return true;
    });
    if (fits) return { route, params };
  }
  return null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The current path. */
export const place = signal(location.pathname);
/** The query of the current address. */
export const query = (): URLSearchParams => new URLSearchParams(location.search);

export function go(path: string, replace = false): void {
  // As with a normal link, navigation to the current address adds no history entry.
  if (replace || path === location.pathname + location.search) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.value = location.pathname;
  if (!replace) scrollTo(0, 0);
}

/** Handles clicks on internal links without a page load. */
export function start(): void {
  addEventListener("popstate", () => (place.value = location.pathname));
  document.addEventListener("click", (e) => {
    const link = (e.target as Element | null)?.closest?.("a");
    if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    if (
      link.origin !== location.origin ||
      link.target ||
      link.hasAttribute("download") ||
      link.dataset.plain !== undefined
    )
      return;
    if (link.hash && link.pathname === location.pathname) return;
    e.preventDefault();
    go(link.pathname + link.search);
  });
}
