// Exports the display and sound settings of a board, for menus that load them when they open.
export { Looks } from "./looks";
export { Heard } from "./switch";
