// Loads the texts and the style of the pages of clubs: those of the pages of events, and a separate
// style sheet.
import { addSheet } from "../app/sheets";
import { ready as events } from "../events/texts";
import sheet from "../style/clubs.css?url";

/** Loads what the pages of clubs need before they are shown. */
export const ready = (): Promise<unknown> => Promise.all([addSheet(sheet), events()]);
