// Every text that people read comes from i18n/*.json by way of t(). The keys
// are types: a text that is missing does not compile.
import { signal } from "@preact/signals";
import type deals from "../../i18n/fair/vi.json";
import type vi from "../../i18n/vi.json";

export type Key = keyof typeof vi | keyof typeof deals;
export type Lang = "vi" | "en";
export type Params = Record<string, string | number>;
export type Messages = Record<string, string>;

export const langs: readonly Lang[] = ["vi", "en"];
export const lang = signal<Lang>("vi");
const messages = signal<Messages>({});
/** What few pages say, of deals: it stands behind the rest. */
const rare = signal<Messages>({});

const files: Record<Lang, () => Promise<{ default: Messages }>> = {
  vi: () => import("../../i18n/vi.json"),
  en: () => import("../../i18n/en.json"),
};

const rareFiles: Record<Lang, () => Promise<{ default: Messages }>> = {
  vi: () => import("../../i18n/fair/vi.json"),
  en: () => import("../../i18n/fair/en.json"),
};

/** Loads what is said of deals; pages that show them ask for it before they are shown. */
export async function speakOfDeals(l: Lang): Promise<void> {
  rare.value = (await rareFiles[l]()).default;
}

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

/** Puts values into the {places} of a text; {n|move|moves} is the word that goes with the number n. */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    return value === undefined ? whole : ((Number(value) === 1 ? one : many) ?? String(value));
  });
}

const found = (key: string): string | undefined => messages.value[key] ?? rare.value[key];

/** The text of a key in the language chosen. */
export function t(key: Key, params?: Params): string {
  return tx(key, params);
}

/** The text of a key that is put together at run time; the key itself if there is none. */
export function tx(key: string, params?: Params): string {
  return fill(found(key) ?? key, params);
}

/** The text of a key put together at run time, or another text where there is none. */
export function tOr(key: string, otherwise: string, params?: Params): string {
  const text = found(key);
  return text === undefined ? otherwise : fill(text, params);
}

/** A number as the language writes it. */
export function number(n: number, digits = 0): string {
  return new Intl.NumberFormat(lang.value, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(n);
}

/** A moment as the language writes it. */
export function moment(ms: number): string {
  return new Intl.DateTimeFormat(lang.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
