// Lists the viewer's online games in progress.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { summons } from "../app/shell";
import type { Summary } from "../wire/messages";
import { rest } from "../wire/rest";
import { MatchRow } from "./matchrow";

export interface RunningProps {
  title: string;
  /**
   * Reports whether another list on the page already shows the match. Such a match is left out of
   * this list.
   */
  listed?(match: string): boolean;
}

export function Running({ title, listed }: RunningProps) {
  const games = useSignal<Summary[]>([]);
  useEffect(() => {
    rest<Summary[]>("GET", "/me/matches?limit=10").then(
      (all) => {
        games.value = all;
        // If the list contains the game of the current notification, the notification is removed.
        if (all.some((g) => summons.value?.href === `/g/${g.id}`)) summons.value = null;
      },
      // An error is ignored here: other parts of the page show that the server cannot be reached.
      () => undefined,
    );
  }, []);
  const shown = games.value.filter((g) => !listed?.(g.id));
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list">
        {shown.map((g) => (
          <MatchRow key={g.id} match={g} detail={t("games.underway")} />
        ))}
      </ul>
    </section>
  );
}
