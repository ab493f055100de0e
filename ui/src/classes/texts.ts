// Loads the texts and the style sheet of the pages of classes. No other file contains the names of
// these two files, so that the first page stays small.
import { speakOf, tOr } from "../app/i18n";
import { boot } from "../app/boot";
import { settings } from "../app/settings";
import { addSheet } from "../app/sheets";
import { guardFocus } from "../events/focus";
import { faultText } from "../play/hooks";
import { Refused } from "../session/desk";
import sheet from "../style/classes.css?url";

const texts = {
  vi: () => import("../../i18n/classes/vi.json"),
  en: () => import("../../i18n/classes/en.json"),
};

/** Loads the texts and the style sheet that the pages of classes need before they are shown. */
export const ready = (): Promise<unknown> => {
  guardFocus();
  return Promise.all([addSheet(sheet), speakOf("classes", settings.value.lang || boot.lang, texts)]);
};

/** The text of an error, worded for a teacher ("class") or for a child ("card"). */
export const faultOf = (e: unknown, who: "class" | "card"): string =>
  e instanceof Refused ? tOr(`${who}.error.${e.code}`, faultText(e)) : faultText(e);
