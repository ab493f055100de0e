// The looks of a board, for menus that load them when they open.
export { Looks } from "./looks";
