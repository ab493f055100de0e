// Holds the setting `instant`. It is not part of opponent.ts, because that file is loaded later.
import { settings } from "../app/settings";

/**
 * Whether engine opponents answer at once. This is the player's setting; the default is true only
 * if a program controls the browser (WebDriver).
 */
export const atOnce = (): boolean => settings.value.instant ?? globalThis.navigator?.webdriver === true;
