export { lay, leadsTo } from "./deal";
export { commitment, matchHash } from "./hash";
export { Player } from "./player";
export { isSound, verify } from "./verify";
export type * from "./types";
