// Formats dates for readers.
import { lang } from "./i18n";

/** Formats a date and time in the current language. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
