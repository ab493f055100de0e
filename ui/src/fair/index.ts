export { lay, leadsTo } from "./deal";
export { commitment, matchHash } from "./hash";
export { extend, keeps, nameOf, Player, type Keeper } from "./player";
export { stepsOf, type Step, type StepName } from "./steps";
export { isSound, samePacks, unmatched, verify } from "./verify";
export type * from "./types";
