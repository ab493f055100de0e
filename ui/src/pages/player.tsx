// Shows the profile of a player, by id or as @name: ratings with their charts, results, and games.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../app/i18n";
import { addSheet } from "../app/sheets";
import sheet from "../style/ranking.css?url";
import type { PageProps } from "../app/router";
import { Titled } from "../app/titled";
import { Played } from "../people/played";
import { opponentName, Results } from "../people/results";
import { FindPlayer } from "../people/search";
import { Chart } from "../play/chart";
import { faultText } from "../play/hooks";
import { streakOf } from "../play/streak";
import { TieButtons } from "../play/ties";
import { gameName } from "../play/words";
import { Refused } from "../session/desk";
import type { PlayerView, RatingPoint, RatingView } from "../wire/messages";
import { rest } from "../wire/rest";
import NotFound from "./notfound";

export const prepare = (): Promise<unknown> => addSheet(sheet);

export default function Player({ id }: PageProps) {
  return id ? <Profile key={id} id={id} /> : <NotFound />;
}

function Profile({ id }: { id: string }) {
  const who = useSignal<PlayerView | null>(null);
  const fault = useSignal("");
  const nobody = useSignal(false);
  useEffect(() => {
    rest<PlayerView>("GET", `/players/${encodeURIComponent(id)}`).then(
      (v) => (who.value = v),
      (e: unknown) => {
        nobody.value = e instanceof Refused && ["no-account", "not-found"].includes(e.code);
        fault.value = nobody.value ? t("rank.nobody", { name: id.replace(/^@/, "") }) : faultText(e);
      },
    );
  }, []);
  const p = who.value;
  return (
    <Titled title={p ? opponentName(p) : t("rank.player")} class="narrow profile">
      {fault.value && <p role="alert">{fault.value}</p>}
      {nobody.value && (
        <>
          <FindPlayer />
          <p>
            <a href="/ranking">{t("rank.title")}</a>
          </p>
        </>
      )}
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
          {p.results.length > 0 && <Results of={p} />}
          <Played of={p} />
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
