// Provides the rules of every game in this page, and the notation of the moves.
import { infoOf } from "../app/boot";
import { lang, type Lang } from "../app/i18n";
import { settings } from "../app/settings";
import { Desks } from "./desks";

export const rules = new Desks();

/** The notation that belongs to a language. */
const homely: Partial<Record<Lang, string>> = {
  vi: "vietnamese",
  "zh-Hans": "chinese",
  "zh-Hant": "chinese-traditional",
};

/**
 * The notation for a game: the user's choice, otherwise the language's notation, otherwise the
 * game's default.
 */
export function notationOf(kind: string): string {
  const known = infoOf(kind)?.notations ?? [];
  const own = homely[lang.value] ?? "";
  return settings.value.notation[kind] || (known.includes(own) ? own : known[0]) || "";
}
