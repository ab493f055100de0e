export { lay, leadsTo } from "./deal";
export { matchOf, partOf, players, roleOf } from "./form";
export { commitment, matchHash } from "./hash";
export { extend, keeps, nameOf, Player, type Keeper } from "./player";
export { stepsOf, type Step, type StepName } from "./steps";
export { isSound, samePacks, unmatched, verify } from "./verify";
export type * from "./types";
