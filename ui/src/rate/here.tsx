// Shows the strength of levels, estimated from the games of this site's rated
// players.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lang, number, speakOf, t } from "../app/i18n";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";

type Level = components["schemas"]["LevelView"];
const asked = new Map<string, Promise<readonly Level[]>>();

/** The levels of a game whose strength is known on this site; empty without a server. */
export function levelsHere(kind: string): Promise<readonly Level[]> {
  const known =
    asked.get(kind) ??
    rest<Level[]>("GET", `/levels/${kind}`).catch((): Level[] => {
      asked.delete(kind); // a later call sends the request again
      return [];
    });
  asked.set(kind, known);
  return known;
}

/** Shows "Level 4 ≈ 1450 ± 60 here (412 games)"; nothing if the site has too few games. */
export function Here({ kind, level }: { kind: string; level: number }) {
  const levels = useSignal<readonly Level[]>([]);
  useEffect(() => {
    void Promise.all([levelsHere(kind), speakOf("people", lang.value)]).then(([list]) => (levels.value = list));
  }, [kind]);
  const found = levels.value.find((l) => l.level === level);
  if (!found) return null;
  const { rating, within, games } = found;
  return (
    <p class="here">
      {t("rank.level", {
        level,
        n: Math.round(rating),
        within: number(Math.round(within)),
        games: number(games),
      })}
    </p>
  );
}
