// Shows leaderboards per game and speed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { boot } from "../app/boot";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/ranking.css?url";
import { go, query } from "../app/router";
import { settings } from "../app/settings";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { FindPlayer } from "../people/search";
import { faultText } from "../play/hooks";
import { Pick } from "../play/pick";
import { PickKind } from "../play/pickkind";
import type { LeaderView } from "../wire/messages";
import { page } from "../wire/rest";

const speeds = ["bullet", "blitz", "rapid", "classical", "days"] as const;
type Speed = (typeof speeds)[number];

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Ranking() {
  const asked = query();
  const game = useSignal(asked.get("game") ?? (settings.value.kind || t("app.first")));
  const speed = useSignal<Speed>(speeds.find((s) => s === asked.get("speed")) ?? "rapid");
  const list = useSignal<LeaderView[] | null>(null);
  const next = useSignal("");
  const load = (cursor: string) => {
    if (!boot.online) return;
    const wanted = `${game.value} ${speed.value}`;
    page<LeaderView>(`/leaders/${game.value}/${speed.value}?limit=50`, cursor).then(
      (p) => {
        if (wanted !== `${game.value} ${speed.value}`) return; // the user has chosen another list meanwhile
        list.value = cursor ? [...(list.value ?? []), ...p.items] : p.items;
        next.value = p.next;
      },
      (e: unknown) => tell(faultText(e)),
    );
  };
  useEffect(() => {
    list.value = null;
    load("");
    go(`/ranking?game=${game.value}&speed=${speed.value}`, true);
  }, [game.value, speed.value]);
  return (
    <Titled title={t("rank.title")} class="narrow">
      <PickKind value={game.value} boards onPick={(k) => (game.value = k)} />
      <Pick
        label={t("rank.speed")}
        name="speed"
        value={speed.value}
        values={speeds}
        text={(v) => tx(`speed.${v}`)}
        onPick={(v) => (speed.value = v)}
      />
      {list.value?.length === 0 && (
        <div class="empty">
          <p>{t("rank.none")}</p>
          <a class="button" href="/online" data-value={game.value}>
            {t("rank.play")}
          </a>
        </div>
      )}
      {!!list.value?.length && (
        <ol class="list leaders">
          {list.value.map((p, i) => (
            <li key={p.player}>
              <a href={`/player/${p.player}`}>
                <small>{i + 1}</small> <b>{p.name}</b>
                <span>
                  {Math.round(p.rating)} <small>± {Math.round(p.deviation)}</small>
                </span>
                <small>{t("rank.games", { n: p.games })}</small>
              </a>
            </li>
          ))}
        </ol>
      )}
      {next.value && (
        <button type="button" class="button" onClick={() => load(next.value)}>
          {t("rank.more")}
        </button>
      )}
      <FindPlayer />
      <p class="fine">
        {t("rank.counts")} {t("rank.about")}
      </p>
    </Titled>
  );
}
