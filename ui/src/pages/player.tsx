// The profile of a player, by id or as @name: ratings with their charts, results, and games.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { kinds } from "../app/boot";
import { lang, t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/ranking.css?url";
import type { PageProps } from "../app/router";
import { tell } from "../app/shell";
import { Titled } from "../app/titled";
import { Chart } from "../play/chart";
import { faultText } from "../play/hooks";
import { Pick } from "../play/pick";
import { seatText } from "../play/seats";
import { streakOf } from "../play/streak";
import { TieButtons } from "../play/ties";
import { endText, gameName, playerName } from "../play/words";
import type { PlayerView, RatingPoint, RatingView, ResultView, Summary } from "../wire/messages";
import { page, rest } from "../wire/rest";
import NotFound from "./notfound";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Player({ id }: PageProps) {
  return id ? <Profile key={id} id={id} /> : <NotFound />;
}

function Profile({ id }: { id: string }) {
  const who = useSignal<PlayerView | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    rest<PlayerView>("GET", `/players/${encodeURIComponent(id)}`).then(
      (v) => (who.value = v),
      (e: unknown) => (fault.value = faultText(e)),
    );
  }, []);
  const p = who.value;
  return (
    <Titled title={p?.name || t("rank.player")} class="narrow">
      {fault.value && <p role="alert">{fault.value}</p>}
      {p && (
        <>
          <p class="row">
            {!p.name && <small>{t("rank.guest")}</small>}
            {p.online && <small>{t("rank.online")}</small>}
          </p>
          <TieButtons id={p.player} />
          <section>
            <h2>{t("rank.rating")}</h2>
            {p.ratings.length === 0 && <p>{t("rank.unrated")}</p>}
            <div class="ratings">
              {p.ratings.map((r) => (
                <Rated key={`${r.game} ${r.speed}`} id={p.player} rating={r} />
              ))}
            </div>
          </section>
          {p.results.length > 0 && <Results list={p.results} />}
          <Played id={p.player} />
        </>
      )}
    </Titled>
  );
}

function Rated({ id, rating: r }: { id: string; rating: RatingView }) {
  const points = useSignal<RatingPoint[]>([]);
  useEffect(() => {
    rest<RatingPoint[]>("GET", `/players/${encodeURIComponent(id)}/ratings/${r.game}/${r.speed}`).then(
      (v) => (points.value = v),
      () => undefined,
    );
  }, []);
  const run = streakOf(points.value);
  return (
    <figure>
      <figcaption>
        <b>{gameName(r.game)}</b> {tx(`speed.${r.speed}`)}: <b>{Math.round(r.rating)}</b>{" "}
        <small>
          ± {Math.round(r.deviation)} · {t("rank.games", { n: r.games })}
          {r.provisional ? ` · ${t("rank.unsure")}` : ""}
          {run.best > 1 && ` · ${t("rank.streak", { n: run.best, now: run.now })}`}
        </small>
      </figcaption>
      <Chart game={r.game} speed={r.speed} points={points.value} />
    </figure>
  );
}

const views = ["game", "side", "speed", "against"] as const;
type View = (typeof views)[number];

function nameOf(by: View, r: ResultView): string {
  if (by === "game") return gameName(r.game);
  if (by === "side") return tx(`side.${r.side}`);
  if (by === "speed") return tx(`speed.${r.speed || "none"}`);
  const level = /^level (\d)$/.exec(r.against)?.[1];
  if (level) return t("rank.against.level", { n: Number(level) });
  const known = ["human", "bot", "algorithm"].includes(r.against);
  return tx(`rank.against.${known ? r.against : "machine"}`);
}

const percent = (n: number, of: number): string => (of ? `${Math.round((100 * n) / of)} %` : "–");

function Results({ list }: { list: ResultView[] }) {
  const by = useSignal<View>("game");
  const sums = new Map<string, { won: number; drawn: number; lost: number }>();
  for (const r of list) {
    const name = nameOf(by.value, r);
    const sum = sums.get(name) ?? { won: 0, drawn: 0, lost: 0 };
    sums.set(name, { won: sum.won + r.won, drawn: sum.drawn + r.drawn, lost: sum.lost + r.lost });
  }
  return (
    <section>
      <h2>{t("rank.results")}</h2>
      <Pick
        label={t("rank.results")}
        name="by"
        class="bare"
        value={by.value}
        values={views}
        text={(v) => tx(`rank.by.${v}`)}
        onPick={(v) => (by.value = v)}
      />
      <table class="results">
        <thead>
          <tr>
            <th scope="col">{tx(`rank.by.${by.value}`)}</th>
            <th scope="col">{t("rank.won")}</th>
            <th scope="col">{t("rank.drawn")}</th>
            <th scope="col">{t("rank.lost")}</th>
            <th scope="col">{t("rank.score")}</th>
            <th scope="col">{t("rank.nodraws")}</th>
          </tr>
        </thead>
        <tbody>
          {[...sums].map(([name, s]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{s.won}</td>
              <td>{s.drawn}</td>
              <td>{s.lost}</td>
              <td>{percent(s.won + s.drawn / 2, s.won + s.drawn + s.lost)}</td>
              <td>{percent(s.won, s.won + s.lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Played({ id }: { id: string }) {
  const list = useSignal<Summary[] | null>(null);
  const next = useSignal("");
  const game = useSignal("");
  const load = (cursor: string) =>
    page<Summary>(`/players/${encodeURIComponent(id)}/matches?limit=24`, cursor).then(
      (p) => {
        list.value = cursor ? [...(list.value ?? []), ...p.items] : p.items;
        next.value = p.next;
      },
      (e: unknown) => tell(faultText(e)),
    );
  useEffect(() => void load(""), []);
  const shown = list.value?.filter((m) => !game.value || m.game === game.value) ?? [];
  return (
    <section>
      <h2>{t("rank.matches")}</h2>
      {list.value?.length === 0 && <p>{t("rank.nomatches")}</p>}
      {!!list.value?.length && (
        <Pick
          label={t("game.choose")}
          name="shown"
          class="bare"
          value={game.value}
          values={["", ...kinds()]}
          text={(k) => (k ? gameName(k) : t("rank.all"))}
          onPick={(k) => (game.value = k)}
        />
      )}
      <ul class="thumbs">
        {shown.map((m) => (
          <li key={m.id}>
            <a href={`/g/${m.id}`}>
              <img src={`/picture/g/${m.id}.svg?lang=${lang.value}`} alt="" loading="lazy" width="96" height="96" />
              <b>{m.seats?.map((s) => (s.name ? playerName(s.name) : seatText(s))).join(" – ")}</b>
              <small>
                {endText(
                  m.game,
                  { why: m.why ?? "", winner: (m.winner as "first" | "second" | "none") ?? "none" },
                  "none",
                  undefined,
                  (s) => seatText(m.seats?.[s === "first" ? 0 : 1] ?? { kind: "human" }),
                )}
              </small>
            </a>
          </li>
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
