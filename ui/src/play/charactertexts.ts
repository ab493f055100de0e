// Loads the texts of opponents' remarks. A file that is imported both statically and dynamically
// makes pages load one more file, so these texts are separate from the bubble, which is loaded
// later.
export const characterTexts = {
  vi: () => import("../../i18n/character/vi.json"),
  en: () => import("../../i18n/character/en.json"),
};
