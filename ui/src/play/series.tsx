// Shows the score of a series of games, during a game and after its end.
import { t } from "../app/i18n";
import { addSheet } from "../app/sheets";
import type { OnlineGame } from "../session/online";
import sheet from "../style/series.css?url";
import type { MatchView } from "../wire/messages";
import { uncounted } from "./words";

void addSheet(sheet);

/** Formats half points: 0, ½, 1, 1½. */
export function pointsText(half: number): string {
  const whole = Math.floor(half / 2);
  return half % 2 === 0 ? String(whole) : `${whole || ""}½`;
}

type Series = NonNullable<MatchView["series"]>;
type End = { why: string; winner: string } | null;

/**
 * The half points of the first and the second side in the series. After this game has ended, the
 * half points of this game are included, unless the game does not count.
 */
export function scoreOf({ points }: Pick<Series, "points">, end: End): [number, number] {
  const [first = 0, second = 0] = points ?? [];
  if (!end || uncounted.has(end.why)) return [first, second];
  const won = (side: string) => (end.winner === side ? 2 : end.winner === "none" ? 1 : 0);
  return [first + won("first"), second + won("second")];
}

/**
 * Shows the score: a player's own points come first; for a spectator the first side's points come
 * first.
 */
export function SeriesLine({ game }: { game: OnlineGame }) {
  const { series } = game.view.value;
  if (!series) return null;
  const end = game.ended.value;
  const [first, second] = scoreOf(series, end).map(pointsText);
  const score = game.mine === "second" ? `${second} : ${first}` : `${first} : ${second}`;
  const last = end !== null && !uncounted.has(end.why) && series.number === series.games;
  return (
    <p class="series" role={end ? "status" : undefined}>
      {t(last ? "series.over" : "series.game", { n: series.number, games: series.games })} <b>{score}</b>
    </p>
  );
}
