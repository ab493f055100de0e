// Loads the texts and styles of the pages of clubs: the texts and styles of event pages, and a
// separate style sheet.
import { addSheet } from "../app/sheets";
import { ready as events } from "../events/texts";
import sheet from "../style/clubs.css?url";

/** Loads the texts and style sheets that the pages of clubs need before they are shown. */
export const ready = (): Promise<unknown> => Promise.all([addSheet(sheet), events()]);
