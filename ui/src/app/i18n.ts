// Provides all texts that users read: they come from i18n/*.json through t(). The keys are types,
// so a missing text is a compile error.
import { signal } from "@preact/signals";
import type aloud from "../../i18n/aloud/vi.json";
import type character from "../../i18n/character/vi.json";
import type accounts from "../../i18n/account/vi.json";
import type classes from "../../i18n/classes/vi.json";
import type events from "../../i18n/events/vi.json";
import type begins from "../../i18n/begin/vi.json";
import type deals from "../../i18n/fair/vi.json";
import type people from "../../i18n/people/vi.json";
import type shared from "../../i18n/share/vi.json";
import type study from "../../i18n/study/vi.json";
import type table from "../../i18n/table/vi.json";
import type vi from "../../i18n/vi.json";
import { again } from "../wire/again";

export type Key = keyof (typeof vi &
  typeof table &
  typeof study &
  typeof deals &
  typeof shared &
  typeof accounts &
  typeof begins &
  typeof people &
  typeof classes &
  typeof events &
  typeof aloud &
  typeof character);
export type Lang = "vi" | "en" | "zh-Hans" | "zh-Hant";
export type Params = Record<string, string | number>;
export type Messages = Record<string, string>;

export const lang = signal<Lang>("vi");

/**
 * The text files. "board" is part of every page and covers boards and analysis; "table" covers
 * menus and online games; "begin" the forms for a new game; "study" the other game pages; "deals"
 * the pages about deals; "share" the share panel; "account" the account page; "people" finding a
 * game, ratings and profiles; "events" tournaments; "classes" classes; "aloud" moves that are read
 * aloud; "character" opponents.
 */
export type Part =
  | "board"
  | "table"
  | "begin"
  | "study"
  | "deals"
  | "share"
  | "account"
  | "people"
  | "events"
  | "classes"
  | "aloud"
  | "character";
/**
 * The files of Vietnamese and English are named here; the files of other languages are named in
 * languages.ts.
 */
type Files = Partial<Record<Lang, () => Promise<{ default: Messages }>>>;
const files: Partial<Record<Part, Files>> = {
  board: { vi: () => import("../../i18n/vi.json"), en: () => import("../../i18n/en.json") },
  table: { vi: () => import("../../i18n/table/vi.json"), en: () => import("../../i18n/table/en.json") },
  begin: { vi: () => import("../../i18n/begin/vi.json"), en: () => import("../../i18n/begin/en.json") },
  study: { vi: () => import("../../i18n/study/vi.json"), en: () => import("../../i18n/study/en.json") },
  deals: { vi: () => import("../../i18n/fair/vi.json"), en: () => import("../../i18n/fair/en.json") },
  account: { vi: () => import("../../i18n/account/vi.json"), en: () => import("../../i18n/account/en.json") },
  people: { vi: () => import("../../i18n/people/vi.json"), en: () => import("../../i18n/people/en.json") },
  share: { vi: () => import("../../i18n/share/vi.json"), en: () => import("../../i18n/share/en.json") },
};
const asked = new Set<Part>(["board"]);
const messages = signal<Messages>({});

const load = (part: Part, l: Lang) =>
  again(files[part]![l] ?? (() => import("./languages").then((m) => ((punctuated = m.punctuated), m.load(part, l)))));

/**
 * Loads the texts of a part in a language. If the part belongs to one page only, `own` has its
 * files. A component that shows these texts waits for them.
 */
export async function speakOf(part: Part, l: Lang, own?: Files): Promise<void> {
  asked.add(part);
  files[part] ??= own!;
  const loaded = await load(part, l);
  messages.value = { ...messages.value, ...loaded.default };
}

/** Loads a language with all parts requested so far, and makes t() use it. */
export async function speak(l: Lang): Promise<void> {
  const loaded = await Promise.all(Array.from(asked, (part) => load(part, l)));
  messages.value = Object.assign({}, messages.value, ...loaded.map((f) => f.default)) as Messages;
  lang.value = l;
}

/** Sets the messages of t() directly, for tests. */
export function speakThese(l: Lang, texts: Messages): void {
  messages.value = texts;
  lang.value = l;
}

/**
 * Replaces the {placeholders} of a text. {n|move|moves} selects the singular or plural for the number n, by the rules
 * of the language.
 */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    return value === undefined
      ? whole
      : ((new Intl.PluralRules(lang.value).select(Number(value)) === "one" ? one : many) ?? String(value));
  });
}

const found = (key: string): string | undefined => messages.value[key];

/** The text of a key in the current language. */
export function t(key: Key, params?: Params): string {
  return tx(key, params);
}

/** The text of a key that is composed at run time, or the key itself if there is no text. */
export function tx(key: string, params?: Params): string {
  return fill(found(key) ?? key, params);
}

/** The text of a key that is composed at run time, or `otherwise` if the key has no text. */
export function tOr(key: string, otherwise: string, params?: Params): string {
  const text = found(key);
  return text === undefined ? otherwise : fill(text, params);
}

/**
 * Corrects the punctuation of a sentence that code joins from several texts. Only languages.ts has such a function, for
 * Chinese; other languages keep the sentence as it is.
 */
export let punctuated = (text: string): string => text;

/** Formats a number in the current language, with `digits` decimals. */
export function number(n: number, digits = 0): string {
  return new Intl.NumberFormat(lang.value, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(n);
}
