// Explains the faults that the verification of a deal can find.
import { tOr } from "../app/i18n";

export const faultOf = (code: string): string => tOr(`fair.found.${code}`, code);
