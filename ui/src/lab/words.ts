// Writes the players of the lab in the page's language, for tables.
import { t } from "../app/i18n";
import type { Player } from "./kept";
import { algName, evalName } from "./names";

const settingWords: Record<string, (value: string) => string> = {
  eval: (value) => labelled(t("lab.eval"), evalName(value)),
  c: (value) => labelled(t("lab.c"), value),
  time: (value) =>
    labelled(t("lab.millis"), String(Number.parseFloat(value) * (value.endsWith("ms") ? 1 : 1000) || value)),
  threads: (value) => labelled(t("lab.threads"), value),
  keep: () => t("lab.keep"),
};

const labelled = (label: string, value: string): string => t("lab.setting", { label, value });

/** The name of a player in the page's language. Its settings have the labels of their fields. */
export function playerWords(p: Player): string {
  const [base = "", ...settings] = p.algorithm.split(",");
  let name = algName(base);
  for (const text of settings) {
    const [key = "", value = ""] = text.split("=");
    name = t("lab.player.with", { name, setting: settingWords[key]?.(value) ?? text });
  }
  if (p.depth) return t("lab.player.depth", { name, n: p.depth });
  return p.sims ? t("lab.player.sims", { name, n: p.sims }) : name;
}
