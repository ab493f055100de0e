// Holds one setting apart from the code of opponents (opponent.ts), which is loaded later.
import { settings } from "../app/settings";

/**
 * Whether engine opponents answer at once. This is the player's setting; the default is true only
 * if a program controls the browser (WebDriver).
 */
export const atOnce = (): boolean => settings.value.instant ?? globalThis.navigator?.webdriver === true;
