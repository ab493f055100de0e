// Exports all code for deals as one module: few games have a deal, so it is
// loaded on demand.
export { isSound, stepsOf } from "../fair";
export { Ceremony } from "./ceremony";
export { examine, forget, keeper, Proof } from "./proof";
