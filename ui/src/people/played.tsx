// Lists the finished games of a player, which the viewer can filter. Each game shows its last
// position. The viewer can download all games as one file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kinds } from "../app/boot";
import { t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { go, query } from "../app/router";
import { tell } from "../app/shell";
import { EndPicture } from "../play/endpicture";
import { faultText } from "../play/hooks";
import { listedEnd } from "../play/listed";
import { seatText } from "../play/seats";
import { gameName, playerName } from "../play/words";
import type { PlayerView, Summary } from "../wire/messages";
import { page } from "../wire/rest";
import { opponentName } from "./results";

const speeds = ["ultra", "bullet", "blitz", "rapid", "classical", "days", "none"];

interface Choice {
  name: string;
  label: string;
  values: readonly string[];
  text(v: string): string;
}

/** The filters for the list of games. */
function choicesOf(p: PlayerView): Choice[] {
  const names = new Map(p.opponents.map((o) => [o.player, opponentName(o)]));
  const played = new Set(p.results.map((r) => r.speed || "none"));
  return [
    { name: "game", label: t("rank.filter.game"), values: kinds(), text: gameName },
    {
      name: "result",
      label: t("rank.filter.result"),
      values: ["won", "drawn", "lost"],
      text: (v) => tx(`rank.${v}`),
    },
    {
      name: "opponent",
      label: t("rank.filter.opponent"),
      values: [...names.keys()],
      text: (v) => names.get(v) ?? v,
    },
    {
      name: "speed",
      label: t("rank.speed"),
      values: speeds.filter((s) => played.has(s)),
      text: (v) => tx(`speed.${v}`),
    },
    { name: "side", label: t("rank.filter.side"), values: ["first", "second"], text: (v) => tx(`side.${v}`) },
    {
      name: "rated",
      label: t("rank.filter.rated"),
      values: ["true", "false"],
      text: (v) => t(v === "true" ? "rank.rated.yes" : "rank.rated.no"),
    },
  ];
}

export function Played({ of: p }: { of: PlayerView }) {
  const choices = choicesOf(p);
  const wanted = useSignal(chosen(choices));
  const list = useSignal<Summary[] | null>(null);
  const next = useSignal("");
  const path = `/players/${encodeURIComponent(p.player)}`;
  const filter = new URLSearchParams(wanted.value).toString();
  const load = (cursor: string, stale: () => boolean = () => false) =>
    page<Summary>(`${path}/matches?limit=24&${filter}`, cursor).then(
      (got) => {
        if (stale()) return;
        list.value = cursor ? [...(list.value ?? []), ...got.items] : got.items;
        next.value = got.next;
      },
      (e: unknown) => tell(faultText(e)),
    );
  useEffect(() => {
    let gone = false;
    void load("", () => gone);
    return () => {
      gone = true;
    };
  }, [filter]);
  const set = (name: string, value: string) => {
    const { [name]: _, ...rest } = wanted.value;
    wanted.value = value ? { ...rest, [name]: value } : rest;
    const text = new URLSearchParams(wanted.value).toString();
    go(location.pathname + (text && `?${text}`), true);
  };
  const some = Object.keys(wanted.value).length > 0;
  if (!some && list.value?.length === 0)
    return (
      <section>
        <h2>{t("rank.matches")}</h2>
        <p>{t("rank.nomatches")}</p>
      </section>
    );
  return (
    <section>
      <h2>{t("rank.matches")}</h2>
      <div class="filters">
        {choices
          .filter((c) => c.values.length > 1 || wanted.value[c.name])
          .map((c) => (
            <label key={c.name} class="field">
              <span>{c.label}</span>
              <select
                name={c.name}
                value={wanted.value[c.name] ?? ""}
                onChange={(e) => set(c.name, e.currentTarget.value)}
              >
                <option value="">{t("rank.all")}</option>
                {c.values.map((v) => (
                  <option key={v} value={v}>
                    {c.text(v)}
                  </option>
                ))}
              </select>
            </label>
          ))}
      </div>
      <p class="more">
        <a class="button" href={`/api${path}/records${filter && `?${filter}`}`} download="kydai.zip">
          {t(some ? "rank.download.some" : "rank.download")}
        </a>
      </p>
      {list.value?.length === 0 && <p role="status">{t("rank.nosuch")}</p>}
      <ul class="thumbs">
        {list.value?.map((m) => (
          <Thumb key={m.id} match={m} of={p} />
        ))}
      </ul>
      {next.value && (
        <button type="button" class="button" onClick={() => void load(next.value)}>
          {t("rank.more")}
        </button>
      )}
    </section>
  );
}

/** The values of the filters that the query of the page's address sets. */
function chosen(choices: Choice[]): Record<string, string> {
  const asked = query();
  return Object.fromEntries(
    choices.flatMap((c) => {
      const v = asked.get(c.name) ?? "";
      return c.values.includes(v) ? [[c.name, v] as const] : [];
    }),
  );
}

/** A finished game with its last position. */
function Thumb({ match: m, of: p }: { match: Summary; of: PlayerView }) {
  return (
    <li>
      <a href={`/g/${m.id}`}>
        <EndPicture match={m} player={p.player} />
        <b>{m.seats?.map((s) => (s.name ? playerName(s.name) : seatText(s))).join(" – ")}</b>
        <small>{listedEnd(m)}</small>
        <small>
          {gameName(m.game)} · {moment(m.ended ?? m.created)}
        </small>
      </a>
    </li>
  );
}
