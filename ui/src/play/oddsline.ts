// The odds of a game as text, for pages that load it only where there are odds.
export { bySide, OddsLine } from "./oddstext";
