// Looks and sounds of a board, for menus that load them when they open.
export { Looks } from "./looks";
export { Heard } from "./switch";
