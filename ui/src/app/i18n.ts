// Every text that people read comes from i18n/*.json by way of t(). The keys
// are types: a text that is missing does not compile.
import { signal } from "@preact/signals";
import type vi from "../../i18n/vi.json";

export type Key = keyof typeof vi;
export type Lang = "vi" | "en";
export type Params = Record<string, string | number>;
export type Messages = Record<string, string>;

export const langs: readonly Lang[] = ["vi", "en"];
export const lang = signal<Lang>("vi");
const messages = signal<Messages>({});

const files: Record<Lang, () => Promise<{ default: Messages }>> = {
  vi: () => import("../../i18n/vi.json"),
  en: () => import("../../i18n/en.json"),
};

/** Loads a language and makes it the one that t() speaks. */
export async function speak(l: Lang): Promise<void> {
  const loaded = await files[l]();
  messages.value = loaded.default;
  lang.value = l;
}

/** Gives t() its messages directly: for tests. */
export function speakThese(l: Lang, texts: Messages): void {
  messages.value = texts;
  lang.value = l;
}

/** Puts values into the {places} of a text. */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of a key in the language chosen. */
export function t(key: Key, params?: Params): string {
  return fill(messages.value[key] ?? key, params);
}

/** The text of a key that is put together at run time; the key itself if there is none. */
export function tx(key: string, params?: Params): string {
  return fill(messages.value[key] ?? key, params);
}

/** The text of a key put together at run time, or another text where there is none. */
export function tOr(key: string, otherwise: string, params?: Params): string {
  const found = messages.value[key];
  return found === undefined ? otherwise : fill(found, params);
}

/** A number as the language writes it. */
export function number(n: number, digits = 0): string {
  return new Intl.NumberFormat(lang.value, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(n);
}

/** A moment as the language writes it. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
