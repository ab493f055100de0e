// Writes the values of positions, which the lab's module counts in hundredths of a unit.
import { lang, t, tOr } from "../app/i18n";

/** From this value on, in units, decimals say nothing. */
const WHOLE = 1000;

/** A value with its sign and with the decimals that it needs; a value that rounds to 0 has no sign. */
export function worth(hundredths: number): string {
  const value = hundredths / 100;
  const digits = Math.abs(value) < WHOLE ? 2 : 0;
  return new Intl.NumberFormat(lang.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "exceptZero",
  }).format(value);
}

/** Names the unit in which an evaluator counts. */
export const unitText = (evaluator: string): string =>
  t("lab.values", { unit: tOr(`lab.unit.${evaluator}`, t("lab.units")) });
