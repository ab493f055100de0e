// Exports the text of a game's odds, for pages that load this code only for games
// with odds.
export { bySide, OddsLine } from "./oddstext";
