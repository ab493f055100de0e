// Loads the texts of opponents' remarks. They are not in the file of the bubble that shows the
// remarks, because this file is loaded later, and a file that is imported both statically and
// dynamically makes pages load one more file.
export const characterTexts = {
  vi: () => import("../../i18n/character/vi.json"),
  en: () => import("../../i18n/character/en.json"),
};
