// Stores which part of the operator's page is open in the query of the URL, so that a link can lead
// to that part.
import { signal } from "@preact/signals";
import { go } from "../app/router";
import { lang } from "../app/i18n";

export const at = signal(new URLSearchParams(location.search));

/** The URL of a part of the operator's page; `more` adds query parameters. */
export const hrefOf = (part: string, more: Record<string, string> = {}): string =>
  `/admin?${new URLSearchParams({ part, ...more }).toString()}`;

/**
 * Updates the signal `at` when the user navigates back or forward, until the returned function is
 * called.
 */
export function follow(): () => void {
  const read = () => (at.value = new URLSearchParams(location.search));
  read();
  addEventListener("popstate", read);
  return () => removeEventListener("popstate", read);
}

/**
 * Stores the choices made in a part in the URL, so that a reload and the browser's back button
 * restore them.
 */
export function keep(part: string, more: Record<string, string>): void {
  go(hrefOf(part, more), true);
  at.value = new URLSearchParams(location.search);
}

/** The href and the onClick handler of a link to a part of the operator's page. */
export function to(part: string, more?: Record<string, string>) {
  const href = hrefOf(part, more);
  return {
    href,
    onClick: (e: MouseEvent) => {
      if (e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
      e.preventDefault();
      go(href);
      at.value = new URLSearchParams(location.search);
    },
  };
}

/** Formats a time span, given in milliseconds, as seconds. */
export function seconds(ms: number): string {
  const digits = ms < 9950 ? 1 : 0;
  return `${new Intl.NumberFormat(lang.value, { maximumFractionDigits: digits }).format(ms / 1000)} s`;
}
