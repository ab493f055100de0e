// Loads the texts and the style sheet of all pages of events. No other file contains the names of
// these two files, so that the first page stays small.
import { type Lang, speakOf } from "../app/i18n";
import { boot } from "../app/boot";
import { settings } from "../app/settings";
import { addSheet } from "../app/sheets";
import { guardFocus } from "./focus";
import sheet from "../style/events.css?url";

const texts = {
  vi: () => import("../../i18n/events/vi.json"),
  en: () => import("../../i18n/events/en.json"),
};

/** Loads the texts only. */
export const speak = (l: Lang): Promise<void> => speakOf("events", l, texts);

/** Loads the texts and the style sheet that the pages of events need before they are shown. */
export const ready = (): Promise<unknown> => {
  guardFocus();
  return Promise.all([addSheet(sheet), speak(settings.value.lang || boot.lang)]);
};
