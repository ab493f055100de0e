// Loads the texts of what opponents say. A file that is imported both by name and later costs pages a file
// more, so these texts are apart from the bubble that is loaded later.
export const characterTexts = {
  vi: () => import("../../i18n/character/vi.json"),
  en: () => import("../../i18n/character/en.json"),
};
