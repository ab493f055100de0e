// Lists finished online games, loaded page by page.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../app/i18n";
import { moment } from "../app/moment";
import { tell } from "../app/shell";
import type { Me, Summary } from "../wire/messages";
import { page, rest } from "../wire/rest";
import { EndPicture } from "./endpicture";
import { faultText } from "./hooks";
import { MatchRow } from "./matchrow";
import { listedEnd } from "./listed";
import { moveNumber } from "./words";

const pageSize = 20;

/**
 * Shows the list. `none` is shown when the server has reported that there are no finished games.
 */
export function Finished({ none }: { none: ComponentChildren }) {
  const games = useSignal<Summary[]>([]);
  const next = useSignal("");
  // The viewer, because the pictures show the board from the viewer's side; null until it is
  // loaded.
  const me = useSignal<Me | null>(null);
  const loading = useSignal(false);
  const asked = useSignal(false);
  const load = async (say: boolean) => {
    if (loading.value) return;
    loading.value = true;
    try {
      const p = await page<Summary>(`/me/matches?over=true&limit=${pageSize}`, next.value);
      if (p.items.length > 0) me.value ??= await rest<Me>("GET", "/me");
      games.value = [...games.value, ...p.items];
      next.value = p.next;
    } catch (e) {
      if (say) tell(faultText(e));
    } finally {
      loading.value = false;
      asked.value = true;
    }
  };
  useEffect(() => void load(false), []);
  if (games.value.length === 0) return asked.value ? none : null;
  return (
    <section>
      <h2>{t("games.online")}</h2>
      <ul class="list ends">
        {games.value.map((g) => (
          <MatchRow
            key={g.id}
            match={g}
            detail={[moment(g.ended ?? g.created), t("games.moves", { n: moveNumber(g.ply) }), listedEnd(g)].join(
              " · ",
            )}
          >
            <EndPicture match={g} player={me.value?.player ?? ""} />
          </MatchRow>
        ))}
      </ul>
      {next.value && (
        <p class="more">
          <button type="button" class="button" disabled={loading.value} onClick={() => void load(true)}>
            {t("games.more")}
          </button>
        </p>
      )}
    </section>
  );
}
