// Tells whether opponents answer at once. Apart from the opponents, which are loaded later.
import { settings } from "../app/settings";

/** Whether machines answer at once: as the player wishes, and a program at the browser waits for nothing. */
export const atOnce = (): boolean => settings.value.instant ?? globalThis.navigator?.webdriver === true;
