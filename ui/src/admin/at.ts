// Stores the current place on the operator's page in the query of the URL, so that a link can lead
// to it.
import { signal } from "@preact/signals";
import { go } from "../app/router";
import { lang } from "../app/i18n";

export const at = signal(new URLSearchParams(location.search));

/** The address of a part. */
export const hrefOf = (part: string, more: Record<string, string> = {}): string =>
  `/admin?${new URLSearchParams({ part, ...more }).toString()}`;

/** Follows the browser's way back. */
export function follow(): () => void {
  const read = () => (at.value = new URLSearchParams(location.search));
  read();
  addEventListener("popstate", read);
  return () => removeEventListener("popstate", read);
}

/** Keeps what was chosen in a part in the address, for a reload and the way back. */
export function keep(part: string, more: Record<string, string>): void {
  go(hrefOf(part, more), true);
  at.value = new URLSearchParams(location.search);
}

/** Properties of a link to a part. */
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

/** A time span in seconds, as people read it. */
export function seconds(ms: number): string {
  const digits = ms < 9950 ? 1 : 0;
  return `${new Intl.NumberFormat(lang.value, { maximumFractionDigits: digits }).format(ms / 1000)} s`;
}
