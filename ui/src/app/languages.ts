// Loads the texts of the languages besides Vietnamese and English. The names of their files are in
// this separate file to keep the first page small. The server adds this file to pages for readers
// of these languages.
import { effect } from "@preact/signals";
import { lang, type Lang, type Messages, type Part } from "./i18n";

const files = import.meta.glob<{ default: Messages }>([
  "../../i18n/**/*.json",
  "!../../i18n/**/vi.json",
  "!../../i18n/**/en.json",
]);

/** The folders of those parts of the texts whose folder is not named like the part. */
const folders: Partial<Record<Part, string>> = { board: "", deals: "fair/" };

/** Loads a part of the texts in a language. */
export function load(part: Part, l: Lang): Promise<{ default: Messages }> {
  return files[`../../i18n/${folders[part] ?? `${part}/`}${l}.json`]!();
}

/**
 * Writes a sentence that code joins from several texts as Chinese does: Chinese punctuation after a Chinese character,
 * and no space before a percent sign. Other languages keep the sentence as it is.
 */
export function punctuated(text: string): string {
  if (!lang.value.startsWith("zh")) return text;
  return text
    .replace(
      /([\u3000-\u9fff])([:;,.!?])/g,
      (_, before: string, mark: string) => before + "：；，。！？"[":;,.!?".indexOf(mark)],
    )
    .replace(/([：；，。！？]) |(?<=\d) (?=%)/g, "$1");
}

/**
 * The languages that the settings offer. Each language has its files in ui/i18n and in
 * games/<game>/text.
 */
export const langs: readonly Lang[] = ["vi", "en", "zh-Hans", "zh-Hant"];

// The system's Chinese serif fonts are designed for small text, so titles use the same font as body
// text.
effect(() => {
  const { style } = document.documentElement;
  if (lang.value.startsWith("zh")) style.setProperty("--display", "var(--text)");
  else style.removeProperty("--display");
});
