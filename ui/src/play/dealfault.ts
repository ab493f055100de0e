// What is wrong with a deal, in words.
import { tOr } from "../app/i18n";

export const faultOf = (code: string): string => tOr(`fair.found.${code}`, code);
