// All that games need which were dealt, in one file: few are, so few load it.
export { isSound, stepsOf } from "../fair";
export { Ceremony } from "./ceremony";
export { examine, forget, keeper, Proof } from "./proof";
