// Shows the rated games of a player with the times of the moves. The page does not judge the
// player.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { number, t, tx } from "../app/i18n";
import { moment } from "../app/moment";
import { faultText } from "../play/hooks";
import { gameName } from "../play/words";
import type { components } from "../wire/api";
import { rest } from "../wire/rest";
import { seconds, to } from "./at";
import { ReportList } from "./reports";

type View = components["schemas"]["SheetView"];
type Game = components["schemas"]["SheetGame"];
type Review = components["schemas"]["SheetReview"];
type Spread = components["schemas"]["SheetSpread"];

export function Sheet({ id }: { id: string }) {
  const view = useSignal<View | null>(null);
  const fault = useSignal("");
  const limit = useSignal(20);
  useEffect(() => {
    rest<View>("GET", `/admin/players/${encodeURIComponent(id)}/sheet?limit=${limit.value}`).then(
      (v) => (view.value = v),
      (e: unknown) => (fault.value = faultText(e)),
    );
  }, [id, limit.value]);
  const v = view.value;
  if (fault.value) return <p role="alert">{fault.value}</p>;
  if (!v) return null;
  return (
    <>
      <h2>
        {t("admin.sheet")}: <bdi>{v.name || v.player.slice(0, 8)}</bdi>
      </h2>
      <p class="fine">{t("admin.sheet.how")}</p>
      <p class="row">
        <a class="button" {...to("user", { id: v.player })}>
          {t("admin.account")}
        </a>
      </p>
      <section aria-label={t("admin.reports.about")}>
        <h2>{t("admin.reports.about")}</h2>
        <ReportList query={`player=${encodeURIComponent(v.player)}`} />
      </section>
      {v.games.length === 0 && <p>{t("admin.sheet.none")}</p>}
      {v.kinds.map((k) => (
        <section key={k.game + k.speed}>
          <h2>
            {gameName(k.game)} · {tx(`speed.${k.speed}`)} · {Math.round(k.rating)}
          </h2>
          {k.review.moves > 0 && <p>{agreement(k.review, k.own.games)}</p>}
          <table class="wide">
            <thead>
              <tr>
                <th scope="col">{t("admin.sheet.over")}</th>
                <th scope="col">{t("admin.sheet.games")}</th>
                <th scope="col">{t("admin.sheet.median")}</th>
                <th scope="col">{t("admin.sheet.variation")}</th>
              </tr>
            </thead>
            <tbody>
              <Line name={t("admin.sheet.own")} spread={k.own} />
              {k.others.games > 0 && <Line name={t("admin.sheet.others")} spread={k.others} />}
            </tbody>
          </table>
        </section>
      ))}
      <ul class="list">
        {v.games.map((g) => (
          <One key={g.match} game={g} />
        ))}
      </ul>
      {limit.value < 100 && v.games.length >= limit.value && (
        <button type="button" class="button" onClick={() => (limit.value = 100)}>
          {t("admin.more")}
        </button>
      )}
    </>
  );
}

/** Describes how often the player's moves agree with the engine in the reviewed games. */
const agreement = (r: Review, of: number): string =>
  t("admin.sheet.review", {
    n: r.games,
    of,
    moves: r.moves,
    agreed: number(100 * r.agreed),
    loss: number(100 * r.loss, 1),
  });

/** Shows the median, and the range of the middle 80 % of games. */
function Line({ name, spread: s }: { name: string; spread: Spread }) {
  const [low = 0, middle = 0, high = 0] = s.median;
  const [least = 0, usual = 0, most = 0] = s.variation;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{s.games}</td>
      <td>
        {seconds(middle)} <small>({`${seconds(low)} – ${seconds(high)}`})</small>
      </td>
      <td>
        {number(usual, 2)} <small>({`${number(least, 2)} – ${number(most, 2)}`})</small>
      </td>
    </tr>
  );
}

const results = new Map([
  [1, "won"],
  [0, "lost"],
]);

function One({ game: g }: { game: Game }) {
  return (
    <li>
      <a href={`/g/${g.match}`}>
        <b>{tx(`admin.result.${results.get(g.score) ?? "drawn"}`)}</b> –{" "}
        <bdi>{g.opponentName || g.opponent.slice(0, 8)}</bdi> · {Math.round(g.before)} → {Math.round(g.after)}
        <small>
          {gameName(g.game)} · {moment(g.at)}
          <br />
          {g.moves
            ? t("admin.sheet.line", {
                n: g.moves,
                median: seconds(g.median),
                low: seconds(g.p10),
                high: seconds(g.p90),
                variation: number(g.variation, 2),
              })
            : t("admin.sheet.unread")}
          {g.review.moves > 0 &&
            ` · ${t("admin.sheet.reviewed", { agreed: number(100 * g.review.agreed), loss: number(100 * g.review.loss, 1) })}`}
        </small>
      </a>
    </li>
  );
}
